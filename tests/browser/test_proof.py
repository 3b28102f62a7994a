"""The proof is checked in a browser as it is anywhere else, and its page says what came of it."""

import copy
import functools
import http.server
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect, sync_playwright

from events.queries import proof
from games.proof import check
from tests.browser.conftest import FLAGS, chromium_program
from tests.browser.hall import Hall
from tests.events.forgeries import FORGERIES
from tests.events.playing import SetClock, set_clock
from tests.events.proof_parts import Proof, rehashed, with_a_sealed_choice
from tests.events.proving import public_evening
from tests.events.test_restored_proof import WITHOUT_WORDS, waited
from tests.serving import ROOT, Serving

__all__ = ["set_clock"]

pytestmark = pytest.mark.browser

CHECK = """async (files) => {
  const { check } = await import("/js/proof/checks.js");
  const { filled } = await import("/js/proof/lines.js");
  const all = [];
  for (const [proof, receipt] of files) {
    const lines = await check(proof, receipt);
    all.push(lines.map((line) => `${line.state} ${filled(line.text, line.values)}`));
  }
  return all;
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def scripts() -> Iterator[str]:
    """The static files as they are, from loopback: a secure context, so WebCrypto is there."""
    handler = functools.partial(Quiet, directory=str(ROOT / "static"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def in_a_browser(address: str, files: list[tuple[Proof, Any]]) -> list[list[str]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_program(), args=FLAGS)
        page = browser.new_page()
        page.goto(f"{address}/favicon.svg")
        page.goto(f"{address}/js/")
        said = page.evaluate(CHECK, files)
        browser.close()
    return said


def said_here(data: Proof, receipt: Any = None) -> list[str]:
    return [f"{line.state} {line.text}" for line in check(data, receipt)]


@pytest.mark.django_db
def test_every_forgery_is_found_in_one_run_of_a_page(set_clock: SetClock, scripts: str) -> None:
    true_proof = with_a_sealed_choice(
        json.loads(json.dumps(proof.build(public_evening(set_clock))))
    )
    forged = [forgery.of(true_proof) for forgery in FORGERIES]
    vectors = ROOT / "tests" / "games" / "fair_vectors"
    sample, receipt = (
        json.loads((vectors / name).read_text()) for name in ("sample.json", "receipt.json")
    )
    away = {**receipt, "reg": "ab" * 16}
    files = [
        (true_proof, None),
        (sample, receipt),
        (sample, away),
        *((one, None) for one in forged),
    ]
    said = in_a_browser(scripts, files)
    assert said == [said_here(*file) for file in files]
    assert not any(line.startswith("WRONG") for line in said[0] + said[1])
    missed = {
        forgery.name: [line for line in lines if line.startswith("WRONG")]
        for forgery, lines in zip(FORGERIES, said[3:], strict=True)
        if not any(re.match(f"WRONG {forgery.line}", line) for line in lines)
    }
    assert missed == {}


@pytest.mark.django_db
def test_a_restore_while_a_line_up_waits_is_read_alike(set_clock: SetClock, scripts: str) -> None:
    true_proof = json.loads(json.dumps(proof.build(waited(set_clock))))
    forged = [copy.deepcopy(true_proof) for _forge in WITHOUT_WORDS]
    for (forge, _line), one in zip(WITHOUT_WORDS, forged, strict=True):
        forge(one)
        rehashed(one)
    files = [true_proof, *forged]
    said = in_a_browser(scripts, [(one, None) for one in files])
    assert said == [said_here(one) for one in files]
    assert [any(line.startswith("WRONG") for line in lines) for lines in said] == [
        False,
        *(True for _one in forged),
    ]


# --------------------------------------------------------------------------------- the page

PLAYED = "from tests.events.proving import played_evening; print(played_evening().public_id)"


@pytest.fixture
def played(standing: Serving) -> str:
    """The address of a finished evening on a real site."""
    event_id = standing.manage("shell", "-v", "0", "-c", PLAYED).strip().splitlines()[-1]
    return f"{standing.url}/{event_id}/"


@pytest.mark.served
def test_the_page_says_what_came_of_it(played: str, hall: Hall) -> None:
    page = hall.person("somebody")
    _holds(page, played)
    _knows_a_receipt(page, played)
    _follows_on_what_was_seen(page, played)
    _tells_what_was_forged(page, played)
    _tells_a_log_that_does_not_follow(page, played)
    _says_when_it_can_not(hall.person("plain"), played)


def _holds(page: Page, played: str) -> None:
    page.goto(f"{played}proof/")
    expect(page.locator("#verdict")).to_have_text("Everything holds.")
    lines = page.locator(".prooflines li")
    expect(lines).to_have_count(27)
    expect(page.locator(".prooflines li[data-state=ok]")).to_have_count(27)
    expect(lines.first).to_contain_text("each following on the one before")


def _knows_a_receipt(page: Page, played: str) -> None:
    data = page.evaluate("url => fetch(url).then(got => got.json())", f"{played}proof.json")
    row = data["registered"][4]
    made = next(
        item["entry"]["data"]["receipt"]
        for item in data["log"]
        if item["entry"]["kind"] == "registered" and item["entry"]["data"]["reg"] == row["reg"]
    )
    kept = {"reg": row["reg"], "client_seed": row["client_seed"], "receipt": made}
    page.evaluate(
        "([key, mine]) => localStorage.setItem(key, JSON.stringify([mine]))",
        [f"receipts {data['event']}", kept],
    )
    page.reload()
    expect(page.locator("#verdict")).to_have_text("Everything holds.")
    expect(page.locator(".prooflines")).to_contain_text(
        "Your registration is number 3 of 8 on the list."
    )
    expect(page.locator(".prooflines")).to_contain_text(
        "What your browser saw of the log is still in it."
    )


def _follows_on_what_was_seen(page: Page, played: str) -> None:
    """An older head is one that the log went on from."""
    data = page.evaluate("url => fetch(url).then(got => got.json())", f"{played}proof.json")
    key = f"head {data['event']}"
    page.evaluate("([key, head]) => localStorage.setItem(key, head)", [key, data["log"][9]["hash"]])
    page.goto(f"{played}results/")
    expect(page.locator("#chain [data-held]")).to_be_visible()
    assert page.evaluate("key => localStorage.getItem(key)", key) == data["head"]


def _tells_what_was_forged(page: Page, played: str) -> None:
    def forge(route: Route) -> None:
        data = route.fetch().json()
        data["registered"][3]["names"] = ["Somebody else"]
        route.fulfill(json=data)

    page.route("**/proof.json", forge)
    page.goto(f"{played}proof/")
    expect(page.locator("#verdict")).to_have_text("Something is wrong.")
    wrong = page.locator(".prooflines li[data-state=WRONG]")
    expect(wrong).to_have_count(1)
    expect(wrong).to_contain_text("Not so: The registrations: 10")
    page.unroute("**/proof.json")


def _tells_a_log_that_does_not_follow(page: Page, played: str) -> None:
    """And keeps what it saw, so that it can still be shown."""
    key = page.evaluate("Object.keys(localStorage).find(key => key.startsWith('head '))")
    page.evaluate("key => localStorage.setItem(key, 'ab'.repeat(32))", key)
    for path in ("", "results/", "live/", "proof/"):
        page.goto(f"{played}{path}")
        expect(page.locator("[data-broken]")).to_be_visible()
        expect(page.locator("[data-seen]")).to_have_text("abab abab abab")
        assert page.evaluate("key => localStorage.getItem(key)", key) == "ab" * 32


def _says_when_it_can_not(page: Page, played: str) -> None:
    """Over plain HTTP (but for loopback) browsers give pages no WebCrypto."""
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"{played}proof/")
    expect(page.locator("#verdict")).to_contain_text("http, not https")
    expect(page.get_by_role("link", name="The program, verify_fair.py")).to_be_visible()
