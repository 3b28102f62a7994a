"""Evenings at random: whatever people and hosts do in whatever order, the rows agree with a plain model of them.

Registration and calls are `calling_machine`; here is the table, with what was taken under which id. Time passes by
setting the database's clock.
"""

import random
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from events.domain.play import Taken, apply_overdue, execute
from events.models import Event, LogEntry, Match
from events.queries import proof, states
from games.kernel import Host
from games.proof import State, check
from games.table import Pause, Resume, Void
from tests.events.calling_machine import Calling
from tests.events.factories import new_id
from tests.events.playing import (
    SetClock,
    awaited,
    committed,
    forget_everything,
    replayed,
    seqs,
    set_clock,
    state,
    ticket,
)

__all__ = ["set_clock"]


class Evening(Calling):
    """One evening, from its first entry to its last round."""

    @precondition(lambda self: self.match is not None)
    @rule(acts=st.sampled_from([1, 4, 12]), seed=st.integers(0, 2**16))
    def play(self, acts: int, seed: int) -> None:
        chosen = random.Random(seed)
        for _act in range(acts):
            match = self.match
            if match is None:
                return
            if state(match).paused:
                self.do(match, Host(), Resume())
            who, choices = chosen.choice(awaited(match))
            self.do(match, who, choices[0] if who == Host() else chosen.choice(choices))

    @precondition(lambda self: self.match is not None)
    @rule(seed=st.integers(0, 2**16))
    def play_on(self, seed: int) -> None:
        self.play(acts=30, seed=seed)

    @precondition(lambda self: self.match is not None)
    @rule()
    def pause(self) -> None:
        match = self.match
        assert match is not None
        now = state(match)
        if now.started and not now.paused:
            self.do(match, Host(), Pause())
            assert state(match).paused

    @precondition(lambda self: self.match is not None)
    @rule()
    def void(self) -> None:
        match = self.match
        assert match is not None
        last = states.table_of(match).voidable(state(match))
        count = self.model["voids"].get(match.pk, 0)
        if last is not None:
            self.do(match, Host(), Void(last, "a mistake"))
            self.model["voids"][match.pk] = count + 1
        assert self.model["voids"].get(match.pk, 0) <= 3

    @precondition(lambda self: self.match is not None)
    @rule(seconds=st.sampled_from([1, 25, 40]))
    def time_passes(self, seconds: int) -> None:
        match = self.match
        assert match is not None
        self.set_clock.move(seconds=seconds)
        with committed():
            apply_overdue(match_id=match.public_id)
        match.refresh_from_db()
        assert match.next_deadline is None or match.next_deadline >= self.set_clock.at

    @precondition(lambda self: self.taken)
    @rule(data=st.data())
    def retry_an_old_id(self, data: st.DataObject) -> None:
        again, seq = data.draw(st.sampled_from(self.taken))
        rows = LogEntry.objects.filter(match__event=self.event).count()
        answer = again()
        assert (answer.seq, answer.repeated) == (seq, True)
        assert LogEntry.objects.filter(match__event=self.event).count() == rows

    @rule()
    def restart(self) -> None:
        forget_everything()

    def do(self, match: Match, who: Any, command: Any) -> None:
        form, command_id = ticket(match, who), new_id()

        def send() -> Taken:
            return execute(
                match_id=match.public_id,
                actor=who,
                command=command,
                command_id=command_id,
                ticket=form,
            )

        with committed():
            taken = send()
        assert taken.repeated is False
        assert taken.seq > self.last_seq.get(match.public_id, 0)
        self.last_seq[match.public_id] = taken.seq
        self.taken.append((send, taken.seq))
        match.refresh_from_db()

    @invariant()
    def every_log_is_whole_and_folds_to_its_state(self) -> None:
        lines = list(self.event.ledger.order_by("seq").values_list("seq", flat=True))
        assert lines == list(range(1, Event.objects.get(pk=self.event.pk).seq + 1))
        for match in self.event.matches.all():
            assert seqs(match) == list(range(1, match.seq + 1))
            assert state(match) == replayed(match)
            ended = self.event.ledger.filter(kind="match-ended", data__match=match.public_id)
            assert ended.count() == (match.ended_at is not None)

    @invariant()
    def what_is_public_can_be_proved(self) -> None:
        """Of the ledger's chain and of matches: the rest was hashed with ids that `fix_chance` replaces."""
        lines = check(proof.build(Event.objects.get(pk=self.event.pk)))
        wrong = [str(line) for line in lines if line.state == State.WRONG]
        assert [line for line in wrong if "The log" in line or "Match" in line] == []


def test_evenings_at_random_agree_with_the_model(set_clock: SetClock) -> None:
    # The process's clock, which dates new rows, doesn't catch up with that however long the run takes.
    Evening.set_clock, Evening.starts = set_clock, set_clock.at + timedelta(hours=2)
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=20,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
