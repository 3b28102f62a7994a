"""An evening's own page: when, what can be won, who is in, and the way in."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from events.forms.entry import RegisterForm, RenameForm
from events.models import Event, Registration
from events.queries import chain, clock, entries, evenings, fit, house_rules, howto, zones
from events.queries.evening import evening_context
from events.queries.receipts import receipt_of
from events.queries.roles import Action, Role
from events.views.access import event_for, role_in, visitor
from events.views.answers import answered
from events.views.audiences import evening_audience
from events.views.viewing import viewer_zone
from games import TABLES

Status = Registration.Status


@never_cache
@answered("GET")
def event(request: HttpRequest, event_id: str) -> HttpResponse:
    """The evening's page. A draft sends those who plan it on to what is still missing."""
    found = event_for(request, event_id, Action.VIEW_EVENT)
    if found.state == Event.State.DRAFT:
        return redirect("ready", event_id)
    return render(request, "events/event.html", page_context(request, found))


@answered("GET")
def rules(request: HttpRequest, event_id: str) -> HttpResponse:
    """How it is played, with every house rule of this evening."""
    found = event_for(request, event_id, Action.VIEW_EVENT)
    context = {
        "event": found,
        "game": TABLES[found.game].game.title,
        "steps": howto.steps(found),
        "pictures": howto.pictures(found),
        "cards": house_rules.cards(found),
    }
    return render(request, "events/rules.html", context)


def page_context(
    request: HttpRequest,
    found: Event,
    *,
    form: RegisterForm | None = None,
    rename_form: RenameForm | None = None,
) -> dict[str, Any]:
    """Everything the event page shows; a form that was refused is shown as it was sent."""
    who = visitor(request)
    role = role_in(request, found)
    seq, context = evening_context(found, "event", evening_audience(found, who, "event"))
    now = clock.now()
    entry = entries.entry_of(found, who.person)
    return {
        **context,
        "surface": "event",
        "event": _event(found, seq),
        "lit": evenings.is_open(found, now) or found.state == Event.State.RUNNING,
        "when": _when(request, found),
        "zones": zones.by_region(),
        **_way_in(request, found, role, entry, form, past=now >= found.closes_at),
        "mine": _mine(found, entry, rename_form, can_rename=evenings.is_open(found, now)),
        "staff": role in (Role.HOST, Role.CO_HOST),
        "steps": howto.steps(found),
        "rules": _rules(found),
        "seal": _seal(found),
        "chain": chain.shown(found),
        "proof": howto.PROOF,
    }


def _event(found: Event, seq: int) -> dict[str, Any]:
    def to(name: str) -> str:
        return reverse(name, args=[found.public_id])

    return {
        "title": found.title,
        "series": _("Rehearsal: nothing can be won")
        if found.rehearsal
        else str(found.series or ""),
        "series_url": reverse("series", args=[found.series.public_id])
        if found.series and not found.rehearsal
        else "",
        "blurb": found.welcome,
        "host_name": str(found.host) if found.host.name else _("the host"),
        "standby": "",
        "public_url": f"{settings.PUBLIC_URL}{to('event')}",
        "ics_url": to("event-ics"),
        "live_url": to("live"),
        "watch_url": to("live"),
        "results_url": to("results"),
        "console_url": to("host"),
        "list_url": to("list-json"),
        "scope": found.scope,
        "plan_url": to("ready"),
        "over": found.state in (Event.State.FINISHED, Event.State.SETTLED),
        "topic": found.topic,
        "seq": seq,
        "duration": _duration(found),
    }


def _duration(found: Event) -> str:
    """How long it takes: with those on the list once it is closed, with every place taken before."""
    if found.state not in (Event.State.PUBLISHED, Event.State.CLOSED):
        return ""
    closed = found.state == Event.State.CLOSED
    count = entries.counts(found).registered if closed else found.capacity
    span = fit.about(fit.evening_span(found, count))
    return _("With %(count)s people %(span)s") % {"count": count, "span": span}


