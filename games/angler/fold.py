"""How each entry changes a match of Angler & Fish. Never refuses, never rolls."""

from dataclasses import replace

from games.angler import entries as e
from games.angler.model import AnglerState, Hand, Sheet, Tile
from games.angler.options import AnglerOptions


def fold(state: AnglerState, entry: e.Happening) -> AnglerState:
    """The state after the entry."""
    begins = isinstance(entry, e.Left) or _acts(state, entry)
    last = (entry,) if begins else (*state.last, entry)
    return replace(_changed(state, entry), last=last)


def _acts(state: AnglerState, entry: e.Happening) -> bool:
    """Whether somebody did this; a forced cast and its stakes follow from what was before (AF-5)."""
    if isinstance(entry, e.Baited):
        return not entry.forced
    return isinstance(entry, e.Staked) and len(state.used) < len(state.options.baits)


def dealt(options: AnglerOptions) -> Hand:
    """A whole hand (AF-2)."""
    return Hand(tuple(sorted(options.baits)), options.bites, options.no_bites)


def _changed(state: AnglerState, entry: e.Happening) -> AnglerState:
    match entry:
        case e.Baited(value=value):
            hand = state.hand.without(value)
            used = (*state.used, value)
            return replace(state, phase="staking", bait=value, hand=hand, used=used)
        case e.CardLaid(bite=bite):
            return replace(state, card=bite, hand=state.hand.after(bite))
        case e.Staked(seat=seat, fish=fish):
            return replace(state, stakes=(*state.stakes, (seat, fish)))
        case e.Discarded(value=value):
            unseen = (*state.unseen, *(() if state.card is None else (state.card,)))
            casts = (*state.casts, (value, None))
            return _cleared(replace(state, unseen=unseen, casts=casts))
        case e.CardTurned(value=value, bite=bite):
            casts = (*state.casts, (value, bite))
            return _cleared(replace(_turned(state, entry), casts=casts))
        case e.RoundEnded(why=why, points=points):
            early = len(state.used) < len(state.options.baits)
            sheet = (*state.sheet, Sheet(state.angler, points, why, early))
            return replace(state, sheet=sheet)
        case e.RoundBegan(round=number, angler=angler, order=order):
            turns = tuple(left - (seat == angler) for seat, left in enumerate(state.turns))
            return replace(
                state, phase="baiting", round=number, angler=angler, order=order, turns=turns,
                hand=dealt(state.options), fish=(state.options.fish,) * state.seats,
                tiles=((),) * state.seats, bait=None, card=None, stakes=(), kept=0,
                used=(), seen=(), unseen=(), casts=(),
            )  # fmt: skip
        case e.Left(seat=seat):
            left = (*state.fish[:seat], 0, *state.fish[seat + 1 :])
            stakes = tuple(pair for pair in state.stakes if pair[0] != seat)
            gone = tuple(sorted({*state.withdrawn, seat}))
            return replace(state, withdrawn=gone, fish=left, stakes=stakes)
        case e.Ended(places=places):
            return replace(state, phase="over", places=places)


def _turned(state: AnglerState, entry: e.CardTurned) -> AnglerState:
    """Staked fish leave their owners: to the angler on a bite, else to the owner's tile (AF-7)."""
    staked = dict(entry.stakes)
    fish = tuple(left - staked.get(seat, 0) for seat, left in enumerate(state.fish))
    seen = (*state.seen, entry.bite)
    if entry.bite:
        return replace(state, fish=fish, seen=seen, kept=state.kept + sum(staked.values()))
    tiles = tuple(
        _more(tile, entry.value, staked.get(seat, 0)) for seat, tile in enumerate(state.tiles)
    )
    return replace(state, fish=fish, seen=seen, tiles=tiles)


def _more(tile: Tile, value: int, fish: int) -> Tile:
    if not fish:
        return tile
    counts = dict(tile)
    counts[value] = counts.get(value, 0) + fish
    return tuple(sorted(counts.items()))


def _cleared(state: AnglerState) -> AnglerState:
    return replace(state, phase="baiting", bait=None, card=None, stakes=())
