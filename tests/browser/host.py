"""The host's pages: sign-in and console."""

from playwright.sync_api import expect

from tests.browser.table import Table
from tests.staging import EMAIL, PASSWORD, Evening


class Host(Table):
    """Whoever runs the evening, at the console."""

    def sign_in(self, url: str, email: str = EMAIL, password: str = PASSWORD) -> None:
        self.page.goto(f"{url}/accounts/login/")
        self.page.get_by_label("Email").fill(email)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.locator("main button[type=submit]").first.click()
        expect(self.page.get_by_role("link", name="Sign out")).to_be_visible()

    def open_console(self, evening: Evening, process: int = 0) -> None:
        self.page.goto(evening.url("host/", process))
        self.await_line()

    def offered(self, label: str) -> bool:
        """Whether the console offers this as a big action just now."""
        return self.page.locator(".deck:not([hidden]) .roll", has_text=label).count() > 0

    def press(self, label: str) -> None:
        """Press one of the big actions, once it is offered, and wait until it is done."""
        self.page.locator(".deck:not([hidden]) .roll", has_text=label).click()
        expect(self.page.locator("[data-busy]")).to_have_count(0)
