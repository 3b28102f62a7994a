"""A page in a browser whose line was closed, whose reader was elsewhere or had no signal, comes back by itself."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.hall import WALL, Hall
from tests.serving import Serving
from tests.staging import Evening, stage
from tests.visitor import Visitor, command_id

pytestmark = [pytest.mark.browser, pytest.mark.served]

CLOSINGS = (1000, 1001, 1011, 1012, 1013, 3000)
"""Codes with which servers and proxies close a line: in order, going away, a fault, a restart, too busy, another's."""


class Speaker:
    """The host, without a browser, who tells everybody something new each time."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.visitor = Visitor(evening.site.url)
        self.visitor.sign_in()

    def says(self, text: str) -> None:
        """Announce it. Raises AssertionError unless that is done."""
        self.visitor.close()
        self.visitor.get(f"{self.evening.path}host/")
        fields = {"command": "Announce", "args": "{}", "text": text, "surface": "host"}
        fields["command_id"] = command_id()
        answer = self.visitor.post(f"{self.evening.path}do/", fields, json_wanted=True)
        assert answer.status == 200, answer.text


@pytest.fixture
def speaker(standing: Serving) -> Iterator[Speaker]:
    speaker = Speaker(stage(standing))
    with closing(speaker.visitor):
        yield speaker


def reads(page: Page, text: str) -> None:
    """What was announced comes to stand on the page."""
    expect(page.locator("#announcement")).to_contain_text(text)


@pytest.mark.nightly
def test_a_page_returns_whatever_its_line_was_closed_with(speaker: Speaker, hall: Hall) -> None:
    page = hall.person("watcher")
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/ws/"), through)
    page.goto(speaker.evening.url("live/"))
    for code in CLOSINGS:
        expect(page.locator("html")).to_have_attribute("data-conn", "on")
        before = len(lines)
        lines[-1].close(code=code)
        speaker.says(f"Closed with {code}")
        reads(page, f"Closed with {code}")
        assert len(lines) > before


def test_a_page_that_was_left_is_up_to_date_on_the_way_back(speaker: Speaker, hall: Hall) -> None:
    page = hall.person("watcher")
    page.goto(speaker.evening.url("live/"))
    expect(page.locator("html")).to_have_attribute("data-conn", "on")
    page.goto(speaker.evening.url("rules/"))
    speaker.says("While you were reading the rules")
    page.go_back()
    reads(page, "While you were reading the rules")
    speaker.says("And now that you are back")
    reads(page, "And now that you are back")


def test_the_wall_says_that_it_may_be_old_and_stops_saying_so(speaker: Speaker, hall: Hall) -> None:
    hall.allowed += ["ERR_INTERNET_DISCONNECTED"]
    wall = hall.person("wall", WALL)
    wall.goto(speaker.evening.url("screen/"))
    expect(wall.locator("html")).to_have_attribute("data-conn", "on")
    expect(wall.locator(".wall-conn")).to_be_hidden()
    wall.context.set_offline(True)
    expect(wall.locator(".wall-conn")).to_be_visible()
    speaker.says("Nobody on the wall can know this")
    wall.context.set_offline(False)
    expect(wall.locator("#wallsay")).to_contain_text("Nobody on the wall can know this")
    expect(wall.locator(".wall-conn")).to_be_hidden()
