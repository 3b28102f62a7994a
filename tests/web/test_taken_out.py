"""Whoever was taken out of an evening is told so kindly, with the reason that everybody can read, and can watch."""

import pytest
from django.test import Client
from django.urls import reverse

from events.domain import departures, exclusion
from events.models import Event, Registration
from tests.events.factories import by, close, new_id, open_event, register
from tests.web.browsers import browser, device

REASON = "Rolled under another name"


def entered(*, closed: bool) -> tuple[Event, Registration, Client]:
    """An evening with two people, and the browser of one of them."""
    event = open_event()
    person, client = device()
    entry = register(event, person)
    register(event)
    if closed:
        close(event)
    return event, entry, client


def disqualified(event: Event, entry: Registration) -> None:
    exclusion.disqualify(
        event_id=event.public_id,
        by=by(event),
        registration_id=entry.pk,
        reason=REASON,
        command_id=new_id(),
    )


def removed(event: Event, entry: Registration) -> None:
    departures.take_out(
        event_id=event.public_id,
        by=by(event),
        registration_id=entry.pk,
        reason=REASON,
        command_id=new_id(),
    )


@pytest.mark.parametrize("page", ["event", "live"])
@pytest.mark.parametrize(
    ("take_out", "closed", "title"),
    [
        (disqualified, True, "You are disqualified"),
        (removed, True, "You are off the list"),
        (removed, False, "You are off the list"),
    ],
)
def test_they_read_that_they_are_out_and_why(
    take_out: object, closed: bool, title: str, page: str
) -> None:
    event, entry, client = entered(closed=closed)
    address = reverse(page, args=[event.public_id])
    before = client.get(address).content.decode()
    assert title not in before
    assert entry.name in before
    take_out(event, entry)  # type: ignore[operator]
    shown = client.get(address).content.decode()
    assert title in shown
    assert f"The reason: {REASON}. You are welcome to watch." in shown
    assert 'name="client_seed"' not in shown


def test_nobody_else_reads_it_as_their_own() -> None:
    event, entry, client = entered(closed=True)
    disqualified(event, entry)
    assert (
        "You are disqualified"
        in client.get(reverse("live", args=[event.public_id])).content.decode()
    )
    for other in (browser(), device()[1], browser(event.host)):
        page = other.get(reverse("event", args=[event.public_id])).content.decode()
        assert "You are disqualified" not in page


def test_a_disqualification_that_is_taken_back_is_not_told_any_more() -> None:
    event, entry, client = entered(closed=True)
    disqualified(event, entry)
    exclusion.reinstate(
        event_id=event.public_id,
        by=by(event),
        registration_id=entry.pk,
        reason="It was somebody else",
        command_id=new_id(),
    )
    page = client.get(reverse("live", args=[event.public_id])).content.decode()
    assert "You are disqualified" not in page
    assert "You are on the list" in page
