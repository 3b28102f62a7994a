"""One person's own evening: on the list, called, here, at the table, a prize to claim."""

from typing import Any

from django.utils.translation import gettext as _

from events.models import Award, Call, Registration, Round
from events.queries import exclusions
from events.queries.evening.forms import form, running_clock
from events.queries.evening.standing import Standing
from events.queries.programme import in_words


def me(standing: Standing, audience: str) -> dict[str, Any]:
    """What this person must know or do; nothing for somebody who only watches."""
    entry = _entry_of(standing, audience)
    if entry is None:
        return _told("stranger", "", "")
    if entry.status == Registration.Status.WITHDRAWN:
        return _told("out", "", "")
    if entry.status in (Registration.Status.REMOVED, Registration.Status.DISQUALIFIED):
        title, text = exclusions.told(entry)
        return _told("out", title, text)
    won = [
        award
        for award in standing.awards
        if award.registration_id == entry.pk and award.prize is not None
    ]
    unclaimed = next((award for award in won if award.state == Award.State.AWARDED), None)
    call = next((call for call in standing.calls if call.registration_id == entry.pk), None)
    if call is not None and call.state == Call.State.CALLED:
        return _called(standing, call)
    if unclaimed is not None:
        return _to_claim(standing, unclaimed)
    if call is not None and standing.calling:
        return _answered(standing, call)
    if _sits(standing, entry):
        return _told("seated", "", "", name=entry.name)
    return _listed(standing, entry, won)


def _sits(standing: Standing, entry: Registration) -> bool:
    """Whether somebody has a seat in a match that goes on."""
    if len(standing.tables) > 1:
        own = standing.own_tables.get(entry.pk)
        return own is not None and own.ended_at is None
    match = standing.open_match
    return match is not None and match.seats.filter(registration=entry).exists()


def _between(standing: Standing, entry: Registration) -> dict[str, Any]:
    """After a round, for somebody who has nothing to claim: what can still come."""
    coming = standing.coming
    if not standing.is_over and standing.planned_left and _is_finalist(standing, entry):
        return _told(
            "registered",
            _("You are in the final"),
            _("Keep this page open, %(name)s. You are called on it.") % {"name": entry.name},
            name=entry.name,
        )
    eligible = {pk for pool in coming.pools for pk in pool.eligible} if coming else set()
    if standing.is_over or not standing.planned_left or entry.pk not in eligible or coming is None:
        return _told("registered", "", "", name=entry.name)
    if standing.open_match is not None:
        return _told(
            "registered",
            _("You can be drawn for the next round"),
            _("Keep this page open, %(name)s. You are called on it.") % {"name": entry.name},
            name=entry.name,
        )
    return _told(
        "registered",
        _("You can be drawn for %(round)s") % {"round": in_words(coming.kind, coming.number)},
        _("Keep this page open, %(name)s. The host draws in a moment.") % {"name": entry.name},
        name=entry.name,
    )


def _is_finalist(standing: Standing, entry: Registration) -> bool:
    """Whether somebody has won a heat of this evening."""
    heats = standing.event.matches.filter(round__kind__in=Round.BEFORE_A_FINAL).exclude(
        ended_at=None
    )
    return heats.filter(seats__registration=entry, seats__place=1).exists()


def _entry_of(standing: Standing, audience: str) -> Registration | None:
    kind, _slash, person_id = audience.partition("/")
    if kind != "person":
        return None
    return (
        standing.event.registrations.filter(person__public_id=person_id)
        .select_related("person")
        .order_by("number")
        .last()
    )


def _told(state: str, title: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "state": state,
        "title": title,
        "text": text,
        "clock": None,
        "action": None,
        "more": [],
        "alert": False,
    } | more


def _called(standing: Standing, call: Call) -> dict[str, Any]:
    limit = standing.event.answer_s
    return _told(
        "called",
        _("You are called"),
        _("Say that you are here, and you play in %(round)s.")
        % {"round": in_words(call.draw.round.kind, call.draw.round.number)},
        clock=running_clock(call.deadline, limit, _("to answer, then the next is called")),
        action=form(standing.event, "Answer", _("I am here")),
        alert=True,
    )


def _answered(standing: Standing, call: Call) -> dict[str, Any]:
    if call.state == Call.State.HERE and standing.awaited:
        return _told(
            "here",
            _("You are in"),
            _("The line-up is locked. Play begins in a moment: keep this page open."),
        )
    if call.state == Call.State.HERE:
        return _told(
            "here",
            _("You are in"),
            _("Waiting for the others who are called. Keep this page open."),
        )
    return _told(
        "out",
        _("You were passed over"),
        _("Reason: %(reason)s. You can be drawn again in the next round.")
        % {"reason": _(call.reason)},
    )


def _to_claim(standing: Standing, award: Award) -> dict[str, Any]:
    title = award.prize.title if award.prize else ""
    return _told(
        "won",
        _("You won: %(prize)s") % {"prize": title},
        _("Claim it, and %(host)s hands it over.") % {"host": standing.event.host},
        action=form(standing.event, "Claim", _("Claim it"), award=award.pk),
        alert=True,
    )


def _listed(standing: Standing, entry: Registration, won: list[Award]) -> dict[str, Any]:
    if won:
        prize = won[-1]
        return _told(
            "claimed",
            _("You won: %(prize)s") % {"prize": prize.prize.title if prize.prize else ""},
            _("Delivered.")
            if prize.state == Award.State.DELIVERED
            else _("Claimed. %(host)s hands it over.") % {"host": standing.event.host},
        )
    if entry.status == Registration.Status.WAITING:
        ahead = sum(
            other.status == Registration.Status.WAITING and other.number <= entry.number
            for other in standing.entries
        )
        text = (
            _("Registration closed before a place came free. You can watch.")
            if standing.has_closed
            else _("You are number %(place)s in line for a place, as %(name)s.")
            % {"place": ahead, "name": entry.name}
        )
        return _told("waiting", _("All places are taken"), text, name=entry.name)
    if standing.seated:
        return _between(standing, entry)
    number = standing.listed.index(entry) + 1 if entry in standing.listed else entry.number
    text = _("You are %(name)s, number %(number)s of %(count)s.") % {
        "name": entry.name,
        "number": number,
        "count": len(standing.listed),
    }
    if standing.event.state in ("finished", "settled"):
        return _told("out", "", "")
    hint = (
        _("You need this page open when names are drawn.")
        if standing.has_closed
        else _("Closing this page doesn’t take you off the list.")
    )
    return _told("registered", _("You are on the list"), f"{text} {hint}", name=entry.name)
