"""Dozens of evenings in every format, with people who don't come, leave, are removed, disqualified or ruled down.

Whatever happens, what the rows say of each draw agrees with what came before it: nobody plays twice against EV-6, and
nobody who has left or won already is drawn. `tests/games/test_programme_evenings.py` holds the rules alone to the same
over thousands.
"""

import random
from collections import Counter
from typing import Any

import pytest

from events.domain import departures, draws, rulings
from events.domain.refusal import Refusal
from events.models import Award, Event, Match, Registration, Round
from games.kernel import Host
from games.live_bait.commands import PassOver
from tests.events.awards import PODIUM, ROUND, finish
from tests.events.factories import by, close, new_id, open_event, register_people
from tests.events.playing import (
    answer,
    awaited,
    called,
    committed,
    do,
    forget_everything,
    pass_over,
    state,
)

FORMATS = ("prize-every-round", "heats-and-final", "knockout")
MOST_DRAWS = 9
TABLE = 6
STANDS = Registration.Status.REGISTERED


class Night:
    """One evening, played by the dice of ``seed``."""

    def __init__(self, format_: str, seed: int) -> None:
        forget_everything()
        self.chance = random.Random(f"{format_} {seed}")
        in_rounds = format_ == "prize-every-round"
        self.event = open_event(
            format=format_,
            prizes=ROUND if in_rounds else PODIUM,
            heats=self.chance.choice([None, 2, 3]) if format_ == "heats-and-final" else None,
            winners_leave=self.chance.random() < 0.8 or not in_rounds,
            try_again=self.chance.random() < 0.8,
        )
        register_people(self.event, self.chance.randint(3, 13))
        if self.happens(0.4):
            self.leaves(self.chance.choice(self.listed()))
        self.event = close(self.event)

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    # ---------------------------------------------------------------------------- who is what

    def listed(self) -> list[Registration]:
        """Those who are there, whatever they have played."""
        rows = self.event.registrations.filter(status=STANDS).select_related("person")
        return list(rows.order_by("number"))

    def times(self) -> Counter[str]:
        """How often everybody sat at a table that was no final."""
        matches = self.event.matches.exclude(round__kind=Round.Kind.FINAL)
        return Counter(matches.values_list("seats__registration__reg", flat=True))

    def winners(self) -> list[str]:
        """Who has won a round, by the awards that stand."""
        won = self.event.awards.filter(place="main").exclude(state=Award.State.VOID)
        return list(won.order_by("match__number").values_list("registration__reg", flat=True))

    # ------------------------------------------------------------------------------- the walk

    def play(self) -> None:
        """Draw and play until nobody can be drawn any more, or the host has had enough."""
        for _draw in range(MOST_DRAWS):
            before = self.times(), self.winners(), [entry.reg for entry in self.listed()]
            if not self.draw():
                break
            self.check_draw(*before)
            self.settle_calls()
            match = self.open_match()
            if match is not None:
                self.check_seats(match, *before)
                self.play_match(match)
                self.rule(match)
        self.event = finish(self.event)

    def draw(self) -> bool:
        try:
            with committed():
                draws.draw_round(
                    event_id=self.event.public_id, by=by(self.event), command_id=new_id()
                )
        except Refusal as refusal:
            if refusal.code != "too-few":
                raise
            return False
        self.event.refresh_from_db()
        return True

    def open_match(self) -> Match | None:
        found = self.event.matches.filter(ended_at=None)
        return found.select_related("event__host", "round").first()

    def settle_calls(self) -> None:
        """Most answer; some are passed over, leave, or are taken out while they are called."""
        while waiting := called(self.event):
            call = self.chance.choice(waiting)
            if self.happens(0.75):
                answer(self.event, call.registration.person)
            elif self.happens(0.5):
                pass_over(self.event, call)
            else:
                self.goes(call.registration)

    def play_match(self, match: Match) -> None:
        """Legal moves to the end; now and then somebody leaves, or is passed over."""
        while waiting := awaited(match):
            if self.happens(0.02):
                self.goes(self.chance.choice(self.listed()))
            elif match.game == "knockout" and self.happens(0.1) and state(match).started:
                for call in state(match).game.called[:1]:
                    do(match, Host(), PassOver(call.seat))
            else:
                who, choices = self.chance.choice(waiting)
                do(match, who, choices[0] if who == Host() else self.chance.choice(choices))
            match.refresh_from_db()

    def rule(self, match: Match) -> None:
        """After a match the host sometimes disqualifies somebody, or lets the first two change places."""
        placed = list(match.seats.exclude(place=None).order_by("place"))
        if self.happens(0.2):
            self.ruling("disqualify", registration_id=self.chance.choice(placed).registration_id)
        elif self.happens(0.2) and len(placed) > 1:
            first, second = (seat.registration_id for seat in placed[:2])
            self.ruling("swap", match_id=match.public_id, registration_id=first, other_id=second)

    def goes(self, entry: Registration) -> None:
        self.chance.choice([self.leaves, self.is_removed, self.is_disqualified])(entry)

    def leaves(self, entry: Registration) -> None:
        with committed():
            departures.leave(
                event_id=self.event.public_id, person=entry.person, command_id=new_id()
            )

    def is_removed(self, entry: Registration) -> None:
        with committed():
            departures.take_out(
                event_id=self.event.public_id,
                by=by(self.event),
                registration_id=entry.pk,
                reason="left the hall",
                command_id=new_id(),
            )

    def is_disqualified(self, entry: Registration) -> None:
        self.ruling("disqualify", registration_id=entry.pk)

    def ruling(self, kind: str, **target: Any) -> None:
        try:
            with committed():
                rulings.ruling(
                    event_id=self.event.public_id,
                    by=by(self.event),
                    kind=kind,
                    reason="against the rules",
                    command_id=new_id(),
                    **target,
                )
        except Refusal as refusal:
            if refusal.code != "not-active":  # somebody had left by then
                raise

    # --------------------------------------------------------------------------- what must hold

    def check_draw(self, times: Counter[str], winners: list[str], listed: list[str]) -> None:
        """The draw's own rows against how the evening stood before it."""
        newest = self.event.played_rounds.order_by("number", "attempt").last()
        assert newest is not None
        pools = [[row["reg"] for row in draw.eligible] for draw in newest.draws.order_by("number")]
        drawn = [reg for pool in pools for reg in pool]
        assert len(set(drawn)) == len(drawn)
        assert set(drawn) <= set(listed)
        if newest.kind == Round.Kind.KNOCKOUT:
            assert sorted(drawn) == sorted(listed)
            return
        if newest.kind == Round.Kind.FINAL:
            assert sorted(drawn) == sorted(reg for reg in winners if reg in listed)
            return
        leave = self.event.format == Event.Format.HEATS_AND_FINAL or self.event.winners_leave
        barred = set(winners) if leave else set()
        fresh = {reg for reg in listed if times[reg] == 0}
        again = {reg for reg in listed if times[reg] == 1} - barred
        assert not set(drawn) & barred
        assert [set(pool) for pool in pools if set(pool) != again] == ([fresh] if fresh else [])
        if again & set(drawn):
            assert self.event.try_again
            assert len(fresh) < TABLE

    def check_seats(
        self, match: Match, times: Counter[str], _winners: list[str], listed: list[str]
    ) -> None:
        seated = list(match.seats.values_list("registration__reg", flat=True))
        assert len(set(seated)) == len(seated)
        assert set(seated) <= set(listed)
        if match.round.kind in (Round.Kind.ROUND, Round.Kind.HEAT):
            assert 2 <= len(seated) <= TABLE
            assert max(times[reg] for reg in seated) <= 1

    def check_end(self) -> None:
        """Each prize has one taker who may have it, and nobody has two of one table."""
        standing = self.event.awards.filter(prize__isnull=False).exclude(state=Award.State.VOID)
        rows = list(standing.select_related("registration", "prize"))
        assert {award.registration.status for award in rows} <= {
            STANDS,
            Registration.Status.WITHDRAWN,
            Registration.Status.REMOVED,
        }
        places = Counter((award.match_id, award.place) for award in rows)
        doors = 3 if self.event.format == Event.Format.KNOCKOUT else 1
        assert all(
            count <= (doors if place == "door" else 1) for (_match, place), count in places.items()
        )
        takers = Counter((award.match_id, award.registration_id) for award in rows)
        assert set(takers.values()) <= {1}
        finals = self.event.matches.filter(round__kind=Round.Kind.FINAL)
        assert finals.count() <= 1
        if self.event.format == Event.Format.KNOCKOUT:
            assert self.event.matches.count() <= 1


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("format_", FORMATS)
def test_evenings_draw_nobody_who_may_not_play(format_: str, seed: int) -> None:
    night = Night(format_, seed)
    night.play()
    night.check_end()
