"""What every live page shows of a table, and the one act that is waited for on it."""

from typing import Any

from playwright.sync_api import Error, Page, expect

ACTS = (
    ":is(#reach, #matchdeck:not([hidden])) form .roll:not([aria-disabled]), "
    "#pier form[id^='choose-'] button:not([aria-disabled])"
)
"""Buttons by which whoever reads the page goes on with the match."""

_AWAITED = (
    """selector => document.querySelector(selector)?.closest("form").dataset.command ?? \"\""""
)
_LINES = """() => document.querySelector("#log > a")?.textContent.match(/\\d+/)?.[0]"""
_DICE = """() => [...document.querySelectorAll(".berths .seat")].map(seat => [
  seat.dataset.die,
  seat.dataset.state,
  seat.querySelector(".die").dataset.face ?? "",
  seat.querySelector(".who").textContent.trim(),
])"""
_SHOWN = """() => Object.fromEntries([...document.querySelectorAll("main [id]")].map(part => {
  const copy = part.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    one.removeAttribute("style");
    one.classList.remove("tumbles");
    if (one.matches("details")) one.removeAttribute("open");
    if (one.matches("[data-clock]")) one.textContent = "";
  }
  return [part.id, copy.outerHTML.replace(/\\s+/g, " ")];
}))"""
PASSING = {"notice", "roster", "console", "join", "main", "next", "chain", "receipts"}
"""Parts that show who is here at this moment or how the log stood at the load, or that hold such parts."""


class Table:
    """A page that shows a table."""

    def __init__(self, page: Page, who: str) -> None:
        self.page = page
        self.who = who

    def await_line(self) -> None:
        """Return when the page has its line to the server."""
        expect(self.page.locator("html")).to_have_attribute("data-conn", "on")

    def look(self, script: str, argument: Any = None) -> Any:
        """What a script reads off the page; None while the page is being loaded anew."""
        try:
            return self.page.evaluate(script, argument)
        except Error as problem:
            if "navigat" in str(problem) or "destroyed" in str(problem):
                return None
            raise

    def awaited(self) -> str:
        """The command that this page's reader is waited for with; "" if they aren't."""
        return str(self.look(_AWAITED, ACTS) or "")

    def come_to(self) -> int:
        """The number of the match's last entry that the page knows of."""
        return int(self.look(_LINES) or -1)

    def act(self, patience: float | None = None) -> None:
        """Press what is waited for, which must be there in so many seconds; return when it has been answered."""
        self.page.locator(ACTS).first.click(timeout=patience and 1000 * patience)
        expect(self.page.locator("[data-busy]")).to_have_count(0)

    def dice(self) -> list[list[str]]:
        """The dice from the left: number, state, face, who stands there."""
        return [list(die) for die in self.look(_DICE) or []]

    def shown(self) -> dict[str, str]:
        """Every part of the page by id, without clocks' readings, folds and who is here just now."""
        parts: dict[str, str] = self.look(_SHOWN) or {}
        return {name: html for name, html in parts.items() if name not in PASSING}

    def texts(self, selector: str) -> list[str]:
        """The texts of all such elements, spaces joined."""
        return [" ".join(text.split()) for text in self.page.locator(selector).all_text_contents()]

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def fresh(self, opened: Page) -> Any:
        """The same page loaded anew in another tab of the same browser."""
        opened.goto(self.page.url)
        copy = type(self)(opened, self.who)
        copy.await_line()
        return copy
