"""Mails to people with an account."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import LedgerEntry, Registration, User
from events.queries import zones


def send_confirmation(payload: Mapping[str, Any]) -> None:
    """Tell somebody that they are on the list: when the evening starts and registration closes, and where it is.

    ``payload["registration"]`` is the entry's id. Whoever has left since, or has no address, is sent nothing.
    """
    entry = (
        Registration.objects.filter(pk=payload["registration"], status__in=Registration.ACTIVE)
        .select_related("event", "person__user")
        .first()
    )
    if entry is None or entry.person.user is None or not entry.person.user.email:
        return
    send_mail(entry.event.title, _text(entry), None, [entry.person.user.email])


def send_alarm(payload: Mapping[str, Any]) -> None:
    """Tell every organiser that something stored doesn't check out, and what to do.

    ``payload["entry"]`` is the ledger entry's id. Nobody to tell is no fault: the log and the console say it too.
    """
    line = LedgerEntry.objects.select_related("event").get(pk=payload["entry"])
    organisers = User.objects.filter(is_staff=True, is_active=True).exclude(email="")
    addresses = sorted(organisers.values_list("email", flat=True))
    for address in addresses:  # one each: nobody reads who the others are
        send_mail(
            _("What is stored doesn’t check out: %(title)s") % {"title": line.event.title},
            _alarm(line),
            None,
            [address],
        )


def _alarm(line: LedgerEntry) -> str:
    event = line.event
    found = ", ".join(
        f"{one['seq']} ({one['label'] or one['problem']})" for one in line.data["found"]
    )
    console = f"{settings.PUBLIC_URL}{reverse('host', args=[event.public_id])}"
    lines = [
        _("“%(title)s”, round %(round)s: %(count)s stored entries don’t check out.")
        % {"title": event.title, "round": line.data["round"], "count": line.data["count"]},
        _("Entries of match %(match)s: %(found)s") % {"match": line.data["match"], "found": found},
        "",
        _(
            "The table is paused, and the host can’t let it go on. Find out whether the database or the keys changed."
        ),
        _("Once it is cleared up, let it go on with a reason that everybody reads:"),
        f"manage.py recheck --go-on {line.data['match']} --reason '…'",
        "",
        console,
    ]
    return "\n".join(lines)


def _receipt(entry: Registration) -> list[str]:
    """What proves later that somebody was on the list, and under which seal (fair-v1)."""
    sealed = entry.event.ledger.filter(kind="seals").first()
    made = (
        _("The random number that goes into every draw for you; the server made it:")
        if entry.seeded_by_server
        else _("The random number that your browser put into every draw:")
    )
    lines = [
        _("Keep this receipt. It proves that you are on the list:"),
        entry.receipt,
        _("Your entry: %(reg)s") % {"reg": entry.reg},
        f"{made} {entry.client_seed}",
    ]
    if sealed is not None:
        lines.append(_("The seal of the evening: %(seal)s") % {"seal": sealed.data["hash"]})
    return lines


def _text(entry: Registration) -> str:
    event = entry.event
    listed = (
        _("You are on the list for “%(title)s” as %(name)s.")
        if entry.status == Registration.Status.REGISTERED
        else _("You are on the waiting list for “%(title)s” as %(name)s.")
    )
    page = f"{settings.PUBLIC_URL}{reverse('event', args=[event.public_id])}"
    calendar = f"{settings.PUBLIC_URL}{reverse('event-ics', args=[event.public_id])}"
    lines = [
        listed % {"title": event.title, "name": entry.name},
        "",
        _("It starts: %(time)s") % {"time": zones.said(event.starts_at, event.zone)},
        _("Registration closes: %(time)s") % {"time": zones.said(event.closes_at, event.zone)},
        "",
        _("Have this page open when names are drawn, and withdraw there if you can’t come:"),
        page,
        "",
        _("Open this to put it in your calendar:"),
        calendar,
        "",
        *_receipt(entry),
    ]
    return "\n".join(lines)
