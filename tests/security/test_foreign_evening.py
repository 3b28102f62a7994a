"""What somebody is at their own evening counts for nothing at another one: every address, command and line."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from events.live import frames
from events.live.visitor import SURFACES, admit
from events.models import Event
from events.queries import states
from events.queries.roles import Role, allowed
from events.views.access import DEVICE_COOKIE
from events.views.evening_commands import COMMANDS
from tests.events.factories import close, open_event, register_people
from tests.events.playing import answer_all, draw
from tests.web.browsers import Company, browser, company, stored
from tests.web.tables import send
from tests.web.test_role_walk import ACCOUNTS, PAGES, Page, address, may

AT_ANOTHER = dict.fromkeys(Role, Role.STRANGER) | {Role.ORGANISER: Role.ORGANISER}
"""What each role of one evening is at another: nobody, but for organisers, who are theirs of the whole site."""

OF_ALLAUTH = {
    "account_change_password",
    "account_confirm_email",
    "account_confirm_login_code",
    "account_confirm_reauthentication_code",
    "account_email",
    "account_email_verification_sent",
    "account_inactive",
    "account_login",
    "account_logout",
    "account_reauthenticate",
    "account_request_reauthentication_code",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "account_set_password",
    "account_signup",
}
"""Addresses below accounts/: read once, each is asked for below. A new version's new ones fail the test."""


@pytest.fixture
def visitors() -> Company:
    """One of each role, at an evening of their own."""
    return company(open_event())


@pytest.fixture
def foreign() -> Event:
    """An evening of somebody else whose first match is seated."""
    event = open_event()
    register_people(event, 3)
    close(event)
    draw(event)
    answer_all(event)
    event.refresh_from_db()
    return event


def patterns(found: list[Any], prefix: str = "") -> list[tuple[str, str]]:
    """Every address there is, by where it begins and its name."""
    listed: list[tuple[str, str]] = []
    for one in found:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            listed += patterns(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            listed.append((route, one.name or ""))
    return listed


def test_every_address_of_the_site_is_in_a_table() -> None:
    found = patterns(get_resolver().url_patterns)
    accounts = {name for route, name in found if route.startswith("accounts/")}
    others = {name for route, name in found if not route.startswith(("accounts/", "admin/"))}
    assert accounts == OF_ALLAUTH
    assert others == set(PAGES)


def expected(page: Page, role: Role) -> tuple[int, ...]:
    """What GET answers this role of another evening."""
    if "GET" not in page.methods:
        return (405,)
    if page.signed_in and role not in ACCOUNTS:
        return (302,)
    # What isn't there in every evening (a round, a prize) is found at some and not at others.
    return (200, 302, 404) if may(page, AT_ANOTHER[role]) else (403, 404)


OF_AN_EVENING = [name for name, page in PAGES.items() if "event" in page.args]


@pytest.mark.parametrize("role", Role)
def test_no_page_of_another_evening_opens_by_a_role_at_ones_own(
    visitors: Company, foreign: Event, role: Role
) -> None:
    before = stored()
    wrong = {}
    for name in OF_AN_EVENING:
        answer = visitors[role].get(address(name, foreign))
        if answer.status_code not in expected(PAGES[name], role):
            wrong[name] = answer.status_code
    assert wrong == {}
    assert stored() == before


@pytest.mark.parametrize("role", sorted(set(Role) - {Role.ORGANISER}))
def test_no_form_of_another_evening_is_taken_by_a_role_at_ones_own(
    visitors: Company, foreign: Event, role: Role
) -> None:
    before = stored()
    wrong = {}
    for name in OF_AN_EVENING:
        page = PAGES[name]
        if "POST" not in page.methods or page.action is None or may(page, Role.STRANGER):
            continue
        answer = visitors[role].post(address(name, foreign), {"command_id": "a-foreign-form"})
        refused = (302,) if page.signed_in and role not in ACCOUNTS else (403, 404)
        if answer.status_code not in refused:
            wrong[name] = answer.status_code
    assert wrong == {}
    assert stored() == before


@pytest.mark.parametrize("role", Role)
def test_no_command_of_another_evening_is_done_for_a_role_at_ones_own(
    visitors: Company, foreign: Event, role: Role
) -> None:
    before = stored()
    page = reverse("event-command", args=[foreign.public_id])
    for name, (action, _act) in COMMANDS.items():
        if allowed(action, AT_ANOTHER[role], foreign.state):
            continue
        cache.clear()
        for surface in ("host", "live"):
            answer: Any = send(visitors[role], page, name, surface=surface)
            assert (name, answer.status_code) == (name, 403)
            assert '"host"' not in json.dumps(answer.json()["frames"]), "no console comes back"
    assert stored() == before


@pytest.mark.parametrize("surface", ["host", "live"])
@pytest.mark.parametrize("role", Role)
def test_no_move_at_another_table_is_made_for_a_role_at_ones_own(
    visitors: Company, foreign: Event, role: Role, surface: str
) -> None:
    match = foreign.matches.get()
    page = reverse("match-command", args=[foreign.public_id, match.public_id])
    before = stored()
    for command in states.table_of(match).commands:
        cache.clear()
        answer = send(visitors[role], page, command.__name__, surface=surface)
        assert answer.status_code in (403, 422), command
    assert stored() == before
    cache.clear()
    own = send(browser(foreign.host), page, "Start", surface="host")
    assert own.status_code == 409, "its own host gets as far as the ticket, which is missing"


def cookies(visitors: Company, role: Role) -> dict[str, str]:
    return {name: morsel.value for name, morsel in visitors[role].cookies.items()}


@pytest.mark.parametrize("role", Role)
def test_lines_open_for_whom_the_table_names_and_show_what_the_public_sees(
    visitors: Company, foreign: Event, role: Role
) -> None:
    """Every surface as every role, at the own evening and at another one."""
    mine = cookies(visitors, role)
    for event, is_at in ((visitors.event, role), (foreign, AT_ANOTHER[role])):
        for surface, action in SURFACES.items():
            found = admit(mine, event.public_id, surface)
            if not allowed(action, is_at, event.state):
                assert found in (frames.SIGN_IN, frames.NOT_YOURS)
                continue
            assert not isinstance(found, int)
            if surface == "host":
                assert found.audience == "host"
            elif is_at == Role.PLAYER and surface != "screen":
                assert found.audience == f"person/{visitors.player.public_id}"
            else:
                assert found.audience == "public"


def test_a_players_cookie_is_what_opens_their_view(visitors: Company) -> None:
    """The twin: without the cookie the same line shows what the public sees."""
    assert DEVICE_COOKIE in cookies(visitors, Role.PLAYER)
    found = admit({}, visitors.event.public_id, "live")
    assert not isinstance(found, int)
    assert found.audience == "public"
