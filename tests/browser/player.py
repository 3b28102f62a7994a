"""A player's pages: the event page and the table."""

from playwright.sync_api import Page, expect

from tests.browser.table import Table
from tests.staging import Evening


class Player(Table):
    """Somebody who registers by name, on the phone."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page, name)
        self.name = name

    def register(self, evening: Evening, process: int = 0) -> None:
        self.page.goto(evening.url(process=process))
        self.page.get_by_label("name").fill(self.name)
        self.page.locator("#join form[action$='/register/'] button[type=submit]").click()
        expect(self.page.locator("#me")).to_contain_text("You are on the list")

    def to_table(self) -> None:
        self.page.get_by_role("link", name="To the table").click()
        self.await_line()

    @property
    def is_called(self) -> bool:
        return self.page.get_by_role("button", name="I am here").count() > 0

    def answer(self) -> None:
        """Say "I am here" when called."""
        self.page.get_by_role("button", name="I am here").click()
        expect(self.page.get_by_role("button", name="I am here")).to_have_count(0)

    def pick(self, die: int) -> None:
        """Take this die, once dice are picked."""
        self.page.locator(f"#pick-{die} button").click()
        expect(self.page.locator(f"#pier [data-die='{die}'][data-me]")).to_be_visible()

    def claim(self) -> None:
        self.page.locator("#me").get_by_role("button", name="Claim it").click()
        expect(self.page.locator("#me")).to_contain_text("Claimed")
