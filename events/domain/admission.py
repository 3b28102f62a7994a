"""Who is let in: when, who, with which code and under which name."""

import hmac

import regex
from allauth.account.models import EmailAddress
from django.utils.translation import gettext_lazy as _

from events.domain.ledger import Ledger
from events.domain.names import clean_name, is_reserved, skeleton
from events.domain.refusal import Refusal
from events.models import Event, Person, Registration

_SEED = regex.compile(r"[0-9a-f]{32}")
_OUT = (Registration.Status.REMOVED, Registration.Status.DISQUALIFIED)
OVER = {Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED}


def check_open(ledger: Ledger) -> None:
    """Refuse unless registration is open at the instant under the lock (EV-1)."""
    event = ledger.event
    if event.state == Event.State.DRAFT:
        raise Refusal("no-event", _("There is no such evening."), status=404)
    if event.state == Event.State.CANCELLED:
        raise Refusal("cancelled", _("This evening was cancelled. Look for another one."))
    if event.state in OVER:
        raise Refusal("over", _("This evening is over. Its results are on the page."))
    if event.state != Event.State.PUBLISHED or ledger.now >= event.closes_at:
        raise Refusal("closed", _("Registration has closed. You can still watch."))
    if ledger.now < event.opens_at:
        raise Refusal(
            "too-early", _("Registration isn't open yet. Come back when the countdown ends.")
        )


def check_person(event: Event, person: Person) -> None:
    """Refuse who runs the evening, who was removed, and practice players where people play."""
    if person.practice and not event.rehearsal:
        raise Refusal("not-a-rehearsal", _("Practice players only come to rehearsals."))
    user_id = person.user_id
    if user_id is not None and (
        event.host_id == user_id or event.staff.filter(user_id=user_id).exists()
    ):
        raise Refusal(
            "staff", _("You run this evening, so you can't take part in its draws."), status=403
        )
    if event.registrations.filter(person=person, status__in=_OUT).exists():
        raise Refusal(
            "removed",
            _("The host took you off this evening's list. You can watch, or ask them about it."),
            status=403,
        )


def check_entry(event: Event, person: Person, code: str) -> None:
    """Refuse a wrong code or, where one is asked for, an unverified address."""
    if event.entry_mode == Event.EntryMode.CODE:
        given, wanted = _plain_code(code), _plain_code(event.entry_code)
        if not hmac.compare_digest(given, wanted):
            raise Refusal(
                "code", _("This code isn't right. Type it as the host gave it out."), field="code"
            )
    elif event.entry_mode == Event.EntryMode.EMAIL and not person.practice:
        if person.user_id is None:
            raise Refusal(
                "sign-in", _("Sign in first: this evening needs a verified address."), status=403
            )
        if not EmailAddress.objects.filter(user_id=person.user_id, verified=True).exists():
            raise Refusal(
                "unverified",
                _("Verify your e-mail address first: open the link in the mail you were sent."),
                status=403,
            )


def free_name(event: Event, name: str, *, but: Registration | None = None) -> str:
    """The cleaned name, if nobody at this event has one that looks like it."""
    name = clean_name(name)
    key = skeleton(name)
    if is_reserved(name) or key in _staff_skeletons(event):
        raise Refusal(
            "name-reserved",
            _("This name could be taken for the people who run the evening. Take another one."),
            field="name",
        )
    others = event.registrations.filter(skeleton=key, status__in=Registration.ACTIVE)
    if others.exclude(pk=but.pk if but else 0).exists():
        raise Refusal(
            "name-taken",
            _(
                "Somebody has this name, or one that looks like it. Take another one. "
                "If it is you, open your resume link."
            ),
            field="name",
        )
    return name


def checked_seed(client_seed: str | None) -> str | None:
    """The browser's randomness, or None if it sent none. Refuses what isn't 32 hex digits."""
    if not client_seed:
        return None
    if not _SEED.fullmatch(client_seed):
        raise Refusal(
            "client-seed",
            _("Your browser sent something that can't be read. Load the page again and retry."),
            field="client_seed",
        )
    return client_seed


def _plain_code(code: str) -> bytes:
    return "".join(code.split()).casefold().encode("utf-8", "surrogatepass")


def _staff_skeletons(event: Event) -> set[str]:
    names = [event.host.name, *event.staff.values_list("user__name", flat=True)]
    return {skeleton(name) for name in names if name}
