"""What clients asked and were told, checked against what the site stored (research/reliability.md 5.1, A to E)."""

import threading
import time
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from tests.serving import Serving
from tests.staging import rows

Said = Literal["nothing", "ok", "no"]


@dataclass
class Asked:
    """A command by its id: when it was first sent, what was said at last, and when."""

    id: str
    sent: float
    said: Said = "nothing"
    told: float = 0.0


@dataclass
class History:
    """Every command of every client of a test."""

    asked: dict[str, Asked] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def sends(self, id_: str) -> None:
        with self._lock:
            self.asked.setdefault(id_, Asked(id_, time.monotonic()))

    def hears(self, id_: str, status: int) -> None:
        """An answer came: done, refused, or (500 and above) nothing to go by."""
        if status < 500:
            one = self.asked[id_]
            one.said, one.told = ("ok" if status == 200 else "no"), time.monotonic()

    def said(self, what: Said) -> list[Asked]:
        return [one for one in self.asked.values() if one.said == what]

    def check(self, site: Serving) -> None:
        """Raise AssertionError at the first thing that was told and isn't so, or is so and wasn't asked."""
        found = rows(site, "SELECT scope, actor, command_id, seq FROM events_commandrecord")
        stored = {id_: (scope, seq) for scope, _actor, id_, seq in found if id_ in self.asked}
        times = [id_ for *_, id_, _seq in found if id_ in self.asked]
        assert len(times) == len(set(times)), "a command is stored twice"
        lost = [one.id for one in self.said("ok") if one.id not in stored]
        assert lost == [], "acknowledged, and not stored"
        done = [one.id for one in self.said("no") if one.id in stored]
        assert done == [], "refused, and stored"
        self._check_order(stored)
        check_ledgers(site)
        check_logs(site)

    def _check_order(self, stored: dict[str, tuple[str, int]]) -> None:
        """What was acknowledged before something else was asked has the smaller number."""
        for scope in {scope for scope, _seq in stored.values()}:
            told = sorted(
                (one.told, one.sent, stored[one.id][1])
                for one in self.said("ok")
                if stored[one.id][0] == scope
            )
            for place, (at, _sent, seq) in enumerate(told):
                later = [after for _told, sent, after in told[place + 1 :] if sent > at]
                assert all(after > seq for after in later), f"{scope}: {seq} and {later}"


def check_ledgers(site: Serving) -> None:
    """Each event's ledger is numbered without a hole, and the event knows its last number."""
    for pk, seq in rows(site, "SELECT id, seq FROM events_event"):
        numbers = rows(
            site, "SELECT seq FROM events_ledgerentry WHERE event_id = %s ORDER BY seq", pk
        )
        assert [number for (number,) in numbers] == list(range(1, seq + 1))


def check_logs(site: Serving) -> None:
    """Each match's log is numbered without a hole, and each entry in it belongs to one command of its actor."""
    for pk, public_id, seq in rows(site, "SELECT id, public_id, seq FROM events_match"):
        log = rows(
            site, 'SELECT seq, kind, "by" FROM events_logentry WHERE match_id = %s ORDER BY seq', pk
        )
        assert [number for number, _kind, _by in log] == list(range(1, seq + 1))
        commands = rows(
            site,
            "SELECT seq, actor FROM events_commandrecord WHERE scope = %s ORDER BY seq",
            f"match/{public_id}",
        )
        ends = [0, *(end for end, _actor in commands)]
        assert len(ends) == len(set(ends)), "two commands claim the same entry"
        for (start, end), (_end, actor) in zip(pairwise(ends), commands, strict=True):
            own = [
                (kind, "host" if by.startswith("user/") else by)
                for _seq, kind, by in log[start:end]
                if by != "clock"
            ]
            assert {by for _kind, by in own} == {actor}
            assert [kind for kind, _by in own].count("Rolled") <= 1, "one press, two rolls"
        assert {by for _seq, _kind, by in log[ends[-1] :]} <= {"clock"}, "entries of no command"
