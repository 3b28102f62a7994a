"""The cards of Angler & Fish on a page: what lies, what was turned, who has staked, and which baits are left.

Nothing here knows the card that lies face down: it is in nobody's part of the page but ``own`` of the angler.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.table.sight import Sight
from games.angler.entries import CardTurned, Discarded
from games.angler.model import ANGLERS_FISH
from games.angler.options import AnglerOptions
from games.angler.view import AnglerView
from games.kernel import Seat


def laid(sight: Sight, view: AnglerView) -> dict[str, Any]:
    """The two cards on the table, what each angler card would do, and what isn't seen yet."""
    bait, card = _pair(view)
    angler = _name(sight, view.angler)
    return {
        "bait": bait,
        "card": card,
        "caption": _caption(bait, card),
        "bite": _bite(sight, view, angler),
        "no_bite": _("Each staked fish scores its owner %(value)s.") % {"value": view.bait}
        if view.bait is not None
        else _("Each staked fish scores its owner the bait’s number."),
        "unseen": _not_seen(sight, view),
    }


def stakes(sight: Sight, view: AnglerView) -> dict[str, Any]:
    """The fish players in the order in which they stake on this bait (AF-4, AF-11)."""
    staked = dict(view.stakes)
    return {
        "rows": [_row(sight, view, staked, place) for place in range(len(view.order))],
        "order": _order(sight, view),
        "turns": _("The next round goes the other way.") if view.round < view.rounds else "",
        "last": _last(view),
    }


def casts(sight: Sight, view: AnglerView) -> dict[str, Any]:
    """The angler's baits of this round: what came of those used, which lies, which are left."""
    rows = [{"value": value, **_came_of(seen)} for value, seen in view.casts]
    if view.bait is not None:
        rows.append({"value": view.bait, "state": "now", "word": _("now")})
    left = sorted(view.baits_left)
    rows += [{"value": value, "state": "left", "word": _("left")} for value in left]
    mine = view.angler == sight.me
    who = sight.names[view.angler]
    return {
        "title": _("Your baits") if mine else _("%(who)s’s baits") % {"who": who},
        "rows": rows,
        "kept": _kept(view, "" if mine else who),
        "left": [str(value) for value in left],
    }


def options_of(sight: Sight) -> AnglerOptions:
    """The house rules of the match, as its rules take them."""
    found = sight.state.game.options
    if not isinstance(found, AnglerOptions):
        raise TypeError("these are no house rules of Angler & Fish")
    return found


def _came_of(seen: bool | None) -> dict[str, str]:
    """What came of a cast: the card that was turned, or that it went unseen (AF-6, AF-7)."""
    if seen is None:
        return {"state": "unseen", "word": _("unseen")}
    return (
        {"state": "bite", "word": _("bite")} if seen else {"state": "no_bite", "word": _("no bite")}
    )


def _pair(view: AnglerView) -> tuple[int | None, str]:
    """The bait and the angler card that lie: one face down, or the pair of the cast that was settled last."""
    if view.bait is not None:
        return view.bait, "back"
    for entry in reversed(view.last):
        if isinstance(entry, CardTurned):
            return entry.value, "bite" if entry.bite else "no_bite"
        if isinstance(entry, Discarded):
            return entry.value, "gone"
    return None, "none"


def _caption(bait: int | None, card: str) -> str:
    match card:
        case "back":
            return ""
        case "bite":
            return _("The last card: bite")
        case "no_bite":
            return _("The last card: no bite")
        case "gone":
            return _("Nobody staked: the card went unseen")
    return _("No bait lies yet")


def _bite(sight: Sight, view: AnglerView, angler: str) -> str:
    if view.angler == sight.me:
        return _("You keep every staked fish, %(points)s points each.") % {"points": ANGLERS_FISH}
    return _("%(who)s keeps every staked fish, %(points)s points each.") % {
        "who": angler,
        "points": ANGLERS_FISH,
    }


