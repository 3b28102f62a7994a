"""People at a served evening without a browser, who play it by the forms of their own live pages."""

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.staging import Evening, until
from tests.visitor import Answer, Form, Live, Visitor, command_id, forms_in

PLAYED = ("Answer", "Start", "PickDie", "CallRoll", "Roll", "ChooseNext", "Draw")
"""Commands that bring an evening on. Whatever else a page offers is left to the test."""
FRAGMENTS = ("me", "deck", "matchdeck", "reach", "pier")
TOO_FAST = 429
BEAT = 8.0
"""Seconds."""
_HIDDEN = re.compile(r"\s*<\w+[^>]*\shidden[\s>]")


@dataclass
class Guest:
    """Somebody at a live page of their own: a player, or with ``surface`` "host" the host.

    ``come_to``, shared by those who play together, is how far each topic is known to have come: nobody acts on a page
    that is still behind.
    """

    name: str
    live: Live
    come_to: dict[str, int] = field(default_factory=dict)
    _looked_at: tuple[tuple[str, int], ...] = ()
    _found: Form | None = None
    _beaten: float = field(default_factory=time.monotonic)

    @property
    def visitor(self) -> Visitor:
        return self.live.visitor

    def wanted(self) -> Form | None:
        """The form by which this person goes on, if they are waited for."""
        self._beat()
        assert self.live.hear(), f"{self.name} lost the line"
        if any(self.live.seqs.get(topic, -1) < seq for topic, seq in self.come_to.items()):
            return None
        seen = tuple(self.live.seqs.items())
        if seen != self._looked_at:
            self._looked_at, self._found = seen, next(self._forms(), None)
        return self._found

    def _beat(self) -> None:
        """Say now and then that the page lives, or its line is closed."""
        if self.live.line is not None and time.monotonic() - self._beaten > BEAT:
            self._beaten = time.monotonic()
            self.live.line.send(json.dumps({"ping": 1, "have": self.live.seqs}))

    def act(self, form: Form) -> Answer:
        """Send it, once more if it came too fast after the last one."""
        id_ = command_id()
        answer = until("an answer", lambda: self._sent(form, id_))
        self._looked_at = ()
        self.come_to |= self.live.seqs
        return answer

    def close(self) -> None:
        self.live.shut()
        self.visitor.close()

    def get(self, path: str) -> str:
        """A page of the site, as this person sees it."""
        self.visitor.close()
        answer = self.visitor.get(path)
        assert answer.status == 200, (path, answer.status)
        return answer.text

    def press(self, path: str, **typed: str) -> Answer:
        """Send the form of a page: the one that carries a command's id and what was typed; the answer itself."""
        forms = [one for one in forms_in(self.get(path)) if "command_id" in one.fields]
        fields = forms[-1].fields | typed
        return self.visitor.post(forms[-1].action or path, fields)

    def _sent(self, form: Form, id_: str) -> Answer | None:
        self.visitor.close()  # the server hangs up on one that has been quiet for long
        answer = self.live.command(form, id_)
        return None if answer.status == TOO_FAST else answer

    def _forms(self) -> Iterator[Form]:
        for fragment in FRAGMENTS:
            if not _HIDDEN.match(self.live.html.get(fragment, "")):
                yield from (form for form in self.live.forms(fragment) if form.command in PLAYED)


@dataclass
class Gathering:
    """The host and players of one evening; nobody needs a browser."""

    evening: Evening
    host: Guest
    guests: list[Guest] = field(default_factory=list)

    @classmethod
    def of(cls, evening: Evening) -> "Gathering":
        visitor = Visitor(evening.site.url)
        visitor.sign_in()
        return cls(evening, _at_page(evening, "host", visitor, "host", {}))

    def join(self, names: Sequence[str]) -> None:
        """Everybody registers and opens their live page, spread over the web processes."""
        come_to = self.host.come_to
        self.guests += [registered(self.evening, name, n, come_to) for n, name in enumerate(names)]

    def everybody(self) -> list[Guest]:
        return [self.host, *self.guests]

    def next_act(self) -> tuple[Guest, Form] | None:
        """Whoever is waited for first, with what they are waited for."""
        for guest in [*self.guests, self.host]:
            if form := guest.wanted():
                return guest, form
        return None

    def close(self) -> None:
        for guest in self.everybody():
            guest.close()


def registered(evening: Evening, name: str, process: int, come_to: dict[str, int]) -> Guest:
    """Somebody who has registered under this name and sits at the live page."""
    return _at_page(evening, name, entered(evening, name, process), "live", come_to)


def entered(evening: Evening, name: str, process: int = 0) -> Visitor:
    """Somebody who has registered and then put the phone away."""
    urls = evening.site.urls
    visitor = Visitor(urls[process % len(urls)])
    assert "on the list as" in visitor.register(evening.path, name).text
    return visitor


def _at_page(
    evening: Evening, name: str, visitor: Visitor, surface: str, come_to: dict[str, int]
) -> Guest:
    visitor.get(f"{evening.path}{surface}/")
    guest = Guest(name, Live(visitor, evening.event_id, surface), come_to)
    guest.live.open()
    return guest
