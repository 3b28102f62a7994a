"""People who keep on as their pages do while processes are restarted, and what they were answered."""

import threading
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, fields

from tests.faults.clients import Client, Crowd
from tests.staging import Evening
from tests.visitor import Form, Visitor


@dataclass
class Patient(Client):
    """A player whose line is opened again when it ends, and whose command goes out again under its id."""

    answers: Counter[int] = field(default_factory=Counter)
    """By status; 0 is no answer at all."""
    lost: int = 0
    """Lines that ended."""

    def wanted(self) -> Form | None:
        """The form by which this person goes on, once their page has done what it does by itself."""
        if not self.live.hear():
            self.lost += 1
            self.live.open()
        self.retry()
        return super().wanted()

    def _send(self, form: Form, id_: str) -> int:
        status = super()._send(form, id_)
        self.answers[status] += 1
        return status


@dataclass
class Company(Crowd):
    """A host, players and who only watches, all of them patient."""

    def _join(self, name: str, visitor: Visitor, surface: str, audience: str = "") -> None:
        super()._join(name, visitor, surface, audience)
        known = self.clients.pop()
        self.clients.append(
            Patient(**{one.name: getattr(known, one.name) for one in fields(known)})
        )

    def patients(self) -> list[Patient]:
        return [client for client in self.clients if isinstance(client, Patient)]

    def answers(self) -> Counter[int]:
        """Everybody's, by status."""
        return sum((client.answers for client in self.patients()), Counter())


class Newcomers(threading.Thread):
    """Somebody new opens the evening's page and registers by its form, without script, again and again."""

    def __init__(self, evening: Evening, name: str) -> None:
        super().__init__(daemon=True)
        self.evening, self.prefix = evening, name
        self.entered: list[str] = []
        self.faults: list[str] = []
        self._enough = threading.Event()

    def run(self) -> None:
        number = 0
        while not self._enough.is_set():
            number += 1
            name = f"{self.prefix} {number}"
            try:
                with closing(Visitor(self.evening.site.front)) as visitor:
                    answer = visitor.register(self.evening.path, name)
            except Exception as problem:  # whatever it is, somebody saw it
                self.faults.append(repr(problem))
                continue
            if answer.status == 200 and name in answer.text:
                self.entered.append(name)
            else:
                self.faults.append(f"{name}: {answer.status} {answer.text[:200]}")
            self._enough.wait(0.1)

    def enough(self) -> None:
        self._enough.set()
        self.join(60)
