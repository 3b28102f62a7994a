"""What happened in Fish or Cut Bait, in words: a group of entries becomes a few short sentences.

``lines`` says what happened, ``headline`` whose turn it is and what to do; ``TEMPLATES`` is every
message id there is.
"""

from collections.abc import Iterator, Sequence

from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.dice import SNAG, Colour, Fish
from games.fish_or_cut_bait.headline import headline
from games.fish_or_cut_bait.phrases import SAID, SHOWN, TEMPLATES
from games.kernel import Entry, Seat
from games.line import Headline, Line, Listed, Name, Names, Value, fill

__all__ = ["TEMPLATES", "Headline", "Line", "fill", "headline", "lines"]


def lines(entries: Sequence[Entry], me: Seat | None = None) -> tuple[Line, ...]:
    """The sentences for one group of entries, in order, to be joined by a space.

    ``me`` is the seat that reads them and is called "you"; None for the record and the projector.
    """
    return tuple(line for entry in entries for line in _said(entry, entries, me))


def _said(entry: Entry, group: Sequence[Entry], me: Seat | None) -> Iterator[Line]:
    match entry:
        case e.Flipped(seat=seat):
            yield _of("flipped.late" if entry.automatic else "flipped", seat, me)
        case e.RigRolled(seat=seat, faces=faces):
            shown = Listed(tuple(Line(SHOWN[face]) for face in faces))
            yield _of("rig", seat, me, faces=shown)
        case e.RigChanged(rigged=rigged):
            yield _line(f"rigged.{rigged}")
        case e.ChipEarned(seat=seat):
            yield _of("chip", seat, me)
        case e.FishRolled(seat=seat, dice=dice, faces=faces):
            fallen = Listed(tuple(map(_fish, dice, faces)))
            yield _of("fish", seat, me, faces=fallen)
            if SNAG in faces and not any(isinstance(other, e.RigBroken) for other in group):
                yield _line("covered")
        case e.RigBroken(lost=lost):
            yield _counted("broken", lost, lost=lost)
        case e.Stopped(seat=seat):
            yield _line("time") if entry.automatic else _of("stopped", seat, me)
        case e.TurnEnded():
            yield from _ended(entry, me)
        case e.LuckySeven(seat=seat):
            yield _of("seven", seat, me)
        case e.Deducted(points=points):
            yield _taken(points)
        case e.TurnBegan(seat=seat):
            yield _of("next", seat, me)
        case e.Left(seat=seat):
            yield _of("left", seat, me)
        case e.Ended():
            yield from _won(entry, me)


def _fish(colour: Colour, face: Fish) -> Line:
    if isinstance(face, int):
        return Line(SHOWN[colour], (("fish", face),))
    return Line(SHOWN[f"{colour}.snag"])


def _ended(entry: e.TurnEnded, me: Seat | None) -> Iterator[Line]:
    if entry.why == "left":
        yield _line("nothing")
        return
    if entry.why == "throws":
        yield _line("throws")
    match entry.catch:
        case 0:
            yield _of("caught.none", entry.seat, me)
        case 1:
            yield _of("caught.one", entry.seat, me)
        case fish:
            yield _of("caught", entry.seat, me, fish=fish)


def _taken(points: tuple[int, ...]) -> Line:
    lost = tuple(
        Line(SHOWN["lost"], (("fish", fish), ("who", Names((seat,)))))
        for seat, fish in enumerate(points)
        if fish
    )
    return _line("taken", lost=Listed(lost)) if lost else _line("taken.none")


def _won(entry: e.Ended, me: Seat | None) -> Iterator[Line]:
    first = entry.places[0] if entry.places else ()
    if not first:
        return
    fish = entry.points[first[0]]
    if len(first) > 1:
        yield _line("shared", names=Names(first), fish=fish)
    elif fish == 1:
        yield _of("won.one", first[0], me)
    else:
        yield _of("won", first[0], me, fish=fish)


def _counted(key: str, count: int, **values: Value) -> Line:
    if count > 1:
        return _line(f"{key}.many", **values)
    return _line(f"{key}.one" if count else key)


def _of(key: str, seat: Seat, me: Seat | None, **values: Value) -> Line:
    """A sentence about a seat, or to it."""
    if seat == me:
        return _line(f"{key}.you", **values)
    return _line(key, who=Name(seat), **values)


def _line(key: str, **values: Value) -> Line:
    return Line(SAID[key], tuple(values.items()))
