"""Markup in every text that anybody may give, and every page in Chromium: none of it runs or breaks the policy."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from events.queries.standings import SCORING
from tests.browser.conftest import chromium, hall  # noqa: F401 - fixtures
from tests.browser.hall import DESK, Hall
from tests.faults.listening import Company, organiser
from tests.serving import Serving
from tests.staging import rows, stage
from tests.visitor import Visitor, command_id

pytestmark = [pytest.mark.served, pytest.mark.browser, pytest.mark.nightly]

MARK = "<img src=x onerror=a()>"
NAMES = ("<svg onload=a()>Bo", "</bdi><b onclick=a()>", "<script>a()</script>")
LONG = f"{MARK}</textarea></title></script><script>a()</script>"
POINTS = {f"points_{place}": str(points) for place, points in SCORING.items()}
RAN = "window.ran = 0; window.a = () => { window.ran += 1 }"
NO_PAGES = (".csv", ".json", ".ics", ".py", ".md", "/picture", "/logout/", "/delete/", "/jsi18n/")
NOT_THEIRS = (403, 404, 422)
MOST_PAGES = 200


def do(visitor: Visitor, path: str, command: str, **fields: str) -> None:
    told = {"command": command, "args": "{}", "command_id": command_id(), **fields}
    assert visitor.post(f"{path}do/", told, json_wanted=True).status == 200, command


@pytest.fixture
def company(embedded: Serving) -> Iterator[Company]:
    """An evening that is open, whose every text is markup."""
    prizes = [(1, "main", LONG[:80]), (1, "door", MARK)]
    evening = stage(embedded, title=LONG[:80], welcome=LONG, prizes=prizes, rounds=1)
    company = Company(evening)
    company.register(NAMES)
    company.host.post("/me/name/", {"name": MARK})
    do(company.host, evening.path, "Announce", text=LONG, surface="host")
    made = company.host.post("/series/new/", {"title": LONG[:60]} | POINTS)
    assert made.status == 302, made.text[:500]
    yield company
    company.leave()


def play_out(company: Company) -> None:
    company.take_seats()
    company.close()
    company.press(*company.form("Draw"))
    company.play()
    company.press(*company.form("Finish"))
    rule(company)


def rule(company: Company) -> None:
    """A ruling whose words everybody reads: looked at, then made."""
    address = f"{company.evening.path}rulings/note/"
    said = {"reason": LONG[:200], "command_id": command_id()}
    seen = re.search(r'name="seen" value="([^"]+)"', company.host.post(address, said).text)
    assert seen is not None
    assert company.host.post(address, said | {"seen": seen[1], "rule": "1"}).status == 302


def starts(company: Company) -> list[str]:
    path = company.evening.path
    pages = ("", "live/", "screen/", "results/", "results/print/", "happened/", "rules/", "seals/")
    more = ("proof/", "statistics/", "winners/", "rulings/", "host/", "ready/", "edit/", "repeat/")
    own = ("/", "/me/", "/evenings/", "/series/", "/accounts/email/", "/accounts/login/")
    return [*own, *(path + page for page in (*pages, *more))]


def links(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all("a[href]", "all => all.map((one) => one.href)")
    here = urlsplit(page.url).netloc
    return [
        urlsplit(link).path
        for link in found
        if urlsplit(link).netloc == here and not urlsplit(link).path.endswith(NO_PAGES)
    ]


def check(page: Page) -> None:
    """Nothing of what people wrote is an element here, and none of it ran."""
    assert page.evaluate("window.ran") == 0, page.url
    planted = page.locator("[onerror], [onload], [onclick], img[src=x], b, script:not([src])")
    made = planted.evaluate_all(
        "all => all.filter((one) => one.matches('script:not([type=\"application/json\"])')"
        " ? !one.src : !['B'].includes(one.tagName) || one.onclick).map((one) => one.outerHTML)"
    )
    assert made == [], page.url


def walk(page: Page, site: str, first: list[str], allowed: tuple[int, ...]) -> set[str]:
    """Open these pages and every page they lead to; which."""
    seen: set[str] = set()
    waiting = list(first)
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        answer = page.goto(site + path)
        assert answer is not None
        assert answer.status in allowed, (path, answer.status)
        check(page)
        waiting += [link for link in links(page) if link not in seen]
    return seen


def opened(hall: Hall, site: Serving, who: str, visitor: Visitor) -> Page:  # noqa: F811
    """A browser of whoever this is, that says when something runs."""
    page = hall.person(who, DESK)
    page.context.add_cookies(
        [{"name": n, "value": v, "url": site.url} for n, v in visitor.cookies.items()]
    )
    page.add_init_script(RAN)
    page.on("dialog", lambda dialog: hall.faults.append(f"dialog: {dialog.message}"))
    return page


def test_no_text_of_anybodys_runs_on_any_page(
    embedded: Serving,
    company: Company,
    hall: Hall,  # noqa: F811
) -> None:
    # Pages of others and of what is over answer so, and the browser's console says it.
    hall.allowed += [f"status of {status}" for status in NOT_THEIRS]
    readers = {
        "host": company.host,
        "player": company.players[0],
        "stranger": company.watcher,
        "organiser": organiser(embedded, company),
    }
    pages = {who: opened(hall, embedded, who, visitor) for who, visitor in readers.items()}
    for page in (pages["host"], pages["player"]):
        assert len(walk(page, embedded.url, starts(company), (200, *NOT_THEIRS))) > 20
    play_out(company)
    written = rows(embedded, "SELECT count(*) FROM events_registration WHERE name LIKE '%<%'")
    assert written[0][0] == len(NAMES), "the names are there as they were typed"
    for who, page in pages.items():
        first = starts(company) + (["/admin/", "/organise/"] if who == "organiser" else [])
        assert len(walk(page, embedded.url, first, (200, *NOT_THEIRS))) > 20, who


def test_a_script_that_got_onto_a_page_would_be_stopped_and_seen(
    embedded: Serving,
    hall: Hall,  # noqa: F811
) -> None:
    """The twin: an element with a handler, put there past the templates, is a fault of the page."""
    page = hall.person("twin", DESK)
    page.add_init_script(RAN)
    page.goto(embedded.url)
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        page.evaluate(
            "document.body.append(document.createRange().createContextualFragment("
            '\'<img src="data:," onerror="a()">\'))'
        )
    assert page.evaluate("window.ran") == 0, "the policy let it run"
    assert [fault for fault in hall.faults if "Content Security Policy" in fault]
    with pytest.raises(AssertionError):
        check(page)
    hall.faults.clear()
