"""Pages in Chromium when things are refused, far off or far too wide."""

import re
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import chromium, hall  # noqa: F401 - fixtures
from tests.browser.hall import PHONE, WALL, Hall
from tests.serving import Serving
from tests.staging import Evening, close_in, rows, stage, state_of, stored, until
from tests.visitor import Visitor

pytestmark = [pytest.mark.served, pytest.mark.browser]

WIDE = "W" * 24
LINE = "M" * 80


def move(evening: Evening, column: str, later: timedelta) -> None:
    at = stored(evening.site, datetime.now(UTC) + later)
    sql = f"UPDATE events_event SET {column} = %s WHERE public_id = %s"  # noqa: S608 our own words
    rows(evening.site, sql, at, evening.event_id)


def test_a_refusal_that_is_a_whole_page_is_said_above_the_form_and_sent_once(
    standing: Serving,
    hall: Hall,  # noqa: F811
) -> None:
    evening = stage(standing)
    hall.allowed.append("403")
    page = hall.person("Tansy")
    posts: list[str] = []
    page.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
    # With its zone known the page isn't loaded a second time.
    page.context.add_cookies([{"name": "tb_zone", "value": "UTC", "url": standing.url}])
    page.goto(evening.url())
    page.context.add_cookies([{"name": "csrf", "value": "a" * 32, "url": standing.url}])
    page.get_by_label("name").fill("Tansy")
    page.locator("#join form[action$='/register/'] button[type=submit]").click()
    expect(page.locator("#join [role=alert]")).to_contain_text("no longer fits")
    assert [url for url in posts if url.endswith("/register/")] == [evening.url("register/")]
    expect(page.get_by_label("name")).to_have_value("Tansy")


@pytest.mark.parametrize(
    ("later", "said"),
    [
        (timedelta(days=5, hours=3), "5 days"),
        (timedelta(days=1, hours=3, minutes=20, seconds=50), "27 h 20 min"),
        (timedelta(minutes=59, seconds=50), "59:"),
    ],
)
def test_a_long_wait_is_said_in_words(
    standing: Serving,
    hall: Hall,  # noqa: F811
    later: timedelta,
    said: str,
) -> None:
    evening = stage(standing)
    move(evening, "closes_at", later)
    page = hall.person("Tansy")
    page.goto(evening.url())
    expect(page.locator("#status [data-clock]")).to_contain_text(said)


def overflow(page: Page) -> list[str]:
    """What is wider than the page, by its tag and class; empty when nothing can be scrolled sideways."""
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= width) return [];
          return [...document.querySelectorAll("main *")]
            .filter((e) => e.getBoundingClientRect().right > width + 1)
            .map((e) => `${e.localName}.${e.className}#${e.id}`).slice(0, 5);
        }"""
    )


def test_names_and_lines_of_wide_letters_fit_a_phone_and_break_no_policy(
    embedded: Serving,
    hall: Hall,  # noqa: F811
) -> None:
    markup = "<img src=x onerror=alert(1)>"
    evening = stage(
        embedded,
        title=LINE,
        welcome=LINE + LINE,
        prizes=[(1, "main", LINE), (1, "door", markup + "M" * 40)],
    )
    names = (WIDE, "m" * 23 + "q", "<b>W</b>" + "W" * 16, "שלום" + "ש" * 20)
    for name in names:
        with closing(Visitor(embedded.url)) as person:
            assert "on the list as" in person.register(evening.path, name).text
    with closing(Visitor(embedded.url)) as host:
        host.sign_in()
        host.get(f"{evening.path}host/")
        told = {"command": "Announce", "args": "{}", "text": markup + "M" * 200, "surface": "host"}
        assert host.post(f"{evening.path}do/", told, json_wanted=True).status == 200
        close_in(evening, 0)
        host.get(evening.path)
        until("the list to be frozen", lambda: state_of(evening) == "closed")
        drawn = {"command": "Draw", "args": "{}", "surface": "host"}
        assert host.post(f"{evening.path}do/", drawn, json_wanted=True).status == 200
        cookies = [
            {"name": name, "value": value, "url": embedded.url}
            for name, value in host.cookies.items()
        ]
    desk = hall.person("host", PHONE)
    desk.context.add_cookies(cookies)  # type: ignore[arg-type]
    wide = {}
    for path in ("", "live/", "results/", "happened/", "rules/", "seals/", "host/", "ready/"):
        desk.goto(evening.url(path))
        wide[path] = overflow(desk)
        assert desk.locator("img[onerror]").count() == 0
    desk.goto(f"{embedded.url}/evenings/")
    wide["evenings"] = overflow(desk)
    wall = hall.person("wall", WALL)
    wall.goto(evening.url("screen/"))
    wide["screen"] = overflow(wall)
    assert {path: found for path, found in wide.items() if found} == {}


@pytest.mark.parametrize("wrong", [timedelta(minutes=10), timedelta(minutes=-10)])
def test_a_device_whose_clock_is_wrong_counts_by_the_servers(
    embedded: Serving,
    hall: Hall,  # noqa: F811
    wrong: timedelta,
) -> None:
    evening = stage(embedded)
    move(evening, "closes_at", timedelta(minutes=30, seconds=50))
    with closing(Visitor(embedded.url)) as host:
        host.sign_in()
        cookies = [
            {"name": name, "value": value, "url": embedded.url}
            for name, value in host.cookies.items()
        ]
    page = hall.person("host")
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.clock.install(time=datetime.now(UTC) + wrong)
    for address in (evening.url(), evening.url("host/"), f"{embedded.url}/evenings/"):
        page.goto(address)
        said = page.locator("[data-deadline] [data-clock]").first
        expect(said).to_have_text(re.compile(r"^(30|29):\d\d$"))
