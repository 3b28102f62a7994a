"""Evenings at random: whatever people and hosts do in whatever order, the rows agree with a plain model of them.

The model is a dictionary written apart from the domain: who is on the list, who is called, here or seated, what was
taken under which id. Time passes by setting the database's clock.
"""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import CharField
from django.db.models import Value as V
from django.db.models.functions import Cast, Concat
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from events.domain import calls, departures, draws
from events.domain.play import Taken, apply_overdue, execute
from events.domain.refusal import Refusal
from events.models import Call, Event, LogEntry, Match, Registration
from events.models.identifiers import new_public_id
from events.queries import proof, states
from games.kernel import Host
from games.proof import State, check
from games.table import Pause, Resume, Void
from tests.events.factories import by, close, make_person, new_id, open_event, register
from tests.events.playing import (
    SetClock,
    answer,
    awaited,
    committed,
    forget_everything,
    replayed,
    seqs,
    set_clock,
    state,
    store_seed,
    ticket,
)

__all__ = ["set_clock"]

PUBLIC_ID = "machine"
CAPACITY = 7
PLACES = 6


class Evening(RuleBasedStateMachine):
    """One evening, from its first entry to its last round."""

    set_clock: SetClock
    starts: datetime

    @initialize(count=st.integers(2, 9), stage=st.sampled_from(["open", "closed", *["seated"] * 3]))
    def begin(self, count: int, stage: str) -> None:
        """Anywhere in an evening, so that its end is reached as often as its beginning."""
        self.publish()
        for _entry in range(count):
            self.register()
        if stage != "open":
            self.close()
        if stage == "seated":
            self.draw()
            self.everybody_answers()

    def publish(self) -> None:
        forget_everything()
        self.set_clock.stop(self.starts)
        self.event = open_event(capacity=CAPACITY)
        self.fix_chance()
        self.people: dict[str, Any] = {}
        self.model: dict[str, Any] = {
            "open": True,
            "listed": [],
            "waiting": [],
            "gone": set(),
            "calls": {},
            "order": [],
            "played": {},
            "rounds": 0,
            "voids": {},
        }
        self.taken: list[tuple[Callable[[], Taken], int]] = []
        self.last_seq: dict[str, int] = {}

    def fix_chance(self) -> None:
        """The same steps must bring the same draws and dice: ids and seeds are set, not drawn."""
        Event.objects.filter(pk=self.event.pk).update(public_id=PUBLIC_ID)
        self.event.refresh_from_db()
        for seed in self.event.seeds.filter(number__lte=20).select_related("event"):
            store_seed(seed, bytes([seed.number]) * 32)

    def teardown(self) -> None:
        if hasattr(self, "event"):
            Event.objects.filter(pk=self.event.pk).update(public_id=new_public_id())
            Registration.objects.filter(event=self.event).update(
                reg=Concat(Cast("pk", CharField()), V("/over"))
            )

    # ------------------------------------------------------------------- registration

    @precondition(lambda self: self.match is None)
    @rule()
    def register(self) -> None:
        person = make_person()
        outcome = self.outcome(lambda: register(self.event, person, client_seed="ab" * 16))
        assert outcome == ("done" if self.model["open"] else "closed")
        if outcome == "done":
            place = "listed" if len(self.model["listed"]) < CAPACITY else "waiting"
            self.people[person.public_id] = person
            mine = Registration.objects.filter(event=self.event, person=person)
            mine.update(reg=f"{len(self.people):032x}")
            self.model[place].append(person.public_id)

    @precondition(lambda self: self.model["open"] or self.is_calling)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        there = [*self.model["listed"], *self.model["waiting"]]
        if not there:
            return
        who = data.draw(st.sampled_from(there))
        outcome = self.outcome(
            lambda: departures.leave(
                event_id=self.event.public_id, person=self.people[who], command_id=new_id()
            )
        )
        assert outcome == "done"
        was_listed = who in self.model["listed"]
        self.model["listed" if was_listed else "waiting"].remove(who)
        self.model["gone"].add(who)
        if self.model["open"] and was_listed and self.model["waiting"]:
            self.model["listed"].append(self.model["waiting"].pop(0))
        if self.model["calls"].get(who) in ("called", "here") and self.is_calling:
            self.model["calls"][who] = "passed"
            self.go_on()

    @precondition(lambda self: self.model["open"] and len(self.model["listed"]) >= 2)
    @rule()
    def close(self) -> None:
        with committed():
            self.event = close(self.event)
        self.model["open"] = False

    # ------------------------------------------------------------------------- the draw

    @property
    def is_calling(self) -> bool:
        return "called" in self.model["calls"].values()

    @property
    def match(self) -> Match | None:
        """The match under way."""
        return Match.objects.filter(event=self.event, ended_at=None).select_related("event").first()

    @rule()
    def draw(self) -> None:
        outcome = self.outcome(
            lambda: draws.draw_round(
                event_id=self.event.public_id, by=by(self.event), command_id=new_id()
            )
        )
        winners = {
            award.registration.person.public_id
            for award in self.event.awards.filter(place="main").select_related(
                "registration__person"
            )
        }
        free = [who for who in self.model["listed"] if who not in winners]
        fresh = [who for who in free if self.model["played"].get(who, 0) == 0]
        again = [who for who in free if self.model["played"].get(who, 0) == 1]
        expected = (
            "still-open"
            if self.model["open"]
            else "round-under-way"
            if self.is_calling or self.match is not None
            else "too-few"
            if len(fresh) + len(again) < 2
            else "done"
        )
        assert outcome == expected
        if outcome != "done":
            return
        order: list[str] = []
        names = {
            entry.reg: entry.person.public_id
            for entry in self.event.registrations.select_related("person")
        }
        newest = self.event.played_rounds.order_by("number", "attempt").last()
        assert newest is not None
        for drawn in newest.draws.order_by("number"):
            order += [names[reg] for reg in drawn.order]
        assert set(order[: len(fresh)]) == set(fresh)
        assert set(order) == set(fresh + (again if len(fresh) < PLACES else []))
        self.model["order"] = order
        self.model["calls"] = dict.fromkeys(order[:PLACES], "called")

    @precondition(lambda self: self.is_calling)
    @rule(data=st.data(), answers=st.booleans())
    def settle_a_call(self, data: st.DataObject, answers: bool) -> None:
        who = data.draw(
            st.sampled_from([who for who, how in self.model["calls"].items() if how == "called"])
        )
        if answers:
            act = lambda: calls.answer_call(  # noqa: E731 one of two acts
                event_id=self.event.public_id, person=self.people[who], command_id=new_id()
            )
        else:
            call = Call.objects.get(
                draw__event=self.event,
                state=Call.State.CALLED,
                registration__person=self.people[who],
            )
            act = lambda: calls.pass_over(  # noqa: E731 one of two acts
                event_id=self.event.public_id,
                by=by(self.event),
                call_id=call.pk,
                reason="not here",
                command_id=new_id(),
            )
        assert self.outcome(act) == "done"
        self.model["calls"][who] = "here" if answers else "passed"
        self.go_on()

    @precondition(lambda self: self.is_calling)
    @rule()
    def everybody_answers(self) -> None:
        for who in [who for who, how in self.model["calls"].items() if how == "called"]:
            answer(self.event, self.people[who])
            self.model["calls"][who] = "here"
        self.go_on()

    @precondition(lambda self: self.is_calling)
    @rule()
    def let_calls_run_out(self) -> None:
        while self.is_calling:
            self.set_clock.move(seconds=61)
            with committed():
                calls.pass_over_due(event_id=self.event.public_id)
            for who, how in self.model["calls"].items():
                if how == "called":
                    self.model["calls"][who] = "passed"
            self.go_on()

    def go_on(self) -> None:
        """What follows a settled call, by the model."""
        found = self.model["calls"]
        reserves = [
            who for who in self.model["order"] if who not in found and who in self.model["listed"]
        ]
        places = min(PLACES, len(self.model["order"]))
        missing = places - sum(how != "passed" for how in found.values())
        for who in reserves[: max(0, missing)]:
            found[who] = "called"
        if self.is_calling:
            return
        here = [who for who in self.model["order"] if found.get(who) == "here"]
        if len(here) >= 2:
            for who in here:
                self.model["played"][who] = self.model["played"].get(who, 0) + 1
            assert self.match is not None
            seats = self.match.seats.order_by("number").select_related("registration__person")
            assert [seat.registration.person.public_id for seat in seats] == here
        else:
            assert self.match is None

    # ------------------------------------------------------------------------ the table

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
        assert again() == Taken(seq, repeated=True)
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

    def outcome(self, act: Callable[[], Any]) -> str:
        try:
            with committed():
                act()
        except Refusal as refusal:
            return refusal.code
        finally:
            self.event.refresh_from_db()
        return "done"

    # ------------------------------------------------------------------- what always holds

    @invariant()
    def the_list_is_the_models(self) -> None:
        found: dict[str, list[str]] = {"registered": [], "waiting": []}
        for entry in self.event.registrations.select_related("person").order_by("number"):
            found.setdefault(str(entry.status), []).append(entry.person.public_id)
        assert sorted(found["registered"]) == sorted(self.model["listed"])
        assert found["waiting"] == self.model["waiting"]
        assert len(found["registered"]) <= CAPACITY

    @invariant()
    def the_calls_are_the_models(self) -> None:
        newest = self.event.played_rounds.order_by("number", "attempt").last()
        rows = Call.objects.filter(draw__round=newest).select_related("registration__person")
        found = {call.registration.person.public_id: str(call.state) for call in rows}
        assert found == self.model["calls"]

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
