"""Mails to people with an account."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Registration
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
    ]
    return "\n".join(lines)
