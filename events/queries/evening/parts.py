"""What everybody sees of an evening: its state, who is entered, who is called, what can be won."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Award, Call, Event, Round
from events.queries import fit, pictures
from events.queries.evening import awaited
from events.queries.evening.forms import running_clock
from events.queries.evening.standing import Standing
from events.queries.programme import ONE_BY_ONE, in_words, prize_place
from events.queries.spans import Span


def local(at: datetime, event: Event) -> str:
    """An instant on the host's clock, with the city, as every time is shown (design.md 6)."""
    city = event.zone.rsplit("/", 1)[-1].replace("_", " ")
    return f"{date_format(at.astimezone(ZoneInfo(event.zone)), 'H:i')} {city}"


def ends_line(event: Event, left: Span, now: datetime) -> str:
    """When the evening is over as things stand, on the host's clock; nothing where nothing is left."""
    if not left.mean:
        return ""
    about, rarely = fit.ends(left, now)
    return _("Ends about %(about)s, rarely after %(rarely)s.") % {
        "about": local(about, event),
        "rarely": local(rarely, event).split(" ", 1)[0],
    }


def status(standing: Standing) -> dict[str, Any]:
    """Whether registration is open, and until when by which clock."""
    event = standing.event
    told: dict[str, Any] = {"state": event.state, "word": event.get_state_display(), "text": ""}
    told |= {"count_title": "", "count_at_ms": None, "count_note": ""}
    if event.state == Event.State.PUBLISHED and standing.now < event.opens_at:
        return told | _count(_("Registration opens in"), event.opens_at, event)
    if standing.is_open:
        return (
            told | {"state": "open"} | _count(_("Registration closes in"), event.closes_at, event)
        )
    if event.state == Event.State.CANCELLED:
        return told | {"text": _("This evening doesn’t take place.")}
    if event.state in (Event.State.FINISHED, Event.State.SETTLED):
        return told | {"word": _("The evening is over"), "text": _("See the results for who won.")}
    if standing.has_closed:
        waits = awaited.told(standing)
        text = _("The list is closed with %(count)s names. Names are drawn from it, in public.")
        word = (
            _("Playing now") if event.state == Event.State.RUNNING else _("Registration has closed")
        )
        return told | {
            "state": event.state if event.state == Event.State.RUNNING else "closed",
            "word": word,
            "text": waits["text"] if waits else text % {"count": len(standing.listed)},
        }
    return told


def _count(title: str, at: datetime, event: Event) -> dict[str, Any]:
    note = _("at %(time)s, by our clock") % {"time": local(at, event)}
    return {"count_title": title, "count_at_ms": int(at.timestamp() * 1000), "count_note": note}


def announcement(standing: Standing) -> dict[str, Any] | None:
    """What the host says to everybody, while it stands."""
    event = standing.event
    if not event.announcement:
        return None
    said = event.ledger.filter(kind="announced").last()
    return {
        "text": event.announcement,
        "by": str(event.host),
        "at": said.at if said else event.created_at,
    }


def entries(standing: Standing) -> dict[str, Any]:
    """Who is entered, and who of them is here now."""
    rows = [
        {
            "name": entry.name,
            "here": standing.here[entry.person.public_id].state,
            "note": "" if entry in standing.listed else _("waiting for a place"),
        }
        for entry in standing.entries
    ]
    places_left = max(0, standing.event.capacity - len(standing.listed))
    return {
        "rows": rows,
        "total": len(standing.listed),
        "here": sum(row["here"] != "away" for row in rows),
        "places_left": places_left if standing.is_open else None,
        "frozen": standing.has_closed,
        "waiting": len(standing.entries) - len(standing.listed),
    }


def calls(standing: Standing) -> dict[str, Any]:
    """Who is called, and for how long they have."""
    shown = standing.calls if standing.calling else []
    return {"title": _("Called"), "rows": [call_row(standing, call) for call in shown]}


