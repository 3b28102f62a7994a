"""Every address as every role. An address that isn't listed here fails, so none is forgotten."""

from dataclasses import dataclass, field

import pytest
from django.urls import reverse

from events.domain.series import create_series
from events.models import Event
from events.queries.roles import ALLOWED, Action, Role
from events.urls import urlpatterns
from tests.events.factories import make_event, open_event
from tests.web.browsers import Company, browser, company, stored

ACCOUNTS = (Role.ORGANISER, Role.HOST, Role.CO_HOST, Role.STANDBY)
"""Roles whose browser is signed in; the others are known by their device, or not at all."""


@dataclass(frozen=True)
class Page:
    """What an address does: for whom by the table of roles, with which methods, and behind a sign-in or not."""

    action: Action | None = None
    methods: tuple[str, ...] = ("GET",)
    signed_in: bool = False
    args: tuple[object, ...] = field(default=("event",))
    gives: tuple[int, ...] = (200, 302)
    """What GET answers whoever may."""


FORM = ("GET", "POST")
NO_MATCH = "a" * 26

PAGES = {
    "healthz": Page(args=()),
    "readyz": Page(args=(), gives=(200, 503)),
    "metrics": Page(args=(), gives=(404,)),
    "security-txt": Page(args=(), gives=(404,)),
    "home": Page(args=()),
    "verify-program": Page(args=()),
    "fairness": Page(args=()),
    "enter-pin": Page(methods=("POST",), args=()),
    "join": Page(args=("pin",)),
    "history": Page(args=()),
    "host-name": Page(methods=FORM, args=(), signed_in=True),
    "resume": Page(methods=FORM, args=("no-such-token",), gives=(404,)),
    "dashboard": Page(args=(), signed_in=True),
    "evening-new": Page(methods=FORM, args=(), signed_in=True),
    "organise": Page(args=(), signed_in=True),
    "series-list": Page(args=(), signed_in=True),
    "series-new": Page(methods=FORM, args=(), signed_in=True),
    "series": Page(args=("series",)),
    "series-csv": Page(args=("series",)),
    "series-put": Page(methods=("POST",), args=("series",), signed_in=True),
    "event": Page(Action.VIEW_EVENT),
    "event-ics": Page(Action.VIEW_CALENDAR),
    "seals": Page(Action.VIEW_EVENT),
    "chain": Page(Action.VIEW_EVENT),
    "proof": Page(Action.VIEW_RESULTS),
    "proof-data": Page(Action.VIEW_RESULTS),
    "list-json": Page(Action.VIEW_EVENT),
    "rules": Page(Action.VIEW_EVENT),
    "name-check": Page(Action.REGISTER),
    "register": Page(Action.REGISTER, FORM),
    "rename": Page(Action.RENAME, FORM),
    "resume-make": Page(Action.RESUME_LINK, FORM),
    "withdraw": Page(Action.WITHDRAW, FORM),
    "evening-edit": Page(Action.EDIT, FORM, signed_in=True),
    "ready": Page(Action.VIEW_CONSOLE, signed_in=True),
    "evening-series": Page(Action.PUT_IN_SERIES, FORM, signed_in=True),
    "repeat": Page(Action.REPEAT, FORM, signed_in=True),
    "prize-picture": Page(Action.VIEW_EVENT, args=("event", 1), gives=(404,)),
    "picture-set": Page(Action.EDIT, FORM, args=("event", 1), signed_in=True, gives=(404,)),
    "picture-remove": Page(Action.EDIT, FORM, args=("event", 1), signed_in=True, gives=(404,)),
    "publish": Page(Action.PUBLISH, FORM, signed_in=True),
    "close": Page(Action.PRACTICE, FORM, signed_in=True),
    "cancel": Page(Action.CANCEL, FORM, signed_in=True),
    "finish": Page(Action.FINISH, FORM, signed_in=True),
    "co-host": Page(Action.ADD_CO_HOST, FORM, signed_in=True),
    "practice": Page(Action.PRACTICE, FORM, signed_in=True),
    "live": Page(Action.VIEW_LIVE),
    "host": Page(Action.HOST_COMMAND, signed_in=True),
    "screen": Page(Action.VIEW_SCREEN),
    "find": Page(Action.HOST_COMMAND),
    "event-command": Page(methods=("POST",)),
    "match-command": Page(methods=("POST",), args=("event", NO_MATCH)),
    "waive": Page(Action.HOST_COMMAND, args=("event", NO_MATCH), gives=(404,)),
    "dispute": Page(Action.DISPUTE_TABLE, args=("event", NO_MATCH), gives=(404,)),
    "results": Page(Action.VIEW_RESULTS),
    "results-print": Page(Action.VIEW_RESULTS),
    "round": Page(Action.VIEW_RESULTS, args=("event", 1), gives=(404,)),
    "places-csv": Page(Action.VIEW_RESULTS),
    "prizes-csv": Page(Action.VIEW_RESULTS),
    "result-json": Page(Action.VIEW_RESULTS),
    "winners": Page(Action.VIEW_RESULTS),
    "rulings": Page(Action.VIEW_RESULTS),
    "rule": Page(Action.RULE, FORM, args=("event", "note")),
    "rule-dispute": Page(Action.RULE, FORM, args=("event", 1), gives=(404,)),
    "happened": Page(Action.VIEW_RESULTS),
    "match-log": Page(Action.VIEW_RESULTS, args=("event", NO_MATCH), gives=(404,)),
    "statistics": Page(Action.VIEW_RESULTS),
    "rolls-csv": Page(Action.VIEW_RESULTS),
    "series-statistics": Page(args=(NO_MATCH,), gives=(404,)),
    "series-rolls-csv": Page(args=(NO_MATCH,), gives=(404,)),
    "host-statistics": Page(args=(10**9,), signed_in=True, gives=(404,)),
    "host-rolls-csv": Page(args=(10**9,), signed_in=True, gives=(404,)),
    "claim": Page(Action.CLAIM, FORM, args=("event", 1)),
    "claim-by-code": Page(Action.CLAIM_BY_CODE, FORM),
    "deliver": Page(Action.DELIVER, FORM, args=("event", 1)),
    "confirm": Page(Action.CONFIRM, FORM, args=("event", 1)),
    "dispute-prize": Page(Action.DISPUTE_PRIZE, FORM, args=("event", 1), gives=(404,)),
    "void-award": Page(Action.VOID_AWARD, FORM, args=("event", 1), gives=(404,)),
    "award-successor": Page(Action.AWARD_SUCCESSOR, FORM, args=("event", 1), gives=(404,)),
    "award-custom": Page(Action.AWARD_CUSTOM, FORM, args=("event", 1), gives=(404,)),
}


