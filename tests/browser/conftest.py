"""Chromium, and a hall of people who each have a browser of their own."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hall import Hall

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


def chromium_program() -> str:
    """$CHROMIUM, or the one the system has."""
    given = os.environ.get("CHROMIUM")
    return given or shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """A browser for one test: Playwright's loop must be gone before the next test, which may use its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def hall(chromium: Browser) -> Iterator[Hall]:
    """Everybody's browsers; the test fails if any page of theirs reported an error."""
    hall = Hall(chromium)
    yield hall
    hall.close()
    assert hall.faults == []
