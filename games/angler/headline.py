"""Whose turn it is, and the one thing to do: for every audience in every phase."""

from collections.abc import Iterator

from games.angler.phrases import HEADED
from games.angler.view import AnglerView
from games.kernel import Audience, Player, Seat
from games.line import Headline, Line, Name, Value, other, you
from games.podium import podium


def headline(view: AnglerView, audience: Audience) -> Headline:
    """The heading for an audience."""
    seat = audience.seat if isinstance(audience, Player) else None
    if view.phase == "over":
        return podium(view.places, seat, HEADED, lambda one: _points(view, one))
    if seat is not None and seat in view.withdrawn:
        return Headline("caught", _headed("gone"), (_headed("gone.body"),))
    return _baiting(view, seat) if view.phase == "baiting" else _staking(view, seat)


def _baiting(view: AnglerView, seat: Seat | None) -> Headline:
    if seat == view.angler:
        return you(_headed("bait.you"), _headed("bait.you.body"))
    return other(_headed("bait", who=Name(view.angler)), _headed("bait.body"))


def _staking(view: AnglerView, seat: Seat | None) -> Headline:
    value, staker = view.bait or 0, view.next or 0
    if seat == staker:
        body = _headed("stake.you.body", value=value, fish=view.fish_left[staker])
        return you(_headed("stake.you"), body, _headed("bites", value=value))
    who = Name(staker)
    if seat == view.angler:
        return other(_headed("stake.angler"), _headed("stake.angler.body", who=who))
    return other(_headed("stake", who=who), _headed("stake.body", value=value), *_soon(view, seat))


def _soon(view: AnglerView, seat: Seat | None) -> Iterator[Line]:
    """After whom this seat stakes on the bait that lies, if it does."""
    done = {one for one, _fish in view.stakes}
    waiting = [one for one in view.order if one not in done and view.fish_left[one]]
    if seat in waiting:
        before = waiting[waiting.index(seat) - 1]
        yield _headed("stake.soon", who=Name(before))


def _points(view: AnglerView, seat: Seat) -> Line:
    points = view.scores[seat]
    return _headed("over.point") if points == 1 else _headed("over.points", points=points)


def _headed(key: str, **values: Value) -> Line:
    return Line(HEADED[key], tuple(values.items()))
