"""What an undo would change at a table of Angler & Fish, in words."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.angler.view import AnglerView
from games.kernel import Seat


def changes(
    now: AnglerView, then: AnglerView, names: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """What an undo would change: for the table, and for each seat."""
    table = [_where(view, names) for view in (now, then)]
    if table[0] != table[1]:
        yield (_("Table"), table[0], table[1])
    for seat, name in enumerate(names):
        was, will = _stands(now, seat), _stands(then, seat)
        if was != will:
            yield (name, was, will)


def _where(view: AnglerView, names: Sequence[str]) -> str:
    values = {"round": view.round, "who": names[view.angler], "bait": view.bait}
    if view.bait is None:
        return _("round %(round)s, %(who)s baits") % values
    return _("round %(round)s, %(who)s shows bait %(bait)s") % values


def _stands(view: AnglerView, seat: Seat) -> str:
    if seat in view.withdrawn:
        return _("out")
    values = {
        "points": view.scores[seat] + (view.points[seat] if view.phase != "over" else 0),
        "fish": view.fish_left[seat],
        "staked": dict(view.stakes).get(seat, 0),
    }
    if seat == view.angler:
        return _("angler, %(points)s points") % values
    if view.bait is None:
        return _("%(fish)s fish left, %(points)s points") % values
    if all(one != seat for one, _fish in view.stakes):
        return _("%(fish)s fish left, not staked yet, %(points)s points") % values
    return _("%(fish)s fish left, %(staked)s staked, %(points)s points") % values
