"""A table on a served site with one seat whose secret differs: what everybody else is sent, and what that seat is.

Everybody else: the other seats, the host, a co-host who only watches, somebody with the link, the projector, and an
organiser who reads the back room.
"""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.faults.listening import Company, Heard, Listener, ListeningPage
from tests.faults.side_by_side import differences, lines
from tests.serving import Serving
from tests.staging import rows, stage, until
from tests.visitor import Answer, Form, forms_in

PAGES = (
    "", "live/", "screen/", "host/", "ready/", "everyone/", "rules/", "seals/", "chain.json", "list.json",
    "happened/", "results/", "results/print/", "round/1/", "rulings/", "winners/", "statistics/", "rolls.csv",
    "places.csv", "prizes.csv", "result.json", "proof/", "proof.json", "match/{match}/log/", "match/{match}/dispute/",
)  # fmt: skip
SEALED, OPEN = "sealed", "open"
"""While nobody else may know, and from when the rules have opened it."""
BACK_ROOM = ("odile@example.org", "a lantern over the quay")
CO_HOST = ("corin@example.org", "a net behind the shed")
_ROWS = {"logentry": "", "commandrecord": "match/", "match": "", "seat": "", "attempt": ""}
"""Of which the organiser opens every row that begins so; of all others the list."""


@dataclass
class SealedTable(Company):
    """``owner``: the seat whose secret it is. Whoever looks beats for all pages, so that no line grows quiet."""

    owner: int = 1
    organiser: Listener = field(init=False)
    co_host: Listener = field(init=False)

    def sit_down(self) -> None:
        """Everybody in, the match started; seats are in the order of ``NAMES``."""
        self.register()
        _accounts(self.evening.site)
        self.organiser, self.co_host = self.person("organiser"), self.person("co-host")
        self.organiser.sign_in(*BACK_ROOM)
        self.co_host.sign_in(*CO_HOST)
        ready = self.host.get(f"{self.evening.path}ready/").text
        form = next(one for one in forms_in(ready) if one.action.endswith("/staff/"))
        added = self.host.post(form.action, form.fields | {"email": CO_HOST[0]})
        assert added.status == 302, added.text[:400]
        self.take_seats()
        for visitor, surface in ((self.co_host, "host"), (self.host, "live")):
            visitor.get(f"{self.evening.path}{surface}/")
            self.pages.append(ListeningPage(visitor, self.evening.event_id, surface))
            self.pages[-1].open()
            self.doors.callback(self.pages[-1].shut)
        self.close()
        self.run("Draw")
        while len(answers := [pair for pair in self._forms() if pair[1].command == "Answer"]):
            self.press(*answers[0])
        self.run("Start")
        until("everybody's table", lambda: self._hear() and all(map(_sees_a_table, self.pages)))

    @property
    def match(self) -> str:
        return str(rows(self.evening.site, "SELECT public_id FROM events_match")[0][0])

    def run(self, command: str) -> Answer:
        """The host presses this at the console, once it is there."""
        console = self.pages[0]
        form = until(command, lambda: self._shown(console, command))[0]
        return self.press(console, form)

    def act(self, seat: int, command: str, **args: Any) -> Answer:
        """A seat's command, with these arguments whatever its form holds."""
        page = self.page_of(seat)
        form = until(command, lambda: self._shown(page, command))[0]
        kept = {name: value for name, value in form.fields.items() if name not in args}
        return self.press(page, Form(form.action, command, "", kept | {"args": json.dumps(args)}))

    def page_of(self, seat: int) -> ListeningPage:
        return next(page for page in self.pages if page.visitor is self.players[seat])

    def _shown(self, page: ListeningPage, command: str) -> list[Form]:
        """The forms of this command on a page, as of what was pushed by now."""
        self._hear()
        return _forms_of(page, command)

    def look_round(self) -> None:
        """Everybody opens every page there is, asks for snapshots, and comes back on a new line."""
        paths = [path.format(match=self.match) for path in PAGES]
        readers = (self.host, self.co_host, *self.players, self.watcher, self.organiser)
        for reader in readers:
            for path in paths:
                self._beat()
                reader.get(f"{self.evening.path}{path}")
        for address in self._back_room():
            self._beat()
            self.organiser.get(address)
        for page in self.pages:
            for topic in sorted(page.seqs):
                self._snapshot(page, topic)
        for page in self.pages:
            self._come_back(page)

    def sent_to_others(self, stage_: str) -> list[str]:
        """All that anybody but the owner was sent in this stage."""
        return lines(one for one in self._of(stage_) if not self._is_own(one))

    def sent_to_owner(self, stage_: str) -> list[str]:
        return lines(one for one in self._of(stage_) if self._is_own(one))

    def _of(self, stage_: str) -> list[Heard]:
        return [one for one in self.record.heard if one.stage == stage_]

    def _is_own(self, one: Heard) -> bool:
        return one.who.split(" ")[0] == self.players[self.owner].name

    def _beat(self) -> None:
        if time.monotonic() - self.beaten > 5:
            self._hear()

    def _back_room(self) -> Iterator[str]:
        index = self.organiser.get("/admin/").text
        for address in sorted(set(re.findall(r'href="(/admin/events/\w+/)"', index))):
            listed = self.organiser.get(address).text
            yield f"{address}?all="
            if (begins := _ROWS.get(address.split("/")[3])) is not None:
                rows_of = re.findall(rf'href="({address}\d+/change/)[^"]*">{begins}', listed)
                yield from sorted(set(rows_of))

    def _snapshot(self, page: ListeningPage, topic: str) -> None:
        """Ask for a snapshot as a page does that woke up, and wait for it."""
        before = self._frames_of(page)
        assert page.line is not None
        page.line.send(json.dumps({"want": topic}))
        until("the snapshot", lambda: page.hear(0.05) and self._frames_of(page) > before)

    def _come_back(self, page: ListeningPage) -> None:
        """A line broken and made anew: both topics come whole."""
        before = self._frames_of(page)
        page.open()
        until(
            "what the line brings", lambda: page.hear(0.05) and self._frames_of(page) >= before + 2
        )

    def _frames_of(self, page: ListeningPage) -> int:
        """How many frames with a topic that page has got."""
        return sum(
            one.who == page.name and one.body.startswith(b'{"topic"') for one in self.record.heard
        )


