"""How the domain says no."""

from typing import Any

from django.utils.translation import gettext as _

from games.kernel import IllegalMove


class Refusal(Exception):
    """A command that isn't done. Nothing was changed, but for what was overdue anyway.

    ``code`` is a stable slug, ``message`` a sentence that says what to do, ``status`` the HTTP status the web
    answers with (403 not yours, 404 gone, 409 out of date, 422 can't be done, 429 too fast), ``field`` the
    form field it belongs to, if any.
    """

    def __init__(
        self, code: str, message: Any, *, status: int = 422, field: str | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.status = status
        self.field = field

    def __str__(self) -> str:
        return str(self.message)


class Stale(Refusal):
    """Made for a state that has passed: the page is out of date."""

    def __init__(self, code: str, message: Any) -> None:
        super().__init__(code, message, status=409)


def said(illegal: IllegalMove) -> str:
    """What the rules refuse, in the reader's language."""
    sentence = _(illegal.template)
    return sentence % illegal.values if illegal.values else sentence
