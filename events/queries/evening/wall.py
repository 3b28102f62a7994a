"""What the projector shows of an evening, while no match fills it."""

from typing import Any

from django.utils.translation import gettext as _

from events.models import Call, Event
from events.queries.evening import awaited
from events.queries.evening.forms import running_clock
from events.queries.evening.parts import local
from events.queries.evening.standing import Standing
from events.queries.programme import in_words, prize_place, title_of


def head(standing: Standing) -> dict[str, Any]:
    """The line at the top: who is called, or which round it is."""
    called = [
        call
        for call in (standing.calls if standing.calling else [])
        if call.state == Call.State.CALLED
    ]
    if called:
        first = min(called, key=lambda call: call.deadline)
        clock = running_clock(first.deadline, standing.event.answer_s)
        return {
            "call": {"name": first.registration.name, "clock": clock},
            "more": len(called) - 1,
            "word": "",
        }
    word = standing.round_name
    if word and len(standing.labels) > 1 and standing.round is not None:
        word = _("%(round)s, %(number)s of %(count)s") % {
            "round": word,
            "number": standing.round.number,
            "count": max(standing.round.number, len(standing.labels)),
        }
    return {"call": None, "more": 0, "word": word}


def stage(standing: Standing) -> dict[str, Any]:
    """The middle of the wall."""
    event = standing.event
    told: dict[str, Any] = {"text": "", "count_at_ms": None, "big": "", "rows": [], "drawn": []}
    if standing.open_match is not None:
        return told | {"kind": "match", "title": ""}
    if event.state in (Event.State.FINISHED, Event.State.SETTLED):
        return told | {"kind": "results", "title": _("Results"), "rows": _rows(standing)}
    if event.state == Event.State.CANCELLED:
        return told | {"kind": "over", "title": _("This evening doesn’t take place")}
    waits = awaited.told(standing)
    if waits is not None and waits["for_draw"]:
        return told | {
            "kind": "between",
            "title": waits["title"],
            "count_at_ms": waits["at_ms"],
            "text": waits["text"],
        }
    if standing.calling:
        return told | {
            "kind": "draw",
            "title": _("Drawn"),
            "drawn": [
                {"name": call.registration.name, "here": call.state == Call.State.HERE}
                for call in standing.calls
                if call.state != Call.State.PASSED
            ],
            "text": waits["text"] if waits else _("Press “I am here” on your page."),
        }
    coming = standing.coming if standing.planned_left else None
    if standing.seated and coming is None:
        return told | {
            "kind": "between",
            "title": _("All rounds are played"),
            "rows": _rows(standing),
            "text": _("Thank you for playing. %(host)s closes the evening.") % {"host": event.host},
        }
    if standing.seated and coming is not None:
        soon = (
            _("The %(count)s winners meet in the final.") % {"count": len(coming.seats)}
            if coming.seats
            else _("Names for %(round)s are drawn soon.")
            % {"round": in_words(coming.kind, coming.number)}
        )
        return told | {
            "kind": "between",
            "title": _("Between rounds"),
            "rows": _rows(standing),
            "text": soon,
        }
    if standing.has_closed:
        names = _("%(count)s names are on the list. The first are drawn in a moment.") % {
            "count": len(standing.listed)
        }
        return told | {"kind": "between", "title": _("Registration has closed"), "text": names}
    return told | _registration(standing)


def _registration(standing: Standing) -> dict[str, Any]:
    event = standing.event
    opened = standing.is_open
    at = event.closes_at if opened else event.opens_at
    text = _("%(count)s of %(places)s places taken, until %(time)s")
    return {
        "kind": "registration",
        "title": _("Registration closes in") if opened else _("Registration opens in"),
        "count_at_ms": int(at.timestamp() * 1000),
        "text": text
        % {"count": len(standing.listed), "places": event.capacity, "time": local(at, event)},
    }


def _rows(standing: Standing) -> list[dict[str, Any]]:
    return [
        {
            "place": prize_place(standing.event, award.prize)
            if award.prize
            else title_of(award.match.round)
            if award.match
            else _("Special prize"),
            "name": award.registration.name,
            "note": award.prize.title
            if award.prize
            else _("%(place)s prize") % {"place": award.place},
        }
        for award in standing.awards
    ][-6:]
