"""What happened in Lure, in words: a group of entries becomes short sentences.

``lines`` says what happened, ``headline`` whose turn it is and what to do; ``TEMPLATES`` is every
message id there is.
"""

from collections.abc import Iterable, Iterator, Sequence

from games.kernel import Entry, Seat
from games.line import Headline, Line, Listed, Name, Names, Text, Value, fill
from games.lure import entries as e
from games.lure.cards import Lure
from games.lure.headline import headline
from games.lure.phrases import SAID, SHOWN, TEMPLATES

__all__ = ["TEMPLATES", "Headline", "Line", "fill", "headline", "lines"]


def lines(entries: Sequence[Entry], me: Seat | None = None) -> tuple[Line, ...]:
    """The sentences for one group of entries, in order, to be joined by a space.

    ``me`` is the seat that reads them and is called "you"; None for the record and the projector.
    Casts, adjusts and lures drawn are told to their owner alone (LU-16).
    """
    return tuple(line for entry in entries for line in _said(entry, me))


def _said(entry: Entry, me: Seat | None) -> Iterator[Line]:
    match entry:
        case e.Dealt():
            yield _line("dealt")
        case e.RoundBegan(round=number):
            yield _line("round", round=number)
        case e.FishTurned(name=name, splash=splash):
            yield _line(f"turned.{splash}" if splash else "turned", fish=Text(name))
        case e.LuresDrawn(seats=seats):
            if len(seats) > 1:
                yield _line("drew", names=Names(seats))
            else:
                yield _of("drew.one", seats[0], me)
        case e.HasCast(seat=seat):
            yield from _late(entry.automatic, seat, me)
            yield _of("cast", seat, me)
        case e.Revealed(casts=casts):
            shown = (_shown("cast", who=Names((c.seat,)), what=_cast(c)) for c in casts)
            yield _line("revealed", casts=Listed(tuple(shown)))
        case e.Rolled():
            yield _rolled(entry, me)
        case e.HasAdjusted(seat=seat):
            yield from _late(entry.automatic, seat, me)
            yield _of("settled", seat, me)
        case e.Adjusted(seat=seat, faces=faces):
            yield _of("adjusted", seat, me, faces=_faces(faces), total=sum(faces))
        case e.Caught(seat=seat, names=fish):
            caught = Listed(tuple(_shown("fish", fish=Text(name)) for name in fish))
            yield _of("caught", seat, me, fish=caught)
        case e.Shared(name=name, seats=seats):
            yield _line("shared", names=Names(seats), fish=Text(name))
        case e.Boasted(seat=seat):
            yield _of("boasted", seat, me)
        case e.NoFishLeft(seats=seats):
            yield _line("no_fish", names=Names(seats))
        case e.Left(seat=seat):
            yield _of("left", seat, me)
        case e.Ended():
            yield from _won(entry, me)
        case _ if getattr(entry, "seat", None) == me:
            yield from _own(entry)


def _own(entry: Entry) -> Iterator[Line]:
    """What only the reader may know."""
    match entry:
        case e.LureDrawn(token=token):
            yield _line("lure", lure=Listed((_token(token),)))
        case e.CastLaid():
            yield _line("laid", what=_cast(entry))


def _cast(cast: e.ShownCast | e.CastLaid) -> Listed:
    parts: list[Line] = []
    if cast.d6:
        parts.append(_shown("d6.one") if cast.d6 == 1 else _shown("d6", dice=cast.d6))
    parts += [_shown(f"d{sides}") for sides in cast.specials]
    if cast.lures:
        count = len(cast.lures)
        parts.append(_shown("lures.one") if count == 1 else _shown("lures", lures=count))
    return Listed(tuple(parts or [_shown("nothing")]))


def _rolled(entry: e.Rolled, me: Seat | None) -> Line:
    if not (entry.faces or entry.extras):
        return _of("rolled.nothing", entry.seat, me)
    faces = Listed(
        (
            *_faces(entry.faces).phrases,
            *(_shown("extra.face", number=number) for number in entry.extras),
        )
    )
    total = sum(entry.faces) + sum(entry.extras)
    return _of("rolled", entry.seat, me, faces=faces, total=total)


def _faces(faces: Iterable[int]) -> Listed:
    return Listed(tuple(_shown("face", number=face) for face in faces))


def _token(token: Lure) -> Line:
    if token.kind == "extra":
        return _shown("extra", number=token.number)
    return _shown(token.kind)


def _won(entry: e.Ended, me: Seat | None) -> Iterator[Line]:
    first = entry.places[0] if entry.places else ()
    if len(first) == 1:
        yield _of("won", first[0], me, points=entry.points[first[0]])
    elif first:
        yield _line("tied", names=Names(first), points=entry.points[first[0]])


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


def _shown(key: str, **values: Value) -> Line:
    return Line(SHOWN[key], tuple(values.items()))
