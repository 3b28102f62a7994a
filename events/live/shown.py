"""What each audience of a topic was shown last, and at which seq each fragment last changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Viewer(NamedTuple):
    """Who looks, and at which page.

    ``surface``: ``live``, ``host``, ``screen`` or ``event``. ``audience``: ``public``, ``host``,
    for a match ``seat/<n>``, for an event ``person/<public id>``.
    """

    surface: str
    audience: str


class Rendered(NamedTuple):
    """Every fragment of a topic for one viewer, as of `seq`."""

    seq: int
    html: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """What was pushed to a viewer. Never changed, only replaced, so any thread may read it.

    ``since`` is the seq from which on ``changed`` is known.
    """

    seq: int
    since: int
    html: Mapping[str, str]
    changed: Mapping[str, int]

    @classmethod
    def first(cls, rendered: Rendered) -> "Shown":
        seq = rendered.seq
        return cls(seq, seq, rendered.html, dict.fromkeys(rendered.html, seq))

    def then(self, rendered: Rendered) -> "Shown":
        """What is shown once `rendered` was pushed as well."""
        changed = {
            name: self.changed[name] if self.html.get(name) == html else rendered.seq
            for name, html in rendered.html.items()
        }
        return Shown(rendered.seq, self.since, rendered.html, changed)

    def changes(self, since: int) -> dict[str, str] | None:
        """The fragments that changed after `since`; None where that isn't known."""
        if since < self.since:
            return None
        return {name: html for name, html in self.html.items() if self.changed[name] > since}


last_shown: dict[tuple[str, Viewer], Shown] = {}
"""By topic and viewer. Written on the hub's loop only."""
