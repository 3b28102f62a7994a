"""Random evenings with prizes: whatever is asked in whatever order, the books stay right."""

import random
from collections import Counter
from typing import Any

import pytest

from events.domain import prizes, successors
from events.domain.refusal import Refusal
from events.models import Award, Event
from events.queries import results
from tests.events.awards import CUSTOM, ROUND, finish, played_round, rule
from tests.events.factories import by, new_id
from tests.events.playing import committed

STEPS = (
    "claim",
    "deliver",
    "confirm",
    "dispute",
    "void",
    "succeed",
    "disqualify",
    "reinstate",
    "custom",
)
_AFTER = {
    "claimed": {"awarded"},
    "delivered": {"claimed", "disputed"},
    "confirmed": {"delivered", "disputed"},
    "disputed": {"delivered"},
}
"""From which states the book lets an award come to each."""


def ask(event: Event, step: str, pick: random.Random) -> None:
    """One step about one award or entry, right or wrong."""
    award = pick.choice(list(event.awards.select_related("registration__person")))
    entry = pick.choice(list(event.registrations.all()))
    base: dict[str, Any] = {"event_id": event.public_id, "command_id": new_id()}
    winner: dict[str, Any] = {**base, "award_id": award.pk, "person": award.registration.person}
    host: dict[str, Any] = {**base, "by": by(event)}
    match step:
        case "claim":
            prizes.claim_award(**winner)
        case "deliver":
            prizes.deliver_award(**host, award_id=award.pk)
        case "confirm":
            prizes.confirm_award(**winner)
        case "dispute":
            prizes.dispute_award(**winner, text="not yet")
        case "void":
            successors.void_award(**host, award_id=award.pk, reason="ruled out")
        case "succeed":
            to = successors.propose_successor(award) or entry
            successors.award_successor(
                **host, award_id=award.pk, registration_id=to.pk, reason="next"
            )
        case "custom":
            prize = event.prizes.get(place="custom")
            successors.award_custom(
                **host, prize_id=prize.pk, registration_id=entry.pk, reason="well done"
            )
        case _:
            rule(event, step, registration_id=entry.pk)


@pytest.mark.parametrize("seed", range(6))
def test_a_prize_has_one_holder_and_every_step_follows_from_the_one_before(seed: int) -> None:
    pick = random.Random(seed)
    match = played_round(5, prizes=(*ROUND, CUSTOM))
    event = match.event
    if seed % 2:
        finish(event)
    done = Counter[str]()
    for _step in range(40):
        before = dict(event.awards.values_list("pk", "state"))
        step, seq = pick.choice(STEPS), event.ledger.count()
        try:
            with committed():
                ask(event, step, pick)
        except Refusal:
            assert dict(event.awards.values_list("pk", "state")) == before
            continue
        done[step] += 1
        assert event.ledger.count() > seq
        for award in event.awards.all():
            came_from = before.get(award.pk, "")
            if award.state != came_from and award.state in _AFTER:
                assert came_from in _AFTER[award.state] | (
                    {"void"} if step == "reinstate" else set()
                )
        check_books(event)
    assert done["claim"] + done["void"] + done["custom"] > 0


def check_books(event: Event) -> None:
    """What must hold whatever was done."""
    event.refresh_from_db()
    standing = list(
        event.awards.exclude(state__in=["void", "returned"]).select_related("registration", "prize")
    )
    assert max(Counter(award.prize_id for award in standing).values(), default=0) <= 1
    for award in standing:
        if award.state in Award.OWED:
            assert award.registration.status != "disqualified"
    owed = [award for award in standing if award.state in Award.OWED]
    assert not (event.state == Event.State.SETTLED and owed)
    if event.state in (Event.State.FINISHED, Event.State.SETTLED):
        shown = {
            prize["award"]: prize["reg"] for prize in results.prizes_in(results.latest(event).data)
        }
        for award in standing:
            assert shown[award.pk] == award.registration.reg
        assert len([reg for reg in shown.values() if reg]) == len(standing)
