"""What the host sees: the one next action, the calls, everybody, lines to paste, prizes."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Award, Call, Event
from events.queries import fit
from events.queries.evening import awaited
from events.queries.evening.forms import action, form, running_clock
from events.queries.evening.parts import call_row, ends_line, local
from events.queries.evening.standing import Standing
from events.queries.programme import ONE_BY_ONE, in_words, prize_place, seats_of
from games.programme import FEWEST, TABLE, Next

MOST_HEATS = 6
"""How many heats a host may ask for."""
ROWS = 30
"""How many people a column of the console names; the rest is a number, and looked for."""
_OVER = (Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED)


def deck(standing: Standing) -> dict[str, Any]:
    """The next action between matches: what it is, and what happens if the host does nothing."""
    event = standing.event
    told: dict[str, Any] = {
        "just": _just(standing),
        "actions": [],
        "opens": [],
        "if_nothing": "",
        "deadline": None,
        "link": None,
    }
    if event.state == Event.State.CANCELLED:
        return told | {"headline": _heading(_("This evening doesn’t take place"), "")}
    if event.state in _OVER:
        results = {
            "url": reverse("results", args=[event.public_id]),
            "label": _("Open the results"),
        }
        heading = _heading(_("The evening is over"), _over_text(standing))
        return told | {"headline": heading, "link": results}
    if not standing.has_closed:
        return told | _before_closing(standing)
    if standing.awaited:
        return told | awaited.deck(standing)
    if standing.calling and any(call.state == Call.State.CALLED for call in standing.calls):
        return told | _while_calling(standing)
    return told | _between_rounds(standing)


def _before_closing(standing: Standing) -> dict[str, Any]:
    event = standing.event
    if event.state == Event.State.DRAFT:
        text = _("Nobody sees it yet. Publish it from the planning page.")
        return {"headline": _heading(_("This evening is a draft"), text)}
    count = len(standing.listed)
    text = _("%(count)s of %(places)s places are taken. You can draw once registration has closed.")
    actions: list[dict[str, Any]] = []
    if event.rehearsal and standing.is_open:
        if count >= 2:
            actions.append(action(event, "CloseNow", _("Close registration now")))
        actions.append(
            action(event, "AddPractice", _("Add 6 practice players"), kind="solid", count=6)
        )
    at = event.closes_at if standing.is_open else event.opens_at
    until = (
        _("until registration closes, at %(time)s")
        if standing.is_open
        else _("until registration opens, at %(time)s")
    )
    return {
        "headline": _heading(
            _("Registration is open") if standing.is_open else _("Registration opens later"),
            text % {"count": count, "places": event.capacity},
        ),
        "if_nothing": _("registration opens and closes by itself at its time."),
        "actions": actions,
        "deadline": running_clock(at, 0, until % {"time": local(at, event)}),
    }


def _while_calling(standing: Standing) -> dict[str, Any]:
    here = sum(call.state == Call.State.HERE for call in standing.calls)
    waiting = [call.registration.name for call in standing.calls if call.state == Call.State.CALLED]
    return {
        "headline": _heading(
            _("Calling the players"),
            _("%(here)s are here. Waiting for %(names)s.")
            % {"here": here, "names": ", ".join(waiting)},
        ),
        "if_nothing": _("whoever doesn’t answer is passed over, and the next reserve is called."),
        "opens": [awaited.opens("panel-redraw", _("Cancel and draw again"), kind="quiet")],
    }


def _between_rounds(standing: Standing) -> dict[str, Any]:
    event, coming = standing.event, standing.coming
    finish = _("Finish the evening")
    if coming is None:
        if standing.rounds_played == 0:
            title = _("Too few to play")
            text = _("It takes two. Finish the evening, or cancel it on the planning page.")
        else:
            title = _("All rounds are played")
            text = _("Finish to open every seal and show the results.")
        return {"headline": _heading(title, text), "actions": [action(event, "Finish", finish)]}
    wanted = standing.planned_left
    name = in_words(coming.kind, coming.number)
    draw = action(
        event, "Draw", _("Draw %(round)s") % {"round": name}, kind="go" if wanted else "solid"
    )
    draws, asks = [draw], []
    if event.entropy_mode == Event.EntropyMode.PUBLIC:
        # Before the list is frozen the host says which text will decide.
        draws, asks = [], [awaited.opens("panel-draw", draw["label"], kind=draw["kind"])]
    done = action(event, "Finish", finish, kind="solid" if wanted else "go")
    if wanted:
        title = (
            _("%(round)s is over") % {"round": standing.round_name}
            if standing.rounds_played
            else _("The list is closed")
        )
        actions = [done] if standing.rounds_played else _heats(standing)
        text = _who_is_drawn(event, coming)
        if coming.kind in ("heat", "heats") and not standing.rounds_played and standing.heats > 1:
            planned = _("%(heats)s heats and a final are planned.")
            text = f"{planned % {'heats': standing.heats}} {text}"
        return {
            "headline": _heading(title, text),
            "actions": [*draws, *actions],
            "opens": asks,
        }
    return {
        "headline": _heading(
            _("All planned rounds are played"),
            _("Finish to open every seal and show the results, or draw one more round."),
        ),
        "actions": [done, *draws],
        "opens": asks,
    }


def _heats(standing: Standing) -> list[dict[str, Any]]:
    """One heat more or fewer, as long as none was drawn (EV-4)."""
    event = standing.event
    if event.format != Event.Format.HEATS_AND_FINAL:
        return []
    now, most = standing.heats, min(MOST_HEATS, seats_of(event.game))
    found = []
    for number in (now - 1, now + 1):
        label = _("%(heats)s heats instead") % {"heats": number}
        if FEWEST <= number <= most and number * FEWEST <= len(standing.listed):
            found.append(action(event, "SetHeats", label, kind="solid", heats=number))
    return found


def _who_is_drawn(event: Event, coming: Next) -> str:
    """How many play next, and where they come from."""
    if len(coming.seats) > coming.places:
        return _("%(places)s of the %(count)s winners are drawn for the final.") % {
            "places": coming.places,
            "count": len(coming.seats),
        }
    if coming.seats:
        return _("The %(count)s winners meet in the final.") % {"count": len(coming.seats)}
    first, *again = coming.pools
    if coming.kind == "knockout":
        text = _("All %(count)s play; the draw is the order they are called in.")
        text %= {"count": first.places}
        return text if first.places >= TABLE else f"{text} {_few()}"
    words = [
        _("%(places)s names are drawn from %(count)s.")
        % {"places": first.places, "count": len(first.eligible)}
    ]
    for pool in again:
        words.append(
            ngettext(
                "One more gets to try again.",
                "%(places)s more get to try again.",
                pool.places,
            )
            % {"places": pool.places}
        )
    if coming.tables > 1:
        words.append(_("They play side by side, at %(tables)s tables.") % {"tables": coming.tables})
    if event.game not in ONE_BY_ONE:
        return " ".join(words)
    if coming.kind == "heat" and coming.number == 1 and len(first.eligible) < TABLE:
        words.append(_few())
    if coming.kind == "round" and coming.places < TABLE:
        words.append(_("With fewer than six the table isn’t full."))
    return " ".join(words)


def _few() -> str:
    """The warning below six (EV-8), which never blocks."""
    return _("That is fewer than six: you can play, wait, or cancel on the planning page.")


def _heading(title: str, text: str) -> dict[str, Any]:
    return {"whose": "you", "title": title, "text": text}


def _over_text(standing: Standing) -> str:
    owed = [
        award
        for award in standing.awards
        if award.prize and award.state in (Award.State.AWARDED, Award.State.CLAIMED)
    ]
    if owed:
        return _("%(count)s prizes are still to be handed over: see the results.") % {
            "count": len(owed)
        }
    return _("Everything is on the results page.")


def _just(standing: Standing) -> str:
    if standing.round is not None and standing.seated and standing.open_match is None:
        winners = [
            award.registration.name
            for award in standing.awards
            if award.match_id in {match.pk for match in standing.tables}
            and award.place in ("main", "first")
        ]
        if winners:
            return _("%(who)s won: %(round)s.") % {
                "who": ", ".join(winners),
                "round": standing.round_name,
            }
    return ""


def hostcalls(standing: Standing) -> list[dict[str, Any]]:
    """The calls with what the host can do about each."""
    rows = []
    for call in standing.calls if standing.calling else []:
        row = call_row(standing, call)
        is_open = call.state == Call.State.CALLED
        here = standing.here.get(call.registration.person.public_id)
        if is_open and here is not None:
            row["note"] = _("page open") if here.state == "here" else _("page not open")
        row["again"] = form(standing.event, "CallAgain", "", call=call.pk) if is_open else None
        row["pass"] = form(standing.event, "PassOver", "", call=call.pk) if is_open else None
        row["back"] = None
        rows.append(row)
    return rows


def roster(standing: Standing) -> dict[str, Any]:
    """Everybody by where they are; at a KnockOut's table that is the table's to show."""
    if standing.table_tells:
        return {"hidden": True, "summary": "", "columns": [], "find_url": ""}
    seated = (
        {entry for entry, match in standing.own_tables.items() if match.ended_at is None}
        if standing.open_match
        else set()
    )
    at_table = [entry for entry in standing.listed if entry.pk in seated]
    listed = [entry for entry in standing.listed if entry.pk not in seated]
    waiting = [entry for entry in standing.entries if entry not in standing.listed]
    columns = [
        (_("At the table"), False, at_table, _("%(count)s at the table")),
        (_("On the list"), True, listed, _("%(count)s on the list")),
        (_("Waiting for a place"), True, waiting, _("%(count)s waiting for a place")),
    ]
    shown = [column for column in columns if column[2]]
    return {
        "hidden": False,
        "find_url": reverse("find", args=[standing.event.public_id]) if standing.entries else "",
        "summary": ", ".join(words % {"count": len(rows)} for *_head, rows, words in shown)
        or _("nobody yet"),
        "columns": [
            _column(standing, title, rows, ordered=ordered)
            for title, ordered, rows, _words in shown
        ],
    }


def _column(standing: Standing, title: str, entries: list[Any], *, ordered: bool) -> dict[str, Any]:
    rest = len(entries) - ROWS
    return {
        "title": title,
        "ordered": ordered,
        "rows": _people(standing, entries[:ROWS]),
        "more": ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}
        if rest > 0
        else "",
    }


def _people(standing: Standing, entries: list[Any]) -> list[dict[str, Any]]:
    event = standing.event
    over = event.state in _OVER
    return [
        {
            "name": entry.name,
            "here": standing.here[entry.person.public_id].state,
            "note": "",
            "menu": []
            if over
            else [
                {
                    **form(event, "Remove", _("Remove from the evening"), entry=entry.pk),
                    "kind": "danger",
                    "confirm": _("Remove %(name)s from this evening?") % {"name": entry.name},
                }
            ],
        }
        for entry in entries
    ]


def fit_line(standing: Standing) -> str:
    """How long it takes with who is in so far; once the list is closed, when it ends."""
    event = standing.event
    if standing.is_over or event.state == Event.State.DRAFT or standing.table_tells:
        return ""
    if standing.has_closed:
        # Counted from what the ledger last said, so that a page says the same however late it is drawn.
        return ends_line(event, fit.span_left(event, None), standing.told_at)
    count = len(standing.listed)
    if count < FEWEST:
        return ""
    span = fit.about(fit.evening_span(event, count))
    return _("With the %(count)s who are entered: %(span)s.") % {"count": count, "span": span}


def lines(standing: Standing, join_address: str) -> list[dict[str, Any]]:
    """Ready sentences for the community's chat."""
    event = standing.event
    invitation = (
        _("%(title)s: watch at %(address)s")
        if standing.has_closed
        else _("%(title)s: register at %(address)s")
    )
    found = [_line(invitation % {"title": event.title, "address": join_address})]
    if event.state == Event.State.CANCELLED:
        found = []
    called = [call.registration.name for call in standing.calls if call.state == Call.State.CALLED]
    if standing.calling and called:
        found.append(
            _line(
                _("%(names)s: you are called. Press “I am here” on your page.")
                % {"names": ", ".join(called)}
            )
        )
    for award in standing.awards:
        if award.prize is not None:
            found.append(
                _line(
                    _("%(name)s wins %(prize)s. Thank you for playing!")
                    % {"name": award.registration.name, "prize": award.prize.title}
                )
            )
    return found


def _line(text: str) -> dict[str, Any]:
    return {"text": text, "ready": True, "note": ""}


def inline(standing: Standing) -> list[dict[str, Any]]:
    """The prizes and how far each has come; one that several take has a line for each."""
    won: dict[int | None, list[Award]] = {}
    for award in standing.awards:
        won.setdefault(award.prize_id, []).append(award)
    rows = []
    for prize in standing.prizes:
        title = f"{prize_place(standing.event, prize)}: {prize.title}"
        awards = won.get(prize.pk, [])
        rows += [
            {"name": award.registration.name, "why": "", "prize": title, "state": award.state}
            for award in awards
        ]
        if not awards:
            rows.append({"name": "", "why": "", "prize": title, "state": "waiting"})
    return rows