def call_row(standing: Standing, call: Call) -> dict[str, Any]:
    """One call in words, with its clock while it is open."""
    notes = {
        Call.State.CALLED: "",
        Call.State.HERE: _("is here"),
        Call.State.PASSED: _("passed over: %(reason)s") % {"reason": _(call.reason)},
    }
    is_open = call.state == Call.State.CALLED
    return {
        "id": call.pk,
        "name": call.registration.name,
        "seat_label": _("as a reserve") if call.rank > call.draw.places else "",
        "clock": running_clock(call.deadline, standing.event.answer_s) if is_open else None,
        "state": call.state,
        "note": notes[Call.State(call.state)],
    }


def draw(standing: Standing) -> dict[str, Any] | None:
    """Who was drawn for this round, who of them may try again (EV-6), and who would be called next.

    A KnockOut's draw is the order everybody plays in, which its queue shows: here stands only what decided it.
    """
    if standing.round is None or not standing.draws:
        return None
    waits = awaited.told(standing)
    if waits is not None and waits["for_draw"]:
        # Before the first match the middle of the page says it.
        return _awaited_draw(standing, waits) if standing.match is not None else None
    if standing.round.kind == Round.Kind.KNOCKOUT:
        return _knockout_draw(standing)
    state = "seated" if standing.seated else None
    second = {one.pk for one in standing.draws[1:]}
    drawn: list[dict[str, Any]] = []
    again: list[dict[str, Any]] = []
    # While they are called the list of calls names them, each with a clock.
    for call in [] if standing.calling else standing.calls:
        row = {
            "name": call.registration.name,
            "state": (state if call.state == Call.State.HERE else None) or call.state,
        }
        (again if call.draw_id in second else drawn).append(row)
    return {
        "title": _("Drawn for %(round)s")
        % {"round": in_words(standing.round.kind, standing.round.number)},
        "round": standing.round.number,
        "drawn": drawn,
        "again": again,
        "reserves": [{"name": entry.name} for entry in standing.reserves()],
        "note": _note(standing),
        "mark": awaited.mark(standing.draws),
        "seal_url": "",
    }


def _knockout_draw(standing: Standing) -> dict[str, Any]:
    assert standing.round is not None  # noqa: S101 - it has a draw
    return {
        "title": _("Draw for %(round)s")
        % {"round": in_words(standing.round.kind, standing.round.number)},
        "round": standing.round.number,
        "note": _cancelled(standing),
        "mark": awaited.mark(standing.draws),
    }


def _awaited_draw(standing: Standing, waits: dict[str, Any]) -> dict[str, Any]:
    assert standing.round is not None  # noqa: S101 - it has a draw
    return {
        "title": _("Draw for %(round)s")
        % {"round": in_words(standing.round.kind, standing.round.number)},
        "round": standing.round.number,
        "waits": waits,
    }


def _note(standing: Standing) -> str:
    if standing.round is not None and standing.round.kind == Round.Kind.FINAL:
        return _(
            "The winners meet; where each sits was drawn by a seed sealed before registration."
        )
    first, *second = (len(one.order) for one in standing.draws)
    words = [
        _("Drawn from %(pool)s names by a seed that was sealed before registration opened.")
        % {"pool": first}
    ]
    for count in second:
        words.append(
            _("The rest of the places were drawn from %(pool)s who have played.") % {"pool": count}
        )
    return " ".join([*words, _cancelled(standing)]).strip()


def _cancelled(standing: Standing) -> str:
    """Which draws for this round were cancelled before the one that stands, and why."""
    assert standing.round is not None  # noqa: S101 - it has a draw
    said = _("Draw %(draw)s was cancelled: %(reason)s.")
    return " ".join(
        said % {"draw": one.number, "reason": one.cancelled_reason.rstrip(".")}
        for one in standing.event.draws.filter(
            round__number=standing.round.number, cancelled_at__isnull=False
        )
    )


