"""Whose turn it is, and the one thing to do: for every audience in every phase."""

from dataclasses import dataclass
from typing import Literal

from games.kernel import Audience, Host, Player, Seat
from games.live_bait.entries import Ended
from games.live_bait.line import Line, Name, Names, Value
from games.live_bait.phrases import HEADED
from games.live_bait.view import LiveBaitView


@dataclass(frozen=True, slots=True)
class Headline:
    """``title``: whose turn; ``body``: the instruction under it, one or two lines.

    ``whose``: ``you`` when this audience must act, ``caught`` for a seat that is out.
    """

    whose: Literal["you", "other", "caught"]
    title: Line
    body: tuple[Line, ...]


def headline(view: LiveBaitView, audience: Audience) -> Headline:
    """The heading for an audience."""
    seat = audience.seat if isinstance(audience, Player) else None
    if view.phase == "over":
        return _over(view, seat)
    if seat is not None and seat in view.withdrawn:
        return _other(_line("gone"), _line("gone.body"))
    if seat is not None and seat in view.caught:
        return Headline("caught", _line("caught.you"), (_caught(view, seat),))
    host = isinstance(audience, Host)
    match view.phase:
        case "picking":
            return _picking(view, seat, host)
        case "ready":
            if host:
                return _you(_line("ready"), _line("ready.host"))
            return _other(_line("ready"), _line("ready.public" if seat is None else "ready.seat"))
        case "opening":
            return _opening(view, seat, host)
        case "host_first":
            return _host_first(view, host)
        case "live":
            return _live(view, seat, host)
        case "choosing":
            return _choosing(view, seat)
        case "host_again":
            return _host_again(view, seat, host)
        case "duel":
            return _duel(view, seat, host)
        case "duel_host":
            return _duel_host(view, seat, host)
        case "waiting":
            return _other(_line("waiting"), _line("waiting.body"))


