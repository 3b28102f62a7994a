"""What each audience may see: the angler sees the own hand and card, everybody else neither (AF-13)."""

from dataclasses import dataclass

from games.angler.entries import CardLaid, EndOfRound, Happening
from games.angler.model import AnglerState, Phase, Tile
from games.kernel import Audience, Player, Seat, View


@dataclass(frozen=True, slots=True)
class HandView:
    """The angler's own cards, and the one that lies face down."""

    baits: tuple[int, ...]
    bites: int
    no_bites: int
    card: bool | None


@dataclass(frozen=True, slots=True)
class UsedView:
    """What is gone in this round: baits as they were shown, angler cards as they were seen."""

    baits: tuple[int, ...]
    seen: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A finished round: who was the angler, the points a seat, why it ended, and whether baits were left then."""

    angler: Seat
    points: tuple[int, ...]
    why: EndOfRound
    early: bool


@dataclass(frozen=True, slots=True)
class AnglerView(View):
    """The table. ``stakes`` in the order they were made; ``tiles``: fish by value of the bait, a seat.

    ``points`` is this round's as it stands, ``scores`` the sum of the finished ones. ``baits_left`` are
    public, the angler cards only as far as ``used`` tells. ``next``: whose stake is waited for.
    ``casts``: this round's finished ones, the bait with the card that was turned or None where it went unseen.
    ``unseen``: how many angler cards went unseen in this round. ``end_reason``: why the last round
    ended. ``mine``: the angler's own, None for everybody else.
    """

    phase: Phase
    angler: Seat
    round: int
    rounds: int
    bait: int | None
    baits_left: tuple[int, ...]
    stakes: tuple[tuple[Seat, int], ...]
    next: Seat | None
    order: tuple[Seat, ...]
    fish_left: tuple[int, ...]
    tiles: tuple[Tile, ...]
    kept: int
    used: UsedView
    casts: tuple[tuple[int, bool | None], ...]
    unseen: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    sheet: tuple[RoundView, ...]
    end_reason: EndOfRound | None
    withdrawn: tuple[Seat, ...]
    places: tuple[tuple[Seat, ...], ...]
    last: tuple[Happening, ...]
    mine: HandView | None


def view_of(state: AnglerState, audience: Audience) -> AnglerView:
    """The table for this audience."""
    is_angler = isinstance(audience, Player) and audience.seat == state.angler
    staked = dict(state.stakes)
    stakers = state.stakers() if state.phase == "staking" else ()
    return AnglerView(
        phase=state.phase,
        angler=state.angler,
        round=state.round,
        rounds=state.rounds(),
        bait=state.bait,
        baits_left=state.hand.baits,
        stakes=state.stakes,
        next=next(iter(stakers), None),
        order=state.players(),
        fish_left=tuple(left - staked.get(seat, 0) for seat, left in enumerate(state.fish)),
        tiles=state.tiles,
        kept=state.kept,
        used=UsedView(state.used, state.seen),
        casts=state.casts,
        unseen=len(state.unseen),
        points=state.round_points(),
        scores=state.scores(),
        sheet=tuple(RoundView(row.angler, row.points, row.why, row.early) for row in state.sheet),
        end_reason=state.sheet[-1].why if state.sheet else None,
        withdrawn=state.withdrawn,
        places=state.places,
        last=tuple(entry for entry in state.last if is_angler or not isinstance(entry, CardLaid)),
        mine=_hand(state) if is_angler and state.phase != "over" else None,
    )


def _hand(state: AnglerState) -> HandView:
    hand = state.hand
    return HandView(hand.baits, hand.bites, hand.no_bites, state.card)
