"""What a browser would send for a form of a page, read off the page itself."""

from html.parser import HTMLParser


class _Form(HTMLParser):
    """Collects the fields of the form with this id, as they stand on the page."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self._form_id = form_id
        self._inside = False
        self._area = self._list = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "form":
            self._inside = told.get("id") == self._form_id
        name = told.get("name") or ""
        if not self._inside or "disabled" in told:
            return
        if tag == "input" and name:
            ticks = told.get("type") in ("radio", "checkbox")
            if not ticks or "checked" in told:
                self.sent[name] = told.get("value") or ("on" if ticks else "")
        elif tag == "textarea":
            self._area, self.sent[name] = name, ""
        elif tag == "select":
            self._list = name
        elif tag == "option" and self._list and ("selected" in told or self._list not in self.sent):
            self.sent[self._list] = told.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "textarea":
            # A browser leaves out the line end that follows the tag.
            self.sent[self._area] = self.sent[self._area].removeprefix("\n").replace("\r", "")
            self._area = ""
        elif tag == "select":
            self._list = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.sent[self._area] += data


def form_on(page: str, form_id: str) -> dict[str, str]:
    """The fields of that form with what stands in them; buttons are pressed by whoever sends it."""
    parser = _Form(form_id)
    parser.feed(page)
    return parser.sent
