"""Which fragments of an evening each surface shows, and the context they are rendered from."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Event, Match
from events.queries.evening import awaited, console, parts, ruling, wall
from events.queries.evening.alarms import alarm_lines
from events.queries.evening.personal import me as told_me
from events.queries.evening.standing import Standing
from events.queries.programme import title_of

FRAGMENTS: dict[str, dict[str, tuple[str, ...]]] = {
    "event": {"events/parts.html": ("status", "announcement", "me", "prizes", "entries")},
    "live": {
        "events/parts.html": (
            "where",
            "stage",
            "announcement",
            "ruling",
            "waived",
            "me",
            "calls",
            "draw",
            "prizes",
            "rundown",
        )
    },
    "host": {
        "events/parts.html": ("stage", "announcement", "ruling", "waived", "rundown"),
        "events/host_alarms.html": ("alarms",),
        "events/host_parts.html": (
            "disputes",
            "deck",
            "hostcalls",
            "roster",
            "fit",
            "lines",
            "inline",
        ),
    },
    "screen": {"events/screen_parts.html": ("wallhead", "wallstage", "wallsay")},
}
"""The parts of a page that an event fills, by surface and template."""

Fragments = Sequence[tuple[str, str]]
Context = Mapping[str, Any]


def evening_contents(
    event: Event, surface: str, audience: str
) -> tuple[int, Fragments, Context, Mapping[str, Context]]:
    """The event's seq, its fragments as (id, template), their context, and what single fragments need besides.

    For one ``event`` object everything is read once and the shared context is one object, however many audiences are
    asked for: a hall full of people costs little more than one of them.
    """
    standing = Standing.of(event)
    fragments = [
        (name, f"{template}#{name}")
        for template, names in FRAGMENTS[surface].items()
        for name in names
    ]
    if surface not in standing.contexts:
        standing.contexts[surface] = _context(standing, surface)
    personal = surface in ("live", "event")
    own: dict[str, dict[str, Any]] = {"me": {"me": told_me(standing, audience)}} if personal else {}
    if surface == "live":
        table = own_table(standing, audience)
        own["where"] = {"where": whereabouts(standing, own["me"]["me"].get("name", ""), table)}
        if table is not None:
            shared = standing.contexts[surface]["stage"]
            own["stage"] = {"stage": shared | {"match": table.public_id, "tables": []}}
    return event.seq, fragments, standing.contexts[surface], own


def evening_context(event: Event, surface: str, audience: str) -> tuple[int, dict[str, Any]]:
    """The event's seq and the whole context of a page for that audience."""
    seq, _fragments, context, own = evening_contents(event, surface, audience)
    whole = dict(context)
    for more in own.values():
        whole |= more
    return seq, whole


def _context(standing: Standing, surface: str) -> dict[str, Any]:
    common = {
        "event": {"title": standing.event.title},
        "stage": stage(standing, surface),
        "announcement": parts.announcement(standing),
    }
    match surface:
        case "screen":
            return common | {
                "wallhead": wall.head(standing),
                "wallstage": wall.stage(standing),
                "wallruling": ruling.wall_line(standing),
            }
        case "host":
            return common | {
                **console.deck(standing),
                "alarms": alarm_lines(standing),
                "command_url": reverse("event-command", args=[standing.event.public_id]),
                "ticket": "",
                "disputes": ruling.cards(standing),
                # What is open stands on the cards.
                "ruling": ruling.ruling(standing) | {"open": []},
                "waived": ruling.waived(standing),
                "deck_hidden": standing.open_match is not None,
                "rundown": parts.rundown(standing),
                "hostcalls": console.hostcalls(standing),
                "hostcalls_note": _("Whoever doesn’t answer is passed over by the clock.")
                if standing.calling
                else "",
                "roster": console.roster(standing),
                "fit": console.fit_line(standing),
                "lines": console.lines(
                    standing, f"{settings.PUBLIC_URL}/join/{standing.event.pin}/"
                ),
                "inline": console.inline(standing),
                "inline_hidden": standing.table_tells,
            }
    shown = common | {
        "prizes": parts.prizes(standing),
        "prizes_note": parts.prizes_note(standing),
    }
    if surface == "event":
        return shown | {"status": parts.status(standing), "entries": parts.entries(standing)}
    return shown | {
        "ruling": ruling.ruling(standing),
        "waived": ruling.waived(standing),
        "calls": parts.calls(standing),
        "draw": parts.draw(standing),
        "rundown": parts.rundown(standing),
    }


def stage(standing: Standing, surface: str) -> dict[str, Any]:
    """Which match a page should watch, and what stands there while there is none."""
    match = standing.match
    live = surface == "live"
    # Of several tables a page shows its reader's, or the one they chose; the wall shows each in turn.
    chosen = len(standing.tables) > 1 and surface in ("live", "host", "screen")
    over = standing.event.state in (Event.State.FINISHED, Event.State.SETTLED)
    return {
        "match": match.public_id if match and not chosen else "",
        "tables": _tables(standing, surface) if chosen else [],
        "quiet": _quiet(standing) if live else None,
        "results_url": reverse("results", args=[standing.event.public_id]) if live and over else "",
    }


def _tables(standing: Standing, surface: str) -> list[dict[str, Any]]:
    """The tables of a round that has several, to choose one to look at (EV-9)."""
    page = reverse(surface, args=[standing.event.public_id])
    return [
        {
            "url": f"{page}?table={number}",
            "topic": match.topic,
            "label": _("Table %(number)s") % {"number": number},
            "over": match.ended_at is not None,
        }
        for number, match in enumerate(standing.tables, start=1)
    ]


def whereabouts(standing: Standing, name: str, table: Match | None) -> str:
    """The line under the evening's title: the round, of several tables one's own, and as whom one is there."""
    at = [title_of(standing.match.round)] if standing.match else []
    if table is not None:
        at.append(_("Table %(number)s") % {"number": standing.tables.index(table) + 1})
    return " · ".join([*at, name or _("Watching")])


def own_table(standing: Standing, audience: str) -> Match | None:
    """Of several tables, the one this person sits at."""
    if len(standing.tables) < 2:
        return None
    entry = next(
        (one for one in standing.entries if audience == f"person/{one.person.public_id}"), None
    )
    return standing.own_tables.get(entry.pk) if entry else None


def _quiet(standing: Standing) -> dict[str, Any] | None:
    """What stands where the table will be: a title, a sentence, and a count where something is due."""
    if standing.match is not None:
        return None
    state = standing.event.state
    if state == Event.State.CANCELLED:
        return {"title": _("This evening doesn’t take place"), "text": ""}
    if state in (Event.State.FINISHED, Event.State.SETTLED):
        return {"title": _("The evening is over"), "text": _("No round was played.")}
    if not standing.has_closed:
        told = parts.status(standing)
        then = _("Then names are drawn, and play begins on this page.")
        return {
            "title": told["count_title"] or told["word"],
            "text": f"{told['count_note']}. {then}" if told["count_note"] else then,
            "count_at_ms": told["count_at_ms"],
        }
    waits = awaited.told(standing)
    if waits is not None:
        return {"title": waits["title"], "text": waits["text"], "count_at_ms": waits["at_ms"]}
    if standing.calling:
        return {
            "title": _("The players are called"),
            "text": _("Play begins when they have said that they are here."),
        }
    return {"title": _("Waiting for the draw"), "text": _("The host draws names in a moment.")}