def address(name: str, event: Event) -> str:
    values = {"event": event.public_id, "pin": event.pin}
    if event.series is not None:
        values["series"] = event.series.public_id
    return reverse(name, args=[values.get(str(arg), arg) for arg in PAGES[name].args])


def may(page: Page, role: Role) -> bool:
    return page.action is None or role in ALLOWED[page.action].roles


@pytest.fixture
def people() -> Company:
    event = open_event()
    event.series = create_series(host=event.host, title="Fridays")
    event.save(update_fields=["series"])
    return company(event)


def test_every_address_is_listed() -> None:
    site = {pattern.name for pattern in urlpatterns}
    assert site == set(PAGES)


@pytest.mark.parametrize("role", Role)
def test_pages_open_for_whom_the_table_names_and_change_nothing(
    people: Company, role: Role
) -> None:
    before = stored()
    answers = {name: people[role].get(address(name, people.event)).status_code for name in PAGES}
    expected: dict[str, tuple[int, ...]] = {}
    for name, page in PAGES.items():
        if "GET" not in page.methods:
            expected[name] = (405,)
        elif page.signed_in and role not in ACCOUNTS:
            expected[name] = (302,)
        elif may(page, role):
            expected[name] = page.gives
        else:
            expected[name] = (403, 404) if name == "host" else (403,)
    wrong = {name: answers[name] for name in PAGES if answers[name] not in expected[name]}
    assert wrong == {}
    assert stored() == before


@pytest.mark.parametrize("role", Role)
def test_a_form_is_refused_to_whom_the_table_does_not_name(people: Company, role: Role) -> None:
    before = stored()
    wrong = {}
    for name, page in PAGES.items():
        if page.action is None or may(page, role) or "POST" not in page.methods:
            continue
        answer = people[role].post(address(name, people.event))
        allowed = (302,) if page.signed_in and role not in ACCOUNTS else (403,)
        if answer.status_code not in allowed:
            wrong[name] = answer.status_code
    assert wrong == {}
    assert stored() == before


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if "POST" in page.methods])
def test_an_empty_form_is_never_a_fault(people: Company, name: str) -> None:
    for role in Role:
        assert people[role].post(address(name, people.event)).status_code < 500


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, page in PAGES.items()
        if page.methods == ("GET",) and name not in ("healthz", "readyz", "metrics")
    ],
)
def test_a_page_that_only_shows_takes_no_form(people: Company, name: str) -> None:
    assert people[Role.HOST].post(address(name, people.event)).status_code == 405


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if "event" in page.args])
def test_another_hosts_draft_does_not_exist(people: Company, name: str) -> None:
    draft = make_event()
    method = PAGES[name].methods[-1]
    for role in (Role.HOST, Role.CO_HOST, Role.PLAYER, Role.STRANGER):
        ask = getattr(people[role], method.lower())
        answer = ask(address(name, draft), headers={"accept": "application/json"})
        hidden = (404,) if role in ACCOUNTS or not PAGES[name].signed_in else (302, 404)
        # Commands say which of their own is unknown before anything else.
        assert answer.status_code in (*hidden, *((400, 403) if name.endswith("-command") else ()))


def test_the_host_of_a_draft_sees_it() -> None:
    draft = make_event()
    answer = browser(draft.host).get(reverse("event", args=[draft.public_id]))
    assert (answer.status_code, answer["Location"]) == (
        302,
        reverse("ready", args=[draft.public_id]),
    )
