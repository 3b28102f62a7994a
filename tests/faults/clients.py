"""Everybody at a table without a browser: each does what they are waited for, and remembers what they were told."""

import re
from dataclasses import dataclass, field

from tests.faults.history import History
from tests.staging import Evening
from tests.visitor import Form, Live, Visitor, command_id


@dataclass
class Client:
    """One person at their page. ``pending`` is what was sent and isn't answered."""

    name: str
    live: Live
    history: History
    pending: tuple[Form, str] | None = None

    def wanted(self) -> Form | None:
        """The form by which this person goes on, if they are waited for."""
        self.live.hear()
        if self.pending is not None:
            return None
        for fragment in ("me", "deck", "matchdeck", "reach", "pier"):
            html = self.live.html.get(fragment, "")
            if re.match(r"\s*<\w+[^>]*\shidden[\s>]", html):
                continue
            for form in self.live.forms(fragment):
                if form.command and form.command not in ("Claim", "Finish"):
                    return form
        return None

    def act(self, form: Form) -> int:
        """Send what is waited for, once; its status. What isn't answered (0) stays pending under its id."""
        return self._send(form, command_id())

    def retry(self) -> None:
        """Send what wasn't answered again, as the same intention."""
        if self.pending is not None:
            self._send(*self.pending)

    def _send(self, form: Form, id_: str) -> int:
        self.pending = form, id_
        self.history.sends(id_)
        try:
            answer = self.live.command(form, id_)
        except ConnectionError:
            return 0
        self.history.hears(id_, answer.status)
        if answer.status < 500:
            self.pending = None
        return answer.status


@dataclass
class Crowd:
    """A host and players at one evening, registered and at their pages."""

    evening: Evening
    history: History = field(default_factory=History)
    clients: list[Client] = field(default_factory=list)

    def enter(self, names: tuple[str, ...]) -> None:
        """Everybody signs in or registers; players are spread over the web processes."""
        urls = self.evening.site.urls
        host = Visitor(urls[0])
        host.sign_in()
        self._join("host", host, "host")
        for place, name in enumerate(names):
            visitor = Visitor(urls[place % len(urls)])
            answer = visitor.register(self.evening.path, name)
            assert answer.status == 200
            self._join(name, visitor, "live")

    def _join(self, name: str, visitor: Visitor, surface: str) -> None:
        visitor.get(f"{self.evening.path}{surface}/")
        client = Client(name, Live(visitor, self.evening.event_id, surface), self.history)
        client.live.open()
        self.clients.append(client)

    def come_back(self) -> None:
        """Open every line again, and send again what nobody answered."""
        for client in self.clients:
            client.live.visitor.close()
            client.live.open()
            client.retry()

    def leave(self) -> None:
        for client in self.clients:
            client.live.shut()
            client.live.visitor.close()
