"""What happened, in words: a group of entries becomes a few short sentences.

``lines`` says what happened, ``headline`` whose turn it is and what to do; both give ``Line``,
which ``fill`` turns into text. ``TEMPLATES`` is every message id there is.
"""

from collections.abc import Iterator, Sequence

from games.kernel import Entry, Seat
from games.line import Headline, Line, Name, Names, Value, fill
from games.live_bait import arrivals as a
from games.live_bait import entries as e
from games.live_bait.headline import headline
from games.live_bait.phrases import SAID, TEMPLATES

__all__ = ["TEMPLATES", "Headline", "Line", "Name", "Names", "fill", "headline", "lines"]


def lines(entries: Sequence[Entry], me: Seat | None = None) -> tuple[Line, ...]:
    """The sentences for one group of entries, in order, to be joined by a space.

    ``me`` is the seat that reads them and is called "you"; None for the record and the projector.
    """
    return tuple(line for entry in entries for line in _said(entry, entries, me))


def _said(entry: Entry, group: Sequence[Entry], me: Seat | None) -> Iterator[Line]:
    match entry:
        case e.Picked(seat=seat, die=die):
            yield from _late(entry.automatic, seat, me)
            yield _of("picked", seat, me, die=die)
        case e.RollCalled():
            yield _line("called")
        case e.OpeningRolled(seat=seat, face=face) | e.DuelRolled(seat=seat, face=face):
            yield from _late(entry.automatic, seat, me)
            yield _of("opened", seat, me, face=face)
        case e.Rolled():
            yield from _late(entry.automatic, entry.seat, me)
            yield from _rolled(entry, group, me)
        case e.HostRolled():
            yield _host(entry, group, me)
        case e.Chose(seat=seat, next=other):
            yield from _late(entry.automatic, seat, me)
            yield _with("chose", seat, other, me)
        case e.WentLive(seat=seat):
            yield _went_live(seat, group, me)
        case e.WentOn(seat=seat):
            yield _of("live", seat, me)
        case e.Caught(out=out):
            known = f"caught.{out}"
            yield _line(known) if known in SAID else _line("caught.n", out=out)
        case e.DuelBegan(left=left, right=right):
            yield _line("duel", pair=Names((left, right)))
        case e.DuelTied(face=face):
            yield _line("tied", face=face)
        case e.PriorWinnerRuled(seat=seat):
            yield _of("prior", seat, me)
        case e.Waived():
            yield _line("waived")
        case e.Left(seat=seat):
            yield _of("left", seat, me)
        case a.CalledUp(seat=seat, die=None):
            yield _of("called.any", seat, me)
        case a.CalledUp(seat=seat, die=int(die)):
            yield _of("called.die", seat, me, die=die)
        case a.Arrived(seat=seat, die=die, face=face):
            yield _of("arrived", seat, me, die=die, face=face)
        case a.PassedOver(seat=seat):
            yield from _late(entry.automatic, seat, me)
            yield _of("passed", seat, me)
        case a.StruckOut(seat=seat):
            yield from _late(entry.automatic, seat, me)
            yield _of("struck", seat, me)
        case a.Held():
            yield _line("held")
        case e.DoorPicked():
            yield _line("drawn")
        case e.Ended(prizes=prizes):
            doors = tuple(seat for prize, seat in prizes if prize == "door")
            for prize, seat in prizes:
                if prize != "door" or len(doors) == 1:
                    yield _of(f"prize.{prize}", seat, me)
            if len(doors) > 1:  # KO-5
                yield _line("prize.doors", names=Names(doors))
            if [prize for prize, _ in prizes] == ["main"]:  # LB-19
                yield _line("prize.nobody")


def _rolled(entry: e.Rolled, group: Sequence[Entry], me: Seat | None) -> Iterator[Line]:
    seat, face = entry.seat, entry.face
    if any(isinstance(other, e.Caught) for other in group):
        yield _of("hit", seat, me, face=face)
        return
    matched = next((other.seats for other in group if isinstance(other, e.Matched)), ())
    match matched:
        case ():
            yield _of("missed", seat, me, face=face)
        case (one,):
            yield _with("matched", seat, one, me, face=face)
        case _:
            yield _of("several", seat, me, face=face, others=Names(matched))
            yield _of("chooses", seat, me)


def _host(entry: e.HostRolled, group: Sequence[Entry], me: Seat | None) -> Line:
    face = entry.face
    if entry.why == "again":
        return _line("again", face=face)
    if entry.why == "first":
        started = any(isinstance(other, e.WentLive) for other in group)
        return _line("first" if started else "first.nobody", face=face)
    hit = next((other.seat for other in group if isinstance(other, e.DuelMatched)), None)
    return _line("duel.miss", face=face) if hit is None else _of("duel.hit", hit, me, face=face)


def _went_live(seat: Seat, group: Sequence[Entry], me: Seat | None) -> Line:
    first = next((other for other in group if isinstance(other, e.HostRolled)), None)
    if first is not None:
        return _of("first.live", seat, me, face=first.face)
    caught = any(isinstance(other, e.Caught) for other in group)
    return _of("live.next" if caught else "live", seat, me)


def _late(automatic: bool, seat: Seat, me: Seat | None) -> Iterator[Line]:
    if automatic:
        yield _of("late", seat, me)


def _of(key: str, seat: Seat, me: Seat | None, **values: Value) -> Line:
    """A sentence about a seat, or to it."""
    if seat == me:
        return _line(f"{key}.you", **values)
    return _line(key, who=Name(seat), **values)


def _with(key: str, seat: Seat, other: Seat, me: Seat | None, **values: Value) -> Line:
    """A sentence about what a seat did to another, or to either of them."""
    if other == me:
        return _line(f"{key}.yours", who=Name(seat), **values)
    return _of(key, seat, me, other=Name(other), **values)


def _line(key: str, **values: Value) -> Line:
    return Line(SAID[key], tuple(values.items()))
