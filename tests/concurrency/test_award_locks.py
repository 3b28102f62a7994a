"""Two hosts and one prize: whoever comes first gives it, and the other is told that it is given."""

import threading
from contextlib import suppress
from typing import Any

import pytest

from events.domain import successors
from events.models import Award, Event, EventStaff, Prize, Registration
from tests.concurrency.test_draw_locks import numbered, told
from tests.concurrency.test_registration_locks import all_at_once, unlocked
from tests.events.awards import CUSTOM, deliver, finish, played_round
from tests.events.factories import by, closed_event, make_user, new_id
from tests.events.playing import forget_everything

__all__ = ["unlocked"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who have seen that a prize is still to be given, before either gave it, would meet here."""
    look, both = successors._entry, threading.Barrier(2)

    def met(*asked: Any) -> Registration:
        found = look(*asked)
        with suppress(threading.BrokenBarrierError):
            both.wait(1)
        return found

    monkeypatch.setattr(successors, "_entry", met)


def giving(event: Event, prize: Prize, who: str, entry: Registration) -> Any:
    def give() -> None:
        successors.award_custom(
            event_id=event.public_id,
            by=who,
            prize_id=prize.pk,
            registration_id=entry.pk,
            reason="well told",
            command_id=new_id(),
        )

    return give


def two_hosts_give() -> bool:
    """Whether two hosts who gave one prize at once gave it once, and the second was told why not."""
    event = closed_event(3, prizes=(CUSTOM,))
    helper = EventStaff.objects.create(event=event, user=make_user())
    prize = event.prizes.get()
    one, other, _third = event.registrations.all()
    answers = all_at_once(
        [
            giving(event, prize, by(event), one),
            giving(event, prize, f"user/{helper.user_id}", other),
        ]
    )
    return told(answers) == ["awarded", "done"] and prize.awards.count() == 1 and numbered(event)


def test_two_hosts_who_give_one_prize_at_once_give_it_once(meeting: None) -> None:
    assert two_hosts_give()


def test_without_the_lock_it_goes_wrong(meeting: None, unlocked: None) -> None:
    assert not two_hosts_give()


def test_a_delivery_and_a_ruling_at_once_have_an_order() -> None:
    forget_everything()
    match = played_round(3, prizes=())
    prize = Prize.objects.create(event=match.event, round=1, place="main", title="A rod")
    match.awards.filter(place="main").update(prize=prize, state="claimed")
    event = finish(match.event)
    won = Award.objects.select_related("event").get(prize=prize)
    answers = all_at_once(
        [
            lambda: deliver(won),
            lambda: successors.void_award(
                event_id=event.public_id,
                by=by(event),
                award_id=won.pk,
                reason="ruled out",
                command_id="void it",
            ),
        ]
    )
    won.refresh_from_db()
    assert (told(answers), won.state) in [
        (["delivered", "done"], "delivered"),
        (["done", "void"], "void"),
    ]
    assert numbered(event)
