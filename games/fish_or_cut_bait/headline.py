"""Whose turn it is, and the one thing to do: for every audience in every phase."""

from collections.abc import Iterator

from games.fish_or_cut_bait.phrases import HEADED
from games.fish_or_cut_bait.view import FishView
from games.kernel import Audience, Host, Player, Seat
from games.line import Headline, Line, Name, Value, other, you
from games.podium import podium


def headline(view: FishView, audience: Audience) -> Headline:
    """The heading for an audience."""
    seat = audience.seat if isinstance(audience, Player) else None
    if view.phase == "over":
        return podium(view.places, seat, HEADED, lambda one: _fish(view, one))
    if seat is not None and seat in view.withdrawn:
        return Headline("caught", _headed("gone"), (_headed("gone.body"),))
    if seat == view.roller:
        return _mine(view)
    title, *body = _theirs(view, host=isinstance(audience, Host))
    return other(title, *body, *_next(view, seat))


def _mine(view: FishView) -> Headline:
    match view.phase:
        case "ready":
            return you(_headed("ready.you"), _headed("ready.you.body", seconds=view.turn_s))
        case "rigging":
            wanted = "rig.first" if view.rig is None else f"rig.{view.rigged}"
            return you(_headed("turn.you"), _headed(wanted), *_throws(view))
        case "deducting":
            return you(_headed("seven.you"), _headed("seven.you.body"))
        case _:
            snag = _headed("snag.free" if view.chip else "snag.breaks")
            body = _headed("fishing.you.body", fish=view.catch)
            return you(_headed("fishing.you"), body, snag, *_throws(view))


def _theirs(view: FishView, *, host: bool) -> Iterator[Line]:
    who = Name(view.roller)
    match view.phase:
        case "ready":
            yield _headed("ready", who=who)
            yield _headed("ready.host" if host else "ready.body")
        case "rigging":
            yield _headed("turn", who=who)
            yield _headed(f"rigging.{view.rigged}")
            yield from _throws(view)
        case "deducting":
            yield _headed("seven", who=who)
            yield _headed("seven.body")
        case _:
            yield _headed("fishing", who=who)
            yield _headed("fishing.body", fish=view.catch)
            yield from _throws(view)


def _throws(view: FishView) -> Iterator[Line]:
    if view.throws_left is not None:
        yield _headed("throws", throws=view.throws_left)


def _next(view: FishView, seat: Seat | None) -> Iterator[Line]:
    if view.next is None or view.next == view.roller:
        return
    yield _headed("next.you") if view.next == seat else _headed("next", who=Name(view.next))


def _fish(view: FishView, seat: Seat) -> Line:
    fish = view.points[seat]
    return _headed("over.fish.one") if fish == 1 else _headed("over.fish", fish=fish)


def _headed(key: str, **values: Value) -> Line:
    return Line(HEADED[key], tuple(values.items()))
