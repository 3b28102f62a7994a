"""Awards that are put right: declared void, handed on, or given by the host as they like."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.domain.successors import award_custom, award_successor, void_award
from events.forms.awards import GiveForm, SuccessorForm, VoidForm
from events.models import Award, Prize, Registration
from events.queries import handover, results, successors
from events.queries.roles import Action
from events.views.access import check_state, event_for, visitor
from events.views.answers import answered
from events.views.asking import Ask, ask, attempt
from events.views.prizes import award_or_404
from events.views.written import write


@never_cache
@answered("GET", "POST")
def void(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """Say that an award doesn't stand, and why; the prize can go to the next at once."""
    event = event_for(request, event_id, Action.VOID_AWARD)
    award = award_or_404(event, award_id)
    form = VoidForm(award, request.POST or None)
    status = 200
    if request.method == "POST":
        check_state(request, event, Action.VOID_AWARD)
        status = attempt(
            form,
            lambda sent: write(
                void_award,
                event_id=event_id,
                by=visitor(request).by,
                award_id=award_id,
                reason=sent["reason"],
                successor_id=sent["successor"],
                command_id=sent["command_id"],
            ),
        )
        if not status:
            messages.success(request, _("The award is void, and the reason stands beside it."))
            return redirect("results", event_id)
    words = Ask(_("Declare an award void"), _("Declare it void"), _at_stake(award), kind="danger")
    return ask(request, event, form, words, status)


@never_cache
@answered("GET", "POST")
def successor(request: HttpRequest, event_id: str, award_id: int) -> HttpResponse:
    """Give what is void or has gone back to one who comes after."""
    event = event_for(request, event_id, Action.AWARD_SUCCESSOR)
    award = award_or_404(event, award_id)
    form = SuccessorForm(award, request.POST or None)
    status = 200
    if request.method == "POST":
        check_state(request, event, Action.AWARD_SUCCESSOR)
        status = attempt(
            form,
            lambda sent: write(
                award_successor,
                event_id=event_id,
                by=visitor(request).by,
                award_id=award_id,
                registration_id=sent["registration"],
                reason=sent["reason"],
                command_id=sent["command_id"],
            ),
        )
        if not status:
            messages.success(request, _("Given. They can claim it now."))
            return redirect("results", event_id)
    words = Ask(_("Give a prize to the next"), _("Give it to them"), _at_stake(award))
    return ask(request, event, form, words, status)


@never_cache
@answered("GET", "POST")
def give(request: HttpRequest, event_id: str, prize_id: int) -> HttpResponse:
    """The host gives one of their own prizes to somebody on the list."""
    event = event_for(request, event_id, Action.AWARD_CUSTOM)
    prize = event.prizes.filter(pk=prize_id, place=Prize.Place.CUSTOM).first()
    if prize is None:
        raise Http404(str(prize_id))
    entries = event.registrations.filter(
        status__in=(Registration.Status.REGISTERED, Registration.Status.WITHDRAWN)
    )
    form = GiveForm(entries, request.POST or None)
    status = 200
    if request.method == "POST":
        status = attempt(
            form,
            lambda sent: write(
                award_custom,
                event_id=event_id,
                by=visitor(request).by,
                prize_id=prize_id,
                registration_id=sent["registration"],
                reason=sent["reason"],
                command_id=sent["command_id"],
            ),
        )
        if not status:
            messages.success(request, _("Given. They can claim it now."))
            return redirect("results", event_id)
    said = [_("%(label)s: %(prize)s.") % {"label": prize.label, "prize": prize.title}]
    words = Ask(_("Give a prize of your own"), _("Give it to them"), said)
    return ask(request, event, form, words, status)


def _at_stake(award: Award) -> list[str]:
    """Whose it is or was, what it is, and what a change of it means."""
    words = {
        "name": award.registration.name,
        "place": results.place_name(award.place).lower(),
        "prize": award.prize,
        "round": handover.round_of(award),
        "state": award.get_state_display(),
    }
    first = (
        _("%(prize)s, %(place)s of %(round)s. %(name)s: %(state)s.")
        if award.match
        else _("%(prize)s, %(place)s. %(name)s: %(state)s.")
    )
    said = [first % words, _proposal(award)]
    if award.event.results.exists():
        said.append(_("This makes the next version of the result; every page then reads that one."))
    return said


def _proposal(award: Award) -> str:
    """Who would be next, why, and what they would give up for it."""
    entry = next(iter(successors.candidates(award)), None)
    if entry is None:
        return _("Nobody comes after who could take it.")
    words = {"name": entry.name, "why": successors.why(award)}
    lost = [other.prize.title for other in successors.gives_up(award, entry) if other.prize]
    if lost:
        words["lost"] = ", ".join(lost)
        return _("The next is %(name)s: %(why)s. They would give up: %(lost)s.") % words
    return _("The next is %(name)s: %(why)s.") % words
