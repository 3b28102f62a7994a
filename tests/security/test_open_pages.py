"""Pages that are open lose what they showed by a session, a role or a device within one look of the poller (2 s)."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session

from events.domain import people
from events.live import grounds, hub
from events.live.poller import EVERY, look_at_grounds
from events.live.pool import in_pool
from events.models import EventStaff, Person, User
from events.queries.roles import Role
from tests.events.factories import make_user
from tests.live.conftest import event, match_source, source
from tests.live.table import Socket, Table, seated_table, signed_in

__all__ = ["event", "match_source", "source"]


@pytest.fixture
def table(transactional_db, source, match_source) -> Table:
    source.views |= {"host": {"turn": "for the host", "log": ""}}
    match_source.views |= {"seat/0": {"turn": "for seat nought", "log": ""}}
    return seated_table()


def co_host(table: Table) -> tuple[User, dict[str, str]]:
    user = make_user()
    EventStaff.objects.create(event=table.event, user=user)
    return user, signed_in(user)[1]


def gone(act: str, user: User) -> None:
    """What ends somebody's right to a console, without this process being told."""
    match act:
        case "signed out elsewhere":
            Session.objects.all().delete()
        case "session over":
            Session.objects.update(expire_date="2020-01-01T00:00Z")
        case "password changed":
            user.set_password("another lantern")
            user.save()
        case "account locked":
            User.objects.filter(pk=user.pk).update(is_active=False)
        case "role lost":
            EventStaff.objects.filter(user=user).delete()


LOST: dict[str, int] = {
    "signed out elsewhere": 4401,
    "session over": 4401,
    "password changed": 4401,
    "account locked": 4401,
    "role lost": 4403,
}


@pytest.mark.parametrize("act", LOST)
async def test_a_console_is_closed_at_the_next_look(table: Table, act: str) -> None:
    user, cookies = await in_pool(co_host, table)
    console, stranger = (
        Socket(table.event.public_id, "host", cookies),
        Socket(table.event.public_id),
    )
    assert (await console.open())["html"]["turn"] == '<p id="turn">for the host</p>'
    await stranger.open()
    await look_at_grounds(hub.here())
    assert (await console.alive())["pong"] == 7, "nothing was lost yet"
    await in_pool(gone, act, user)
    await look_at_grounds(hub.here())
    assert await console.closed() == LOST[act]
    assert (await stranger.alive())["pong"] == 7
    await stranger.disconnect()


async def seat(table: Table, cookies: dict[str, str]) -> Socket:
    socket = Socket(table.event.public_id, "live", cookies)
    await socket.open()
    await socket.say(watch=table.match.topic)
    assert (await socket.frame())["html"]["turn"] == '<p id="turn">for seat nought</p>'
    return socket


async def shown_last(socket: Socket, table: Table) -> str:
    """The match as it is shown once two frames have come."""
    frames = [await socket.frame() for _ in range(2)]
    return next(one["html"]["turn"] for one in frames if one["topic"] == table.match.topic)


async def test_a_seat_that_moved_to_another_device_is_shown_no_longer_on_this_one(
    table: Table,
) -> None:
    person = await in_pool(lambda: table.match.seats.get(number=0).registration.person)
    socket = await seat(table, table.cookies(0))
    await in_pool(lambda: people.use_resume_link(people.resume_link(person)))
    await look_at_grounds(hub.here())
    assert await shown_last(socket, table) == '<p id="turn">nobody</p>'
    await socket.disconnect()


async def test_a_seat_of_an_account_is_shown_no_longer_once_it_has_signed_out(table: Table) -> None:
    def owner() -> dict[str, str]:
        user = make_user()
        person = table.match.seats.get(number=0).registration.person
        Person.objects.filter(pk=person.pk).update(user=user, device_hash=None)
        return signed_in(user)[1]

    socket = await seat(table, await in_pool(owner))
    await in_pool(Session.objects.all().delete)
    await look_at_grounds(hub.here())
    assert await shown_last(socket, table) == '<p id="turn">nobody</p>'
    await socket.disconnect()


async def test_a_new_role_is_taken_for_what_it_is_and_the_console_stays(table: Table) -> None:
    user, cookies = await in_pool(co_host, table)
    console = Socket(table.event.public_id, "host", cookies)
    await console.open()
    await in_pool(lambda: EventStaff.objects.filter(user=user).update(role="standby"))
    await look_at_grounds(hub.here())
    assert (await console.alive())["pong"] == 7
    await console.disconnect()


def test_the_question_costs_the_same_for_one_page_and_for_many(
    table: Table, django_assert_num_queries: Callable
) -> None:
    users = [make_user() for _ in range(20)]
    staff = [EventStaff.objects.create(event=table.event, user=user) for user in users]
    keys = [signed_in(user)[1].popitem()[1] for user in users]
    person = Person.objects.filter(device_hash__isnull=False)[0]
    watched = {
        grounds.grounds(table.event, key, one.user, Role.CO_HOST, person)
        for one, key in zip(staff, keys, strict=True)
    }
    with django_assert_num_queries(5):
        assert grounds.changed(watched) == set()
    with django_assert_num_queries(5):
        assert grounds.changed({next(iter(watched))}) == set()


def test_a_look_comes_every_two_seconds() -> None:
    assert EVERY == 2.0