def prizes(standing: Standing) -> list[dict[str, Any]]:
    """What can be won, and by whom it was."""
    won: dict[int | None, list[Award]] = {}
    for award in standing.awards:
        if award.state != Award.State.VOID:
            won.setdefault(award.prize_id, []).append(award)
    return [
        {
            "place": prize_place(standing.event, prize),
            "title": prize.title,
            "from_whom": prize.from_whom,
            "announced": prize.announced,
            "picture": pictures.shown(standing.event, prize),
            "state": _prize_state(won.get(prize.pk, [])),
            "in_line": "",
            "winner": ", ".join(award.registration.name for award in won.get(prize.pk, [])),
        }
        for prize in standing.prizes
    ]


def _prize_state(awards: list[Award]) -> str:
    """How far a prize has come, where that is one word for all who won it."""
    words = {award.get_state_display().lower() for award in awards}
    return words.pop() if len(words) == 1 else ""


def prizes_note(standing: Standing) -> str:
    """Whether the prizes can still be changed, and how long they wait for who won them."""
    if not standing.prizes:
        return ""
    days = standing.event.claim_days
    claimed = ngettext(
        "Who wins one has %(n)s day to claim it.", "Who wins one has %(n)s days to claim it.", days
    ) % {"n": days}
    if standing.has_closed or standing.is_open:
        return f"{_('Fixed since registration opened.')} {claimed}"
    return f"{_('The host can’t change them once registration has opened.')} {claimed}"


def rundown(standing: Standing) -> list[dict[str, Any]]:
    """The evening in order: what is done, what is going on, what comes."""
    event = standing.event
    over = event.state in (Event.State.FINISHED, Event.State.SETTLED)
    steps = [
        _step(_("Registration opens"), event.opens_at, event, done=standing.now >= event.opens_at),
        _step(
            _("Registration closes"),
            event.closes_at,
            event,
            done=standing.has_closed,
            now=standing.is_open,
            note=_("%(count)s names, list frozen") % {"count": len(standing.listed)}
            if standing.has_closed
            else "",
        ),
    ]
    heats = sum(1 for label in standing.labels) - 1
    for number, label in enumerate(standing.labels, start=1):
        if event.format == Event.Format.HEATS_AND_FINAL and number <= heats and heats > 1:
            label = _("%(heat)s of %(heats)s") % {"heat": label, "heats": heats}
        steps.append(_round_step(standing, number, label, over=over))
    steps.append(_step(_("Prizes and thanks"), None, event, done=over, state="end"))
    return steps


def _round_step(standing: Standing, number: int, label: str, *, over: bool) -> dict[str, Any]:
    winners = [
        award.registration.name
        for award in standing.awards
        if award.match and award.match.round.number == number and award.place in ("main", "first")
    ]
    current = standing.round is not None and standing.round.number == number
    goes_on = current and standing.open_match is not None
    done = (bool(winners) and not goes_on) or over
    note = _("won by %(who)s") % {"who": ", ".join(winners)} if winners else ""
    if not note and standing.event.format == Event.Format.HEATS_AND_FINAL:
        last = number == len(standing.labels)
        if last:
            note = _("the winners meet, for the prizes")
        elif standing.event.game in ONE_BY_ONE:
            note = _("its winner is in the final")
        else:
            note = _("each table’s winner is in the final")
    return _step(label, None, standing.event, done=done, now=current and not done, note=note)


def _step(
    title: str,
    at: datetime | None,
    event: Event,
    *,
    done: bool,
    now: bool = False,
    note: str = "",
    state: str = "next",
) -> dict[str, Any]:
    when = date_format(at.astimezone(ZoneInfo(event.zone)), "H:i") if at else ""
    return {
        "at": None,
        "at_word": _("now") if now else when,
        "title": title,
        "note": note,
        "state": "done" if done else "now" if now else state,
    }
