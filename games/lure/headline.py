"""Whose turn it is, and the one thing to do: for every audience in every phase."""

from games.kernel import Audience, Host, Player, Seat
from games.line import Headline, Line, Names, Value, other, you
from games.lure.phrases import HEADED
from games.lure.view import LureView
from games.podium import podium


def headline(view: LureView, audience: Audience) -> Headline:
    """The heading for an audience."""
    seat = audience.seat if isinstance(audience, Player) else None
    if view.phase == "over":
        return podium(view.places, seat, HEADED, lambda one: _points(view, one))
    if seat is not None and seat in view.withdrawn:
        return Headline("caught", _headed("gone"), (_headed("gone.body"),))
    match view.phase:
        case "ready":
            if isinstance(audience, Host):
                return you(_headed("ready.host"), _headed("ready.host.body"))
            return other(_headed("ready"), _headed("ready.body"))
        case "casting":
            return _casting(view, seat)
        case _:
            return _adjusting(view, seat)


def _casting(view: LureView, seat: Seat | None) -> Headline:
    names = Names(view.waiting)
    last = [_headed("last")] if view.last_round else []
    if seat in view.waiting:
        return you(_headed("cast.you"), _headed("cast.you.body"), *last)
    if seat is not None:
        return other(_headed("cast.done"), _headed("cast.done.body", names=names), *last)
    return other(_headed("cast"), _headed("cast.body", names=names), *last)


def _adjusting(view: LureView, seat: Seat | None) -> Headline:
    names = Names(view.waiting)
    if seat in view.waiting and view.mine is not None:
        return you(_headed("adjust.you"), _headed("adjust.you.body", steps=view.mine.steps))
    body = _headed("adjust.body", names=names)
    if view.mine is not None and view.mine.changes is not None and seat in _group(view):
        return other(_headed("adjust.done"), body)
    title = "adjust.one" if len(view.waiting) == 1 else "adjust"
    return other(_headed(title, names=names), body)


def _group(view: LureView) -> tuple[Seat, ...]:
    return view.order[view.group] if view.group < len(view.order) else ()


def _points(view: LureView, seat: Seat) -> Line:
    points = view.players[seat].points or 0
    return _headed("over.point") if points == 1 else _headed("over.points", points=points)


def _headed(key: str, **values: Value) -> Line:
    return Line(HEADED[key], tuple(values.items()))
