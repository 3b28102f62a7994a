"""A prize after the match: claimed by its winner only, then delivered, then the evening is settled."""

import pytest

from events.domain import evenings, prizes
from events.domain.evenings import PrizeLine
from events.models import Award, Event, Match, Person
from tests.events.factories import by, new_id
from tests.events.playing import (
    answer_all,
    committed,
    drawn_event,
    newcomer,
    play_to_end,
    refused,
    seated_match,
    started_match,
)

PRIZES = (PrizeLine(1, "main", "A rod", "Anna"), PrizeLine(1, "door", "A hook", ""))


def played(**changes) -> Match:
    return play_to_end(seated_match(3, **({"prizes": PRIZES} | changes)))


def award(match: Match, place: str = "main") -> Award:
    return Award.objects.select_related("registration__person", "prize").get(
        match=match, place=place
    )


def claim(won: Award, person: Person | None = None, command_id: str | None = None) -> None:
    with committed():
        prizes.claim_award(
            event_id=won.event.public_id,
            person=person or won.registration.person,
            award_id=won.pk,
            command_id=command_id or new_id(),
        )
    won.refresh_from_db()


def deliver(won: Award, command_id: str | None = None, event: Event | None = None) -> None:
    with committed():
        prizes.deliver_award(
            event_id=(event or won.event).public_id,
            by=by(won.event),
            award_id=won.pk,
            command_id=command_id or new_id(),
        )
    won.refresh_from_db()


def finish(event: Event) -> Event:
    with committed():
        return evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())


def test_awards_are_bound_to_the_prizes_of_their_round() -> None:
    match = played()
    assert award(match).prize.title == "A rod"  # type: ignore[union-attr]
    assert award(match, "door").prize.title == "A hook"  # type: ignore[union-attr]
    assert award(match).awarded_at == match.ended_at


def test_the_winner_claims_and_the_host_delivers() -> None:
    won = award(played())
    claim(won)
    assert won.state == Award.State.CLAIMED
    deliver(won)
    assert won.state == Award.State.DELIVERED
    lines = list(won.event.ledger.order_by("seq"))[-2:]
    person = f"person/{won.registration.person.public_id}"
    assert [(line.kind, line.by, line.data) for line in lines] == [
        (
            kind,
            who,
            {
                "place": "main",
                "prize": "A rod",
                "reg": won.registration.reg,
            },
        )
        for kind, who in (("claimed", person), ("delivered", by(won.event)))
    ]
    assert [won.claimed_at, won.delivered_at] == [line.at for line in lines]


def test_nobody_else_claims_it() -> None:
    match = played()
    won, other = award(match), award(match, "door")
    for person in (other.registration.person, newcomer()):
        assert refused("not-yours", lambda: claim(won, person)).status == 403  # noqa: B023
    won.refresh_from_db()
    assert won.state == Award.State.AWARDED


def test_claiming_twice_is_refused_and_a_repeat_answered() -> None:
    won = award(played())
    claim(won, command_id="mine")
    before = won.event.ledger.count()
    claim(won, command_id="mine")
    refused("claimed", lambda: claim(won))
    assert won.event.ledger.count() == before


def test_nothing_is_delivered_before_it_is_claimed_nor_twice() -> None:
    won = award(played())
    refused("unclaimed", lambda: deliver(won))
    claim(won)
    deliver(won, command_id="here you are")
    deliver(won, command_id="here you are")
    refused("delivered", lambda: deliver(won))
    assert won.event.ledger.filter(kind="delivered").count() == 1


def test_what_is_no_prize_or_another_evenings_is_404() -> None:
    bare, match = award(played(prizes=())), played()
    assert refused("no-prize", lambda: claim(bare)).status == 404
    other = award(match)
    claim(other)
    assert refused("no-prize", lambda: deliver(other, event=bare.event)).status == 404
    other.refresh_from_db()
    assert other.state == Award.State.CLAIMED


def test_the_last_delivery_settles_a_finished_evening() -> None:
    match = played()
    event = finish(match.event)
    assert event.state == Event.State.FINISHED
    for place in ("main", "door"):
        claim(award(match, place))
    deliver(award(match))
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    deliver(award(match, "door"))
    event.refresh_from_db()
    line = event.ledger.order_by("seq").last()
    assert line is not None
    assert (event.state, line.kind, line.by) == (Event.State.SETTLED, "settled", "clock")


def test_everything_delivered_during_the_evening_settles_it_at_its_end() -> None:
    match = played()
    for place in ("main", "door"):
        claim(award(match, place))
        deliver(award(match, place))
    match.event.refresh_from_db()
    assert match.event.state == Event.State.RUNNING
    assert finish(match.event).state == Event.State.SETTLED


def test_an_evening_without_prizes_is_settled_at_its_end() -> None:
    assert finish(played(prizes=()).event).state == Event.State.SETTLED


@pytest.mark.parametrize("stage", [drawn_event, seated_match, started_match])
def test_nothing_is_finished_during_a_round(stage) -> None:
    made = stage(3)
    event = made if isinstance(made, Event) else made.event
    refused("round-under-way", lambda: finish(event))
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert not event.seeds.filter(purpose="game").exclude(opened="").exists()


def test_finishing_opens_every_seed() -> None:
    event = finish(play_to_end(answer_all(drawn_event(3))).event)
    assert not event.seeds.filter(opened="").exists()
