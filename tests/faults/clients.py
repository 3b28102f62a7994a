"""Everybody at a table without a browser: each does what they are waited for, and remembers what they were told."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from tests.faults.history import History
from tests.faults.invariants import Screen, broken, i_proof_holds
from tests.faults.stored import read
from tests.serving import ROOT
from tests.staging import Evening, until
from tests.visitor import Form, Live, Visitor, command_id


@dataclass
class Client:
    """One person at their page. ``pending`` is what was sent and isn't answered."""

    name: str
    live: Live
    history: History
    audience: str
    pending: tuple[Form, str] | None = None

    def wanted(self) -> Form | None:
        """The form by which this person goes on, if they are waited for."""
        self.hear()
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

    def hear(self, seconds: float = 0.0) -> bool:
        """Take in what the line brought; whether it still stands."""
        stands = self.live.hear(seconds)
        self._note()
        return stands

    def _note(self) -> None:
        for topic, seq in self.live.seqs.items():
            self.history.sees(f"{self.name} {self.live.surface}", topic, seq)

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
        self.history.hears(id_, answer.status, self.live.seqs)
        self._note()
        if answer.status < 500:
            self.pending = None
        return answer.status


@dataclass
class Crowd:
    """A host and players at one evening, registered and at their pages."""

    evening: Evening
    history: History = field(default_factory=History)
    clients: list[Client] = field(default_factory=list)

    def enter(self, names: tuple[str, ...], watchers: int = 0) -> None:
        """Everybody signs in or registers; players and who only watches are spread over the web processes."""
        urls = self.evening.site.urls
        host = Visitor(urls[0])
        host.sign_in()
        self._join("host", host, "host")
        for place, name in enumerate(names):
            visitor = Visitor(urls[place % len(urls)])
            answer = visitor.register(self.evening.path, name)
            assert answer.status == 200
            self._join(name, visitor, "live")
        for place in range(watchers):
            self._join(f"watcher {place}", Visitor(urls[place % len(urls)]), "live", "public")

    def _join(self, name: str, visitor: Visitor, surface: str, audience: str = "") -> None:
        visitor.get(f"{self.evening.path}{surface}/")
        live = Live(visitor, self.evening.event_id, surface)
        client = Client(name, live, self.history, audience or name)
        client.live.open()
        self.clients.append(client)

    def come_back(self) -> None:
        """Open every line again, and send again what nobody answered."""
        for client in self.clients:
            client.live.visitor.close()
            client.live.open()
            client.retry()

    def waited_for(self) -> Client | None:
        """Somebody who can go on."""
        return next((client for client in self.clients if client.wanted() is not None), None)

    def play(self, acts: int, stop: Callable[[], bool] = lambda: False) -> int:
        """Let so many be done by whoever is waited for, one after the other, or until ``stop``; how many were."""
        for done in range(acts):
            actor = until("somebody's turn", lambda: stop() or self.waited_for())
            if not isinstance(actor, Client):
                return done
            form = actor.wanted()
            if form is not None:
                actor.act(form)
        return acts

    def retry_until_answered(self) -> None:
        """Send what nobody answered again and again, as pages do, until there is nothing left of it."""
        for client in self.clients:
            until(f"{client.name}'s answer", partial(_answered, client))

    def screens(self) -> list[Screen]:
        """What every page shows, and what it shows when opened anew; waits until those that can be are equal."""
        return [self._screen(client) for client in self.clients]

    def _screen(self, client: Client) -> Screen:
        fresh = Live(client.live.visitor, self.evening.event_id, client.live.surface)
        fresh.open()
        with suppress(AssertionError):  # what differs to the end is for the invariant to say
            until(f"{client.name}'s page", partial(_same, client, fresh), 20)
        fresh.shut()
        return Screen(client.audience, client.name, lasting(client.live), lasting(fresh))

    def check(self) -> None:
        """Everybody is answered; then raise AssertionError for every invariant that doesn't hold (A to K)."""
        self.retry_until_answered()
        screens = self.screens()
        wrong = broken(self.history, read(self.evening.site), screens)
        assert wrong + i_proof_holds(self.verified()) == []

    def verified(self) -> str:
        """What the independent verifier prints of this evening's proof as it stands."""
        proof = self.clients[0].live.visitor.get(f"{self.evening.path}proof.json")
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            file.write(proof.text)
            file.flush()
            command = [sys.executable, str(ROOT / "scripts" / "verify_fair.py"), file.name]
            return subprocess.run(command, capture_output=True, text=True).stdout

    def leave(self) -> None:
        for client in self.clients:
            client.live.shut()
            client.live.visitor.close()


def lasting(live: Live) -> dict[str, str]:
    """A page's fragments, but for the list of who is here, which follows the sockets."""
    return {name: html for name, html in live.html.items() if name != "roster"}


def _same(client: Client, fresh: Live) -> bool:
    return client.hear() and fresh.hear() and lasting(client.live) == lasting(fresh)


def _answered(client: Client) -> bool:
    client.retry()
    return client.pending is None
