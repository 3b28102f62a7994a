"""A whole match as text: every command, what it wrote, what may be seen and done then.

``python -m games.playthrough FOLDER`` writes the texts that the tests compare with. A change in
them is a change of the rules or of what is stored: read it before keeping it.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any, cast

from games import TABLES
from games.chance import SeededChance
from games.codec import DecodeError, decode, encode
from games.kernel import Actor, Command, Host, Player, Public
from games.table import (
    AddTime,
    Clock,
    Pause,
    Resume,
    Sender,
    Skip,
    Start,
    Table,
    TableState,
    Void,
    Voided,
    Withdraw,
)

BEGINNING = datetime(2026, 1, 1, 18, tzinfo=UTC)
LONGEST = 5_000
"""Commands after which a match is taken to never end."""


@dataclass(frozen=True, slots=True)
class Script:
    """Which match to play. Who acts, and what they choose, follows from the seed.

    ``late``: every so many moves somebody lets their time run out. The others say before which
    moves a player leaves, the last move is undone, the match pauses for a minute, the host adds
    half a minute, the host skips whoever is waited for.
    """

    seats: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    late: int = 0
    leave: tuple[int, ...] = ()
    undo: tuple[int, ...] = ()
    pause: tuple[int, ...] = ()
    add: tuple[int, ...] = ()
    skip: tuple[int, ...] = ()


SCRIPTS: dict[str, dict[str, Script]] = {
    "angler": {
        "three": Script(3, 1),
        "two": Script(2, 2),
        "five": Script(5, 3, late=4),
        "leaving": Script(4, 4, leave=(9, 17)),
        "by-the-host": Script(2, 5, undo=(4, 9), pause=(3, 12), add=(6,), skip=(8, 15)),
    },
    "live-bait": {
        "duel": Script(6, 1),
        "no-duel": Script(6, 2, {"duel": False}),
        "final": Script(6, 3, {"final": True}),
        "final-no-duel": Script(5, 4, {"final": True, "duel": False}),
        "prior-winner": Script(3, 2, {"prior_winners": (1,)}),
        "waived": Script(4, 5, {"prior_winners": (1,)}),
        "two-seats": Script(2, 6),
        "late": Script(6, 7, late=2),
        "leaving": Script(6, 8, leave=(3, 12, 20)),
        "by-the-host": Script(4, 9, undo=(8, 12), pause=(5, 15), add=(3,), skip=(4, 10)),
    },
    "fish-or-cut-bait": {
        "timer": Script(2, 61, {"rounds": 1}),
        "lucky-seven": Script(3, 224, {"rounds": 1, "lucky_seven": True}),
        "throws": Script(3, 1, {"rounds": 1, "throw_budget": 6}, late=8),
        "late": Script(2, 3, {"rounds": 2}, late=2),
        "leaving": Script(4, 4, {"rounds": 1}, leave=(9, 16)),
        "by-the-host": Script(
            2, 5, {"rounds": 1}, undo=(6, 9), pause=(4, 12), add=(3,), skip=(8, 15)
        ),
    },
    "knockout": {
        "seven": Script(7, 47, late=3, leave=(14,)),
        "duel": Script(7, 144, {"duel": True}, late=4),
        "held": Script(13, 6, leave=tuple(range(16, 24))),
        "by-the-host": Script(9, 4, undo=(9, 16), pause=(5, 20), add=(4,), skip=(11, 22)),
    },
    "lure": {
        "two": Script(2, 74, late=5),
        "four": Script(4, 2, late=5),
        "leaving": Script(5, 3, leave=(8, 30, 45, 60)),
        "by-the-host": Script(3, 5, undo=(6, 14), pause=(3, 12), add=(5,), skip=(8, 20)),
    },
}
"""The matches kept as golden texts, by game and name."""


def options_from(table: Table[Any], pairs: Sequence[str]) -> Any:
    """House rules from texts like ``duel=false``, the value as JSON.

    Raises ValueError that says what is wrong.
    """
    rules = cast("dict[str, Any]", encode(table.game.options()))
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name == "type" or name not in rules:
            known = ", ".join(sorted(set(rules) - {"type"}))
            raise ValueError(f"{name!r} is no house rule of {table.title}: {known}")
        try:
            rules[name] = loads(value)
        except JSONDecodeError:
            raise ValueError(
                f"{value!r} is no value for {name}: write true, 30 or [0, 2]"
            ) from None
    try:
        return decode(table.game.options, rules)
    except DecodeError as error:
        raise ValueError(str(error)) from None


def playthrough(table: Table[Any], script: Script) -> str:
    """The match as text, the same for the same script."""
    return "\n".join(_Playing(table, script).lines()) + "\n"


class _Playing:
    """A match on its way, with a clock that its commands move on."""

    def __init__(self, table: Table[Any], script: Script) -> None:
        self.table = table
        self.script = script
        self.options = table.game.options(**script.options)
        self.state: TableState[Any] = table.initial(script.seats, self.options)
        self.now = BEGINNING
        self.choice = SeededChance(f"{script.seed}/choice")
        self.labels: dict[int, list[str]] = {}
        self.attempts: Counter[str] = Counter()
        self.shown: dict[str, str] = {}

    def lines(self) -> Iterator[str]:
        yield f"{self.table.title}, {self.script.seats} seats, seed {self.script.seed}"
        yield f"  {self.options}"
        yield from self._after()
        yield from self._do(Host(), Start())
        for number in range(1, LONGEST):
            if self.table.outcome(self.state) is not None:
                break
            yield from self._step(number)
        else:
            raise RuntimeError(f"{self.table.key} with seed {self.script.seed} doesn't end")
        yield ""
        yield str(self.table.outcome(self.state))

    def _step(self, number: int) -> Iterator[str]:
        if number in self.script.pause:
            yield from self._do(Host(), Pause())
            self.now += timedelta(minutes=1)
            yield from self._do(Host(), Resume())
        voidable = self.table.voidable(self.state)
        if number in self.script.undo and voidable is not None:
            yield from self._do(Host(), Void(voidable, "a mistake"))
        if number in self.script.leave:
            there = [s for s in range(self.script.seats) if s not in self.state.withdrawn]
            seat = self._one_of(f"leave/{number}", there)
            yield from self._do(Player(seat), Withdraw(seat, "has to go"))
            if self.table.outcome(self.state) is not None:
                return
        if number in self.script.add and self.table.deadlines(self.state):
            yield from self._do(Host(), AddTime(30))
        skips = [c for c in self.table.legal_commands(self.state, Host()) if isinstance(c, Skip)]
        if number in self.script.skip and skips:
            yield from self._do(Host(), self._one_of(f"skip/{number}", skips))
            return
        deadline = self.table.next_deadline(self.state)
        if self.script.late and number % self.script.late == 0 and deadline is not None:
            self.now = max(self.now, deadline) + timedelta(seconds=1)
            yield from self._do(Clock(), self.table.overdue(self.state, self.now)[0])
            return
        who = self._one_of(f"who/{number}", list(self.table.waits(self.state)))
        commands = self.table.game.legal_commands(self.state.game, who)
        yield from self._do(who, self._one_of(f"what/{number}", commands))

    def _one_of(self, label: str, choices: Sequence[Any]) -> Any:
        return choices[self.choice.pick(label, len(choices), 1)[0]]

    def _do(self, who: Sender, command: Command) -> Iterator[str]:
        self.now += timedelta(seconds=1)
        chance = SeededChance(self.script.seed, self.attempts)
        entries = self.table.decide(self.state, who, command, chance, self.now)
        first = self.state.seq + 1
        self.labels[first] = [label for _, label, *_ in chance.drawn]
        for entry in entries:
            if isinstance(entry, Voided):
                self.attempts.update(self.labels[entry.seqs[0]])
        yield ""
        yield f"{_said(self.now)} {_name(who)}: {_said(command)}"
        for kind, label, attempt, n, count, values in chance.drawn:
            again = f" (attempt {attempt})" if attempt else ""
            yield f"  {kind} {count} of {n} for {label}{again}: {' '.join(map(str, values))}"
        for number, entry in enumerate(entries, start=first):
            yield f"  {number}. {_said(entry)}"
        self.state = self.table.fold(self.state, entries)
        yield from self._after()

    def _after(self) -> Iterator[str]:
        """What is new in everybody's view, who is waited for, and what they may do."""
        view = self.table.view(self.state, Public())
        for name in (part.name for part in fields(view)):
            value = _said(getattr(view, name))
            if self.shown.get(name) != value:
                self.shown[name] = value
                yield f"  | {name} = {value}"
        actors: list[Actor] = [Host(), *map(Player, range(self.script.seats))]
        waits = self.table.waits(self.state)
        for who in actors:
            legal = ", ".join(map(_said, self.table.legal_commands(self.state, who)))
            if who in waits or (legal and isinstance(who, Host)):
                waited = f"waits {waits[who].token}" if who in waits else "may"
                yield f"  > {_name(who)} {waited}: {legal}"


def _said(value: Any) -> str:
    """A value as short as it stays clear: fields without their names, actors and times in words."""
    if isinstance(value, datetime):
        return value.strftime("%H:%M:%S")
    if isinstance(value, Player | Host | Clock):
        return _name(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_said, value)) + ")"
    if is_dataclass(value):
        parts = ", ".join(_said(getattr(value, part.name)) for part in fields(value))
        return f"{type(value).__name__}({parts})"
    return repr(value)


def _name(who: Sender) -> str:
    return f"seat {who.seat}" if isinstance(who, Player) else type(who).__name__.lower()


def golden_texts() -> Iterator[tuple[str, str]]:
    """Every golden text with the name of its file."""
    for key, scripts in SCRIPTS.items():
        for name, script in scripts.items():
            yield f"{key}-{name}.txt", playthrough(TABLES[key], script)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the golden texts into a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, text in golden_texts():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
