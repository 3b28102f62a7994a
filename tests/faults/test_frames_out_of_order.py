"""F17 at the page: frames that come late, twice or without what was before them change nothing, by one gate.

The twin takes the gate out of the script.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import chromium, hall  # noqa: F401 - fixtures
from tests.browser.hall import Hall
from tests.serving import ROOT, Serving
from tests.staging import stage

pytestmark = [pytest.mark.served, pytest.mark.browser]

SCRIPT = "static/js/fragments.js"
GATE = 'if (whole ? frame.seq < own : frame.seq <= own) return "dropped";'
FRAMES = [(5, 6), (7, 8), (6, 7), (7, 8), (6, 7), (5, 6), (None, 6)]
"""Base and seq of each, in the order in which they come to a page that stands at 5; None is a snapshot's."""

_APPLY = """async frames => {
  const { apply, begin } = await import("/static/js/fragments.js");
  const line = Object.assign(document.createElement("p"), { id: "counted", textContent: "5" });
  document.querySelector("main").append(line);
  begin({ "match/it": 5 });
  const told = frames.map(([base, seq]) => apply({
    topic: "match/it", base, seq, html: { counted: `<p id="counted">${seq}</p>` },
  }));
  return [told, document.getElementById("counted").textContent];
}"""


def applied(page: Page, site: Serving) -> Any:
    page.goto(stage(site).url())
    return page.evaluate(_APPLY, FRAMES)


def test_frames_in_any_order_leave_the_newest_on_the_page(
    standing: Serving,
    hall: Hall,  # noqa: F811
) -> None:
    told, shown = applied(hall.person("spectator"), standing)
    assert told == ["applied", "missing", "applied", "applied", "dropped", "dropped", "dropped"]
    assert shown == "8"


def test_without_the_gate_an_old_frame_would_replace_a_newer_one(
    standing: Serving,
    hall: Hall,  # noqa: F811
) -> None:
    script = (ROOT / SCRIPT).read_text()
    assert GATE in script

    def ungated(route: Route) -> None:
        route.fulfill(body=script.replace(GATE, ""), content_type="text/javascript")

    page = hall.person("spectator")
    page.route("**/static/js/fragments.js", ungated)
    _told, shown = applied(page, standing)
    assert shown == "6"