def _picking(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    seated = {die.seat for die in view.dice}
    out = {*seated, *view.withdrawn}
    names = Names(tuple(other for other in range(len(view.rolled)) if other not in out))
    if host:
        return _other(_line("pick.all"), _line("pick.host", names=names))
    wait = _line("pick.wait", names=names)
    if seat is None:
        return _other(_line("pick.all"), wait)
    if seat not in seated:
        return _you(_line("pick"), _line("pick.body"))
    die = next(i for i, die in enumerate(view.dice, start=1) if die.seat == seat)
    return _other(_line("pick.done", die=die), wait)


def _opening(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    faces = _faces(view)
    names = Names(tuple(other for other, face in faces.items() if face is None))
    if host:
        return _other(_line("open.all"), _line("open.host", names=names))
    wait = _line("open.wait", names=names)
    if seat is None:
        return _other(_line("open.all"), wait)
    face = faces[seat]
    if face is None:
        return _you(_line("open"), _line("open.body"))
    return _other(_line("open.done", face=face), wait)


def _host_first(view: LiveBaitView, host: bool) -> Headline:
    key = "first.host" if host else "first"
    make = _you if host else _other
    if view.host_face is None:
        return make(_line(key), _line(f"{key}.body"))
    count = len(_faces(view))  # LB-6
    return make(_line(key), _line(f"{key}.over", face=view.host_face, count=count))


def _live(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    live, avoid = _seat(view.live), _face(view.host_face)
    if seat == live:
        return _you(_line("live.you"), _line("live.you.body", face=avoid))
    title = _line("live", who=Name(live))
    if host:
        return _other(title, _line("live.host", face=avoid))
    if seat is None:
        return _other(title, _line("live.public", who=Name(live), face=avoid))
    mine = _face(_faces(view)[seat])
    if mine == avoid:  # LB-12
        return _other(title, _line("live.safe", face=mine))
    return _other(title, _line("live.wait", who=Name(live), face=mine))


def _choosing(view: LiveBaitView, seat: Seat | None) -> Headline:
    live, names = _seat(view.live), Names(view.candidates)
    if seat == live:
        return _you(_line("choose.you"), _line("choose.you.body", names=names))
    title = _line("choose", who=Name(live))
    if seat in view.candidates:
        return _other(title, _line("choose.maybe"))
    return _other(title, _line("choose.body", names=names))


def _host_again(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    live = _seat(view.live)
    if seat == live:
        return _other(_line("again.next"), _line("again.next.body"))
    title = _line("again", who=Name(view.caught[-1]))
    if host:
        return _you(title, _line("again.host", next=Name(live)))
    return _other(title, _line("again.body", next=Name(live)))


def _duel(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    faces = _faces(view)
    if seat in faces:
        (other,) = (Name(rival) for rival in faces if rival != seat)
        mine = faces[seat]
        if mine is None:
            return _you(_line("duel.you"), _line("duel.you.body", other=other))
        return _other(_line("duel.done", face=mine), _line("duel.wait", other=other))
    title = _line("duel", pair=Names(tuple(faces)))
    return _other(title, _line("duel.host" if host else "duel.body"))


def _duel_host(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    faces = _faces(view)
    if seat in faces:
        (rival,) = (other for other in faces if other != seat)
        mine, theirs = _face(faces[seat]), _face(faces[rival])
        body = _line("match.seat", face=mine, other=Name(rival), theirs=theirs)
        return _other(_line("match"), body)
    (a, x), (b, y) = faces.items()
    values: dict[str, Value] = {"a": Name(a), "x": _face(x), "b": Name(b), "y": _face(y)}
    if host:
        return _you(_line("match.host"), _line("match.host.body", **values))
    return _other(_line("match"), _line("match.public", **values))


def _caught(view: LiveBaitView, seat: Seat) -> Line:
    """What a caught seat watches."""
    match view.phase:
        case "choosing":
            return _line("caught.choice", who=Name(_seat(view.live)))
        case "host_again":
            now = seat == view.caught[-1]
            return _line("caught.now" if now else "caught.again", next=Name(_seat(view.live)))
        case "duel":
            return _line("caught.duel", pair=Names(tuple(_faces(view))))
        case "duel_host":
            a, b = _faces(view)
            return _line("caught.duel_host", a=Name(a), b=Name(b))
        case "waiting":
            return _line("waiting.body")
        case _:
            return _line("caught.watch", who=Name(_seat(view.live)))


def _over(view: LiveBaitView, seat: Seat | None) -> Headline:
    prizes = next((entry.prizes for entry in view.last if isinstance(entry, Ended)), ())
    takers = dict(prizes)
    mine = next((prize for prize, taker in prizes if taker == seat), None)
    best = "first" if "first" in takers else "main"
    winner = Name(takers[best])
    title = _line(f"over.{best}", who=winner) if mine is None else _line(f"over.{mine}.you")
    body = [] if mine in (None, best) else [_line(f"over.is_{best}", who=winner)]
    for prize, taker in prizes:
        if prize not in (best, mine):
            body.append(_line(f"over.{prize}", who=Name(taker)))
    if best == "main" and "door" not in takers:  # LB-19
        body.append(_line("over.nodoor"))
    if len(prizes) == 1 and best == "first":
        body.append(_line("over.alone"))
    return _other(title, *body)


def _faces(view: LiveBaitView) -> dict[Seat, int | None]:
    """What each standing seat shows, from the left."""
    standing = (die for die in view.dice if die.state == "standing")
    return {die.seat: die.face for die in standing if die.seat is not None}


def _seat(seat: Seat | None) -> Seat:
    if seat is None:
        raise ValueError("Nobody is LIVE in this view.")
    return seat


def _face(face: int | None) -> int:
    if face is None:
        raise ValueError("A die that must show a face in this phase shows none.")
    return face


def _you(title: Line, *body: Line) -> Headline:
    return Headline("you", title, body)


def _other(title: Line, *body: Line) -> Headline:
    return Headline("other", title, body)


def _line(key: str, **values: Value) -> Line:
    return Line(HEADED[key], tuple(values.items()))
