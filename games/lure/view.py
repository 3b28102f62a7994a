"""What each audience may see: casts, adjusts and held lures are their owner's alone until they open (LU-16)."""

from dataclasses import dataclass

from games.kernel import Audience, Player, Seat, View
from games.lure.entries import Happening
from games.lure.model import D6, Cast, LureState, Phase
from games.lure.odds import Chances, chances_of


@dataclass(frozen=True, slots=True)
class CastView:
    """A cast: how many d6, which special dice, which lures by number."""

    seat: Seat
    d6: int
    specials: tuple[int, ...]
    lures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollView:
    """Dice that fell: ``faces`` as rolled, ``adjusted`` as they count, extra dice apart."""

    seat: Seat
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    adjusted: tuple[int, ...]
    extras: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What all may know of a seat; ``boasts``: those it scored; ``points`` is None until the end."""

    has_cast: bool
    resting: tuple[int, ...]
    lures: int
    fish: int
    boasts: int
    points: int | None


@dataclass(frozen=True, slots=True)
class MineView:
    """A seat's own: dice to cast, lures held, cast, fish and points, and how its dice are turned."""

    d6: int
    specials: tuple[int, ...]
    lures: tuple[int, ...]
    cast: CastView | None
    fish: tuple[int, ...]
    boasts: int
    points: int
    steps: int
    changes: tuple[tuple[int, int], ...] | None


@dataclass(frozen=True, slots=True)
class LureView(View):
    """The table. ``fish``: face up, by place in the deck. ``casts`` and ``order`` are empty before the reveal.

    ``waiting``: who still casts or adjusts. ``last`` is without others' secrets. ``mine`` and
    ``chances`` are the own seat's, None and empty for everybody else.
    """

    phase: Phase
    round: int
    fish: tuple[int, ...]
    deck_left: int
    last_round: bool
    lures_left: int
    discards: int
    order: tuple[tuple[Seat, ...], ...]
    group: int
    casts: tuple[CastView, ...]
    rolls: tuple[RollView, ...]
    waiting: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    withdrawn: tuple[Seat, ...]
    places: tuple[tuple[Seat, ...], ...]
    last: tuple[Happening, ...]
    mine: MineView | None
    chances: Chances


def view_of(state: LureState, audience: Audience) -> LureView:
    """The table for this audience."""
    seat = audience.seat if isinstance(audience, Player) else None
    is_in = seat is not None and 0 <= seat < state.seats
    revealed = bool(state.order)
    return LureView(
        phase=state.phase,
        round=state.round,
        fish=state.fish,
        deck_left=state.to_turn,
        last_round=state.round > 0 and not state.to_turn,
        lures_left=len(state.pile),
        discards=len(state.discards),
        order=state.order,
        group=state.group,
        casts=_casts(state) if revealed else (),
        rolls=_rolls(state),
        waiting=_waiting(state),
        players=tuple(_player(state, one) for one in range(state.seats)),
        withdrawn=state.withdrawn,
        places=state.places,
        last=tuple(entry for entry in state.last if _is_open(entry, seat)),
        mine=_mine(state, seat) if is_in and seat is not None else None,
        chances=_chances(state, seat) if is_in and seat is not None else (),
    )


def _is_open(entry: Happening, seat: Seat | None) -> bool:
    return not entry.sealed or getattr(entry, "seat", None) == seat


def _waiting(state: LureState) -> tuple[Seat, ...]:
    match state.phase:
        case "casting":
            return state.to_cast()
        case "adjusting":
            return state.to_adjust()
        case _:
            return ()


def _casts(state: LureState) -> tuple[CastView, ...]:
    return tuple(
        _cast(seat, one.cast) for seat, one in enumerate(state.players) if one.cast is not None
    )


def _cast(seat: Seat, cast: Cast) -> CastView:
    return CastView(seat, cast.d6, cast.specials, cast.lures)


def _rolls(state: LureState) -> tuple[RollView, ...]:
    return tuple(
        RollView(seat, roll.sides, roll.faces, roll.adjusted, roll.extras, roll.total)
        for seat, one in enumerate(state.players)
        if (roll := one.roll) is not None
    )


def _player(state: LureState, seat: Seat) -> PlayerView:
    one = state.players[seat]
    over = state.phase == "over"
    return PlayerView(
        has_cast=one.cast is not None,
        resting=one.resting,
        lures=len(one.lures),
        fish=len(one.fish),
        boasts=len(one.boasts),
        points=state.points_of(seat) if over else None,
    )


def _mine(state: LureState, seat: Seat) -> MineView:
    one = state.players[seat]
    return MineView(
        d6=0 if seat in state.withdrawn else D6,
        specials=state.specials_of(seat),
        lures=one.lures,
        cast=None if one.cast is None else _cast(seat, one.cast),
        fish=one.fish,
        boasts=len(one.boasts),
        points=state.points_of(seat),
        steps=state.steps_of(seat) if seat in state.to_adjust() else 0,
        changes=one.changes,
    )


def _chances(state: LureState, seat: Seat) -> Chances:
    cast = state.players[seat].cast
    if not state.options.learning or state.phase != "casting" or cast is None:
        return ()
    played = map(state.lure, cast.lures)
    extras = tuple(sorted(lure.number for lure in played if lure.kind == "extra"))
    cards = tuple(state.card(fish) for fish in state.fish)
    return chances_of(cards, cast.d6, cast.specials, extras)