def _when(request: HttpRequest, found: Event) -> dict[str, Any]:
    """The start on the viewer's clock and on the host's; one only where they agree or none is known."""
    own = viewer_zone(request)
    host = zones.local(found.starts_at, found.zone)
    here = zones.local(found.starts_at, own) if own else None
    same = here is not None and here.at.utcoffset() == host.at.utcoffset()
    return {"here": here, "host": None if same else host, "zone": own}


def _way_in(
    request: HttpRequest,
    found: Event,
    role: Role,
    entry: Registration | None,
    form: RegisterForm | None,
    *,
    past: bool,
) -> dict[str, Any]:
    """The form to register with, or why there is none. Until registration opens the page hides it."""
    nothing = {"form": None, "gate": None}
    if entry is not None and entry.status in (Status.REMOVED, Status.DISQUALIFIED):
        # Why is told above, in what is the person's own.
        return nothing
    if (
        role in (Role.HOST, Role.CO_HOST, Role.STANDBY, Role.PLAYER)
        or found.state != Event.State.PUBLISHED
        or (past and form is None)
    ):
        return nothing
    if found.entry_mode == Event.EntryMode.EMAIL and not request.user.is_authenticated:
        page = reverse("event", args=[found.public_id])
        return nothing | {
            "gate": {
                "text": _(
                    "This evening needs a verified e-mail address. Sign in, then enter with one press."
                ),
                "url": f"{reverse('account_login')}?next={page}",
                "label": _("Sign in to register"),
                "open_only": True,
            }
        }
    if form is None:
        known = visitor(request).person
        form = RegisterForm(found, initial={"name": known.name if known else ""})
    prepare(form, found)
    return {
        "form": form,
        "gate": None,
        "form_url": reverse("register", args=[found.public_id]),
        "form_button": _("Register"),
        "form_note": _note(found),
    }


def prepare(form: RegisterForm, found: Event) -> None:
    """Let the name be checked when it is left; without script nothing is missing."""
    form.fields["name"].widget.attrs.update(
        {
            "hx-get": reverse("name-check", args=[found.public_id]),
            "hx-trigger": "change",
            "hx-target": f"#{form['name'].auto_id}_helptext",
            "hx-swap": "innerHTML",
            "hx-sync": "this:replace",
        }
    )


def _note(found: Event) -> str:
    kept = _("This device keeps your place, and you get a link to move it to another one.")
    if found.entry_mode == Event.EntryMode.OPEN:
        return _("No account needed. ") + kept
    return kept


def _mine(
    found: Event, entry: Registration | None, form: RenameForm | None, *, can_rename: bool
) -> dict[str, Any] | None:
    """What somebody with a place can do about it."""
    going_on = (Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING)
    if entry is None or entry.status not in Registration.ACTIVE or found.state not in going_on:
        return None
    args = [found.public_id]
    return {
        "entry": entry,
        "receipt": receipt_of(entry),
        "rename": (form or RenameForm(initial={"name": entry.name}, auto_id="rename_%s"))
        if can_rename
        else None,
        "rename_url": reverse("rename", args=args),
        "resume_url": reverse("resume-make", args=args),
        "withdraw_url": reverse("withdraw", args=args),
    }


def _rules(found: Event) -> list[dict[str, Any]]:
    usual = {str(card.title): card.sentence for card in house_rules.usual(found)}
    return [
        {
            "title": card.title,
            "sentence": card.sentence,
            "changed": card.sentence != usual.get(str(card.title)),
        }
        for card in house_rules.cards(found)
    ]


def _seal(found: Event) -> dict[str, Any] | None:
    sealed = found.ledger.filter(kind="seals").first()
    if sealed is None:
        return None
    full = str(sealed.data["hash"])
    return {
        "short": " ".join(full[at : at + 4] for at in range(0, 12, 4)),
        "full": full,
        "list_url": reverse("seals", args=[found.public_id]),
        "text": _(
            "Tonight’s draws and dice were sealed before anybody could enter. "
            "This is the seal; keep a copy if you like."
        ),
        "waits_for": howto.waits_for(found),
    }
