"""People with a browser each, and what their pages complain of."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
WALL = {"width": 1920, "height": 1080}
PATIENCE_MS = 30_000
"""The machine may be busy with other tests."""

expect.set_options(timeout=PATIENCE_MS)


class Hall:
    """Makes each person's browser, and keeps every error that any page reports.

    A console error, an uncaught exception and a violation of the content policy (which Chromium writes to the console
    as an error) are all faults. ``allowed`` are parts of messages that a test expects.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.allowed: list[str] = []

    def person(self, who: str, viewport: dict[str, int] = PHONE, **options: Any) -> Page:
        """A page in a browser of this person's own."""
        context = self.browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        return self.tab(context, who)

    def tab(self, context: BrowserContext, who: str) -> Page:
        """One more page of somebody's."""
        page = context.new_page()
        page.on("console", lambda message: self._hear(who, message))
        page.on("pageerror", lambda error: self._note(f"{who}: {error}"))
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def _hear(self, who: str, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"{who}: {message.text} ({message.location.get('url', '')})")

    def _note(self, fault: str) -> None:
        if not any(part in fault for part in self.allowed):
            self.faults.append(fault)
