"""A browser keeps the receipt of whoever registered on it, and finds out by itself when they are gone from the list."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hall import Hall
from tests.browser.player import Player
from tests.serving import Serving
from tests.staging import Evening, close_in, rows, stage, state_of, until

pytestmark = [pytest.mark.browser, pytest.mark.served]


def verdict(page: Page, evening: Evening) -> str:
    """What the browser finds on another visit."""
    page.goto(evening.url())
    expect(page.locator("#receipts")).to_be_visible()
    return str(page.locator("#receipts").get_attribute("data-verdict"))


def store(evening: Evening, column: str, value: str) -> None:
    """Change something behind the site's back."""
    sql = f"UPDATE events_registration SET {column} = %s WHERE name = 'Juniper'"  # noqa: S608 ours
    rows(evening.site, sql, value)


def test_a_receipt_is_kept_and_checked_on_every_visit(embedded: Serving, hall: Hall) -> None:
    evening = stage(embedded, practice=3, rehearsal=True)
    player = Player(hall.person("Juniper"), "Juniper")
    player.register(evening)
    page = player.page
    assert verdict(page, evening) == "registered"
    close_in(evening, 0)
    until("the list to be closed", lambda: state_of(evening) == "closed")
    assert verdict(page, evening) == "frozen"
    expect(page.locator("#receipts")).to_contain_text("of the 4 on the frozen list")
    # A server that forgets somebody shows them nothing of their own, but their browser remembers.
    page.context.clear_cookies()
    assert verdict(page, evening) == "frozen"
    expect(page.locator("[data-receipt]")).to_have_count(0)
    [(receipt, seed)] = rows(
        embedded, "SELECT receipt, client_seed FROM events_registration WHERE name = 'Juniper'"
    )
    store(evening, "receipt", "00" * 32)
    assert verdict(page, evening) == "missing"
    expect(page.locator("#receipts[role=alert][data-kind=bad]")).to_contain_text("is missing")
    page.goto(evening.url("live/"))
    expect(page.locator("#receipts")).to_contain_text("is missing")
    store(evening, "receipt", receipt)
    store(evening, "client_seed", "00" * 16)
    assert verdict(page, evening) == "unfit"
    store(evening, "client_seed", seed)
    rows(embedded, "UPDATE events_event SET list_root = %s", "00" * 32)
    assert verdict(page, evening) == "changed"


def test_whoever_withdrew_is_told_that_and_not_alarmed(embedded: Serving, hall: Hall) -> None:
    evening = stage(embedded)
    player = Player(hall.person("Juniper"), "Juniper")
    player.register(evening)
    verdict(player.page, evening)
    player.page.get_by_role("link", name="Withdraw").click()
    player.page.locator("main form button[type=submit]").click()
    assert verdict(player.page, evening) == "withdrawn"
    stranger = hall.person("stranger")
    stranger.goto(evening.url())
    expect(stranger.locator("#entries")).to_be_visible()
    expect(stranger.locator("#receipts")).to_be_hidden()
