"""What happened in Angler & Fish, in words: a group of entries becomes a few short sentences.

``lines`` says what happened, ``headline`` whose turn it is and what to do; ``TEMPLATES`` is every
message id there is.
"""

from collections.abc import Iterator, Sequence

from games.angler import entries as e
from games.angler.headline import headline
from games.angler.phrases import SAID, SHOWN, TEMPLATES
from games.kernel import Entry, Seat
from games.line import Headline, Line, Listed, Name, Names, Value, fill

__all__ = ["TEMPLATES", "Headline", "Line", "fill", "headline", "lines"]


def lines(entries: Sequence[Entry], me: Seat | None = None) -> tuple[Line, ...]:
    """The sentences for one group of entries, in order, to be joined by a space.

    ``me`` is the seat that reads them and is called "you"; None for the record and the projector. The
    card that lies face down is told to its angler alone (AF-13).
    """
    return tuple(line for entry in entries for line in _said(entry, me))


def _said(entry: Entry, me: Seat | None) -> Iterator[Line]:
    match entry:
        case e.Baited(seat=seat, value=value):
            if entry.forced:
                yield _line("forced", value=value)
                return
            yield from _late(entry.automatic, seat, me)
            yield _of("baited", seat, me, value=value)
        case e.CardLaid(seat=seat, bite=bite):
            if seat == me:
                yield _line("laid.bite" if bite else "laid.no_bite")
        case e.Staked(seat=seat, fish=fish):
            yield _staked(seat, fish, me)
        case e.Discarded():
            yield _line("discarded")
        case e.CardTurned(value=value, bite=True, stakes=stakes):
            yield _line("bite", staked=_from(stakes))
        case e.CardTurned(value=value, stakes=stakes):
            yield _line("no_bite", value=value, staked=_from(stakes))
        case e.RoundEnded(why=why, unseen=unseen):
            yield _line(f"ended.{why}")
            if unseen:
                cards = (Line(SHOWN["bite" if bite else "no_bite"]) for bite in unseen)
                yield _line("unseen", cards=Listed(tuple(cards)))
        case e.RoundBegan(round=number, angler=angler):
            yield _of("round", angler, me, round=number)
        case e.Left(seat=seat):
            yield _of("left", seat, me)
        case e.Ended():
            yield from _won(entry, me)


def _staked(seat: Seat, fish: int, me: Seat | None) -> Line:
    match fish:
        case 0:
            return _of("staked.none", seat, me)
        case 1:
            return _of("staked.one", seat, me)
        case _:
            return _of("staked", seat, me, fish=fish)


def _from(stakes: tuple[tuple[Seat, int], ...]) -> Listed:
    return Listed(
        tuple(
            Line(SHOWN["fish.one"], (("who", Names((seat,))),))
            if fish == 1
            else Line(SHOWN["fish"], (("fish", fish), ("who", Names((seat,)))))
            for seat, fish in stakes
        )
    )


def _won(entry: e.Ended, me: Seat | None) -> Iterator[Line]:
    first = entry.places[0] if entry.places else ()
    if len(first) == 1:
        yield _of("won", first[0], me, points=entry.points[first[0]])
    elif first:
        yield _line("shared", names=Names(first), points=entry.points[first[0]])


def _late(automatic: bool, seat: Seat, me: Seat | None) -> Iterator[Line]:
    if automatic:
        yield _of("late", seat, me)


def _of(key: str, seat: Seat, me: Seat | None, **values: Value) -> Line:
    """A sentence about a seat, or to it."""
    if seat == me:
        return _line(f"{key}.you", **values)
    return _line(key, who=Name(seat), **values)


def _line(key: str, **values: Value) -> Line:
    return Line(SAID[key], tuple(values.items()))
