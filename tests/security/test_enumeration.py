"""Who has an account, a place or a prize can't be found out by asking."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from events.models import User
from tests.events.factories import make_event, make_user, open_event
from tests.security.rich_evening import Rich
from tests.web.browsers import browser


def plain(answer: Any) -> tuple[int, str, str]:
    """An answer without what differs each time: keys of forms, ids, and the address that was typed."""
    text = re.sub(r'(value|content)="[^"]*"', "", answer.content.decode())
    text = re.sub(r"[\w.+-]+@example\.org", "", text)
    return answer.status_code, answer.headers.get("Location", ""), text


def asked(name: str, **fields: str) -> tuple[int, str, str]:
    cache.clear()
    client: Client = browser()
    return plain(client.post(reverse(name), fields))


def test_a_new_password_is_promised_to_any_address_alike() -> None:
    user = make_user()
    known = asked("account_reset_password", email=user.email)
    unknown = asked("account_reset_password", email="nobody@example.org")
    assert known == unknown
    assert known[:2] == (302, reverse("account_reset_password_done"))
    assert "/password/reset/key/" in mail.outbox[0].body, "whoever has an account is sent a link"
    assert len(mail.outbox) == 2, "and whoever hasn't is told so, by mail"


def test_a_wrong_password_and_no_account_are_told_alike() -> None:
    user = make_user()
    known = asked("account_login", login=user.email, password="wrong lantern")
    unknown = asked("account_login", login="nobody@example.org", password="wrong lantern")
    assert known == unknown
    assert known[0] == 200


def test_a_locked_account_is_told_only_to_whoever_knows_its_password() -> None:
    user = make_user(is_active=False)
    wrong = asked("account_login", login=user.email, password="wrong lantern")
    unknown = asked("account_login", login="nobody@example.org", password="wrong lantern")
    assert wrong == unknown


def test_somebody_elses_draft_looks_like_no_evening() -> None:
    draft = make_event()
    there = browser(make_user()).get(reverse("event", args=[draft.public_id]))
    nowhere = browser(make_user()).get(reverse("event", args=["a" * 26]))
    assert plain(there) == plain(nowhere)
    assert there.status_code == 404
    by_pin = browser().post(reverse("enter-pin"), {"pin": draft.pin})
    assert by_pin.status_code == 422


@pytest.mark.parametrize("code", ["aaaaa-bbbbb", "", "x" * 64, "\u0430" * 10])
def test_a_claim_code_that_opens_nothing_is_told_at_its_field(code: str) -> None:
    rich = Rich()
    address = rich.played.to("claim-by-code")
    answer = browser().post(address, {"claim_code": code})
    assert answer.status_code in (404, 422)
    rich.event.refresh_from_db()
    assert {award.state for award in rich.event.awards.all()} == {"awarded"}


def test_a_claim_code_claims_once() -> None:
    rich = Rich()
    address = rich.played.to("claim-by-code")
    code = rich.award.claim_code
    assert browser().post(address, {"claim_code": code}).status_code == 302
    assert browser().post(address, {"claim_code": code}).status_code in (409, 422)
    assert rich.award.state == "claimed"
    assert rich.event.ledger.filter(kind="claimed").count() == 1


def test_a_claim_code_is_shown_to_nobody_but_who_hands_prizes_over() -> None:
    rich = Rich()
    code = rich.award.claim_code
    halves = re.compile(f"{code[:5]}.?{code[5:]}")
    for name in ("results", "happened", "winners", "result-json", "proof-data", "prizes-csv"):
        for client in (browser(), rich.winner):
            assert not halves.search(client.get(rich.played.to(name)).content.decode()), name
    assert halves.search(rich.host.get(rich.played.to("results")).content.decode())


def test_evenings_are_found_by_link_or_pin_and_by_nothing_that_counts_up() -> None:
    event = open_event()
    assert browser().get(f"/{event.pk}/").status_code == 404
    assert browser().get(f"/join/{event.pin}/").status_code == 302
    assert User.objects.count() == 1