def seated(site: Serving, game: str, owner: int, **options: int) -> SealedTable:
    """A started match of three at a new evening."""
    evening = stage(
        site, game=game, options=options, rounds=1, prizes=[(1, "main", "Lantern trophy")]
    )
    table = SealedTable(evening, owner=owner)
    table.sit_down()
    return table


def check(one: SealedTable, other: SealedTable, *, owner_sees: bool = True) -> None:
    """Others were sent the same while it was sealed, and not after; the owner never was, if that page shows it."""
    seen = one.sent_to_others(SEALED)
    assert len([line for line in seen if " frame " in line]) > 20
    assert len([line for line in seen if " GET " in line]) > 100
    assert differences(seen, other.sent_to_others(SEALED)) == []
    owners = differences(one.sent_to_owner(SEALED), other.sent_to_owner(SEALED))
    assert bool(owners) == owner_sees
    assert differences(one.sent_to_others(OPEN), other.sent_to_others(OPEN)) != []


def _accounts(site: Serving) -> None:
    site.manage(
        "shell", "-v", "0", "-c",
        "from events.models import User; "
        f"User.objects.create_superuser(*{BACK_ROOM!r}, name='Odile'); "
        f"User.objects.create_user(*{CO_HOST!r}, name='Corin')",
    )  # fmt: skip


def _sees_a_table(page: ListeningPage) -> bool:
    return any(topic.startswith("match/") for topic in page.seqs)


def _forms_of(page: ListeningPage, command: str) -> list[Form]:
    return [form for form in forms_in("".join(page.html.values())) if form.command == command]