def _not_seen(sight: Sight, view: AnglerView) -> str:
    """How many angler cards of each kind nobody has seen in this round: what everybody can count (AF-13)."""
    options = options_of(sight)
    bites = options.bites - view.used.seen.count(True)
    no_bites = options.no_bites - view.used.seen.count(False)
    text = _("%(bites)s and %(no_bites)s") % {
        "bites": ngettext("%(count)s bite", "%(count)s bites", bites) % {"count": bites},
        "no_bites": ngettext("%(count)s no-bite", "%(count)s no-bites", no_bites)
        % {"count": no_bites},
    }
    if view.bait is not None:
        text = _("%(cards)s, this card among them") % {"cards": text}
    if view.unseen:
        went = ngettext(
            "%(count)s of them went unseen", "%(count)s of them went unseen", view.unseen
        )
        text = f"{text}; {went % {'count': view.unseen}}"
    return text


def _row(sight: Sight, view: AnglerView, staked: dict[Seat, int], place: int) -> dict[str, Any]:
    seat = view.order[place]
    left = view.fish_left[seat]
    row = {"name": _name(sight, seat), "me": seat == sight.me, "fish": [], "maybe": _each(left)}
    if seat in staked:
        fish = staked[seat]
        word = _("staked %(count)s") % {"count": fish} if fish else _("staked none")
        return row | {"state": "done", "fish": _each(fish), "maybe": [], "word": word}
    if not left:
        return row | {"state": "none", "word": _("no fish left")}
    if view.phase != "staking":
        word = ngettext("%(count)s fish", "%(count)s fish", left) % {"count": left}
        return row | {"state": "waits", "word": word}
    if seat == view.next:
        return row | {"state": "live", "word": _("choosing")}
    return row | {"state": "waits", "word": _after(sight, view, staked, place)}


def _after(sight: Sight, view: AnglerView, staked: dict[Seat, int], place: int) -> str:
    """After whom somebody stakes who isn't next yet."""
    before = [seat for seat in view.order[:place] if seat not in staked and view.fish_left[seat]]
    if before[-1] == sight.me:
        return _("after you")
    return _("after %(who)s") % {"who": sight.names[before[-1]]}


def _order(sight: Sight, view: AnglerView) -> str:
    """From which side of the angler this round goes (AF-11)."""
    mine, who = view.angler == sight.me, {"who": sight.names[view.angler]}
    if view.round % 2:
        return _("From your left.") if mine else _("From %(who)s’s left.") % who
    return _("From your right.") if mine else _("From %(who)s’s right.") % who


def _last(view: AnglerView) -> str:
    """How many casts are left, and what the last one is (AF-5)."""
    left = len(view.baits_left) + (view.bait is not None)
    if view.phase == "over" or left <= 1:
        return ""
    count = ngettext("%(count)s bait is left", "%(count)s baits are left", left) % {"count": left}
    if view.bait is not None:
        count = _("%(baits)s, this one included") % {"baits": count}
    return _(
        "%(baits)s. On the last one nobody chooses: all fish that are left are staked, and it is always a bite, "
        "the only card left then."
    ) % {"baits": count}


def _kept(view: AnglerView, who: str) -> str:
    """What the angler has kept in this round; ``who`` is empty where the angler reads it."""
    values = {"who": who, "fish": view.kept, "points": ANGLERS_FISH * view.kept}
    if who:
        text = _("%(who)s keeps %(fish)s fish: %(points)s points.")
        return (text if view.kept else _("%(who)s keeps no fish yet.")) % values
    text = _("You keep %(fish)s fish: %(points)s points.")
    return (text if view.kept else _("You keep no fish yet.")) % values


def _each(fish: int) -> list[int]:
    """A number for each of so many fish, for a template to draw."""
    return list(range(1, fish + 1))


def _name(sight: Sight, seat: Seat) -> str:
    return _("You") if seat == sight.me else sight.names[seat]
