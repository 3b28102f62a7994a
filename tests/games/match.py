"""A match at a table, driven by a test: its log, its clock, and what each command did."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from games.chance import SeededChance
from games.codec import decode, encode, registry
from games.kernel import Command, Entry
from games.table import Sender, Table, TableState, Voided

EVENING = datetime(2026, 1, 1, 18, tzinfo=UTC)


class Match:
    """``do`` decides, records and folds; a refused command changes nothing."""

    def __init__(self, table: Table[Any], seats: int, options: Any = None, seed: int = 1) -> None:
        self.table = table
        self.seats = seats
        self.options = table.game.options() if options is None else options
        self.state: TableState[Any] = table.initial(seats, self.options)
        self.log: list[Entry] = []
        self.now = EVENING
        self.seed = seed
        self.attempts: Counter[str] = Counter()
        self.labels: dict[int, list[str]] = {}
        self.drawn: list[tuple[str, int]] = []

    def do(self, who: Sender, command: Command, after: float = 0) -> tuple[Entry, ...]:
        """What the command wrote, ``after`` so many seconds."""
        self.now += timedelta(seconds=after)
        chance = SeededChance(self.seed, self.attempts)
        entries = self.table.decide(self.state, who, command, chance, self.now)
        self.labels[len(self.log) + 1] = [label for _, label, *_ in chance.drawn]
        self.drawn += [(label, attempt) for _, label, attempt, *_ in chance.drawn]
        for entry in entries:
            if isinstance(entry, Voided):
                self.attempts.update(self.labels[entry.seqs[0]])
        self.log += entries
        self.state = self.table.fold(self.state, entries)
        return entries

    def replayed(self) -> TableState[Any]:
        """The state folded anew from the log as it is stored."""
        kinds = registry(self.table.entries)
        stored = [decode(kinds, encode(entry)) for entry in self.log]
        options = decode(self.table.game.options, encode(self.options))
        return self.table.replay(self.seats, options, stored)

    def refolded(self) -> Any:
        """The game's state after the game's entries alone, voided ones left out."""
        voided = {seq for entry in self.log if isinstance(entry, Voided) for seq in entry.seqs}
        state = self.table.game.initial_state(self.seats, self.options)
        for seq, entry in enumerate(self.log, start=1):
            if isinstance(entry, self.table.game.entries) and seq not in voided:
                state = self.table.game.evolve(state, entry)
        return state
