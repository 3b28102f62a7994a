"""Whose turn it is, and the one thing to do: for every audience in every phase."""

from games.kernel import Audience, Host, Player, Seat
from games.line import Headline, Line, Name, Names, Value, other, you
from games.live_bait.entries import Ended
from games.live_bait.heading import headed
from games.live_bait.queue_heading import gone, to_come
from games.live_bait.view import LiveBaitView


def headline(view: LiveBaitView, audience: Audience) -> Headline:
    """The heading for an audience."""
    seat = audience.seat if isinstance(audience, Player) else None
    if view.phase == "over":
        return _over(view, seat)
    if seat is not None and seat in view.withdrawn:
        return gone(view, seat)
    if seat is not None and seat in view.caught:
        return Headline("caught", headed("caught.you"), (_caught(view, seat),))
    if seat is not None and (awaited := to_come(view, seat)):
        return awaited
    host = isinstance(audience, Host)
    match view.phase:
        case "picking":
            return _picking(view, seat, host)
        case "ready":
            if host:
                return you(headed("ready"), headed("ready.host"))
            return other(headed("ready"), headed("ready.public" if seat is None else "ready.seat"))
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
            names = headed("waiting.names", names=_called(view))
            return other(headed("waiting"), headed("waiting.body"), names)


def _picking(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    seated = {die.seat for die in view.dice}
    if view.called:  # KO-2
        names = _called(view)
    else:
        out = {*seated, *view.withdrawn}
        names = Names(tuple(who for who in range(len(view.rolled)) if who not in out))
    if host:
        return other(headed("pick.all"), headed("pick.host", names=names))
    wait = headed("pick.wait", names=names)
    if seat is None:
        return other(headed("pick.all"), wait)
    if seat not in seated:
        return you(headed("pick"), headed("pick.body"))
    die = next(i for i, die in enumerate(view.dice, start=1) if die.seat == seat)
    return other(headed("pick.done", die=die), wait)


def _opening(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    faces = _faces(view)
    names = Names(tuple(one for one, face in faces.items() if face is None))
    if host:
        return other(headed("open.all"), headed("open.host", names=names))
    wait = headed("open.wait", names=names)
    if seat is None:
        return other(headed("open.all"), wait)
    face = faces[seat]
    if face is None:
        return you(headed("open"), headed("open.body"))
    return other(headed("open.done", face=face), wait)


def _host_first(view: LiveBaitView, host: bool) -> Headline:
    key = "first.host" if host else "first"
    make = you if host else other
    if view.host_face is None:
        return make(headed(key), headed(f"{key}.body"))
    count = len(_faces(view))  # LB-6
    return make(headed(key), headed(f"{key}.over", face=view.host_face, count=count))


def _live(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    live, avoid = _seat(view.live), _face(view.host_face)
    if seat == live:
        return you(headed("live.you"), headed("live.you.body", face=avoid))
    title = headed("live", who=Name(live))
    if host:
        return other(title, headed("live.host", face=avoid))
    if seat is None:
        return other(title, headed("live.public", who=Name(live), face=avoid))
    mine = _face(_faces(view)[seat])
    if mine == avoid:  # LB-12
        return other(title, headed("live.safe", face=mine))
    return other(title, headed("live.wait", who=Name(live), face=mine))


def _choosing(view: LiveBaitView, seat: Seat | None) -> Headline:
    live, names = _seat(view.live), Names(view.candidates)
    if seat == live:
        return you(headed("choose.you"), headed("choose.you.body", names=names))
    title = headed("choose", who=Name(live))
    if seat in view.candidates:
        return other(title, headed("choose.maybe"))
    return other(title, headed("choose.body", names=names))


def _host_again(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    live = _seat(view.live)
    if seat == live:
        return other(headed("again.next"), headed("again.next.body"))
    title = headed("again", who=Name(view.caught[-1]))
    if host:
        return you(title, headed("again.host", next=Name(live)))
    return other(title, headed("again.body", next=Name(live)))


def _duel(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    faces = _faces(view)
    if seat in faces:
        (rival,) = (Name(one) for one in faces if one != seat)
        mine = faces[seat]
        if mine is None:
            return you(headed("duel.you"), headed("duel.you.body", other=rival))
        return other(headed("duel.done", face=mine), headed("duel.wait", other=rival))
    title = headed("duel", pair=Names(tuple(faces)))
    return other(title, headed("duel.host" if host else "duel.body"))


def _duel_host(view: LiveBaitView, seat: Seat | None, host: bool) -> Headline:
    faces = _faces(view)
    if seat in faces:
        (rival,) = (one for one in faces if one != seat)
        mine, theirs = _face(faces[seat]), _face(faces[rival])
        body = headed("match.seat", face=mine, other=Name(rival), theirs=theirs)
        return other(headed("match"), body)
    (a, x), (b, y) = faces.items()
    values: dict[str, Value] = {"a": Name(a), "x": _face(x), "b": Name(b), "y": _face(y)}
    if host:
        return you(headed("match.host"), headed("match.host.body", **values))
    return other(headed("match"), headed("match.public", **values))


def _caught(view: LiveBaitView, seat: Seat) -> Line:
    """What a caught seat watches."""
    match view.phase:
        case "choosing":
            return headed("caught.choice", who=Name(_seat(view.live)))
        case "host_again":
            now = seat == view.caught[-1]
            return headed("caught.now" if now else "caught.again", next=Name(_seat(view.live)))
        case "duel":
            return headed("caught.duel", pair=Names(tuple(_faces(view))))
        case "duel_host":
            a, b = _faces(view)
            return headed("caught.duel_host", a=Name(a), b=Name(b))
        case "waiting":
            return headed("waiting.body")
        case _:
            return headed("caught.watch", who=Name(_seat(view.live)))


def _over(view: LiveBaitView, seat: Seat | None) -> Headline:
    ended = next((entry.prizes for entry in view.last if isinstance(entry, Ended)), ())
    doors = tuple(taker for prize, taker in ended if prize == "door")
    several = len(doors) > 1  # KO-5
    prizes = [pair for pair in ended if not (several and pair[0] == "door")]
    takers = dict(prizes)
    mine = next((prize for prize, taker in prizes if taker == seat), None)
    if several and seat in doors:
        mine = "doors"
    best = "first" if "first" in takers else "main"
    winner = Name(takers[best])
    title = headed(f"over.{best}", who=winner) if mine is None else headed(f"over.{mine}.you")
    body = [] if mine in (None, best) else [headed(f"over.is_{best}", who=winner)]
    for prize, taker in prizes:
        if prize not in (best, mine):
            body.append(headed(f"over.{prize}", who=Name(taker)))
    if several:
        body.append(headed("over.doors", names=Names(doors)))
    if best == "main" and "door" not in takers:  # LB-19
        body.append(headed("over.nodoor"))
    if len(prizes) == 1 and best == "first":
        body.append(headed("over.alone"))
    return other(title, *body)


def _called(view: LiveBaitView) -> Names:
    return Names(tuple(seat for seat, _ in view.called))


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
