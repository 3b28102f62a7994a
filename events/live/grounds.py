"""What letting somebody in rested on: session, account, role, device. When it changes, they are looked at again.

A page that is open hears nothing of a sign-out on another device or process, of a new password, a lost role or a
moved place. So each process compares, for its pages that show more than the public sees, all of it at once.
Reads the database: call these in the live path's pool.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.utils import timezone

from events.models import Event, EventStaff, Person, User
from events.queries.roles import Role

_RUNS_IT = (Role.HOST, Role.CO_HOST, Role.STANDBY)


class Account(NamedTuple):
    """An account as far as it lets somebody in; ``mark`` changes with its password and rights."""

    pk: int
    mark: str


class Holder(NamedTuple):
    """The person a page is shown as, with what they are known by."""

    public_id: str
    device_hash: str | None
    user_id: int | None


class Grounds(NamedTuple):
    """Of one page, as they were when it was let in."""

    event_id: str
    session_key: str | None = None
    account: Account | None = None
    role: Role | None = None
    person: Holder | None = None


def grounds(
    event: Event, session_key: str | None, user: User | None, role: Role, person: Person | None
) -> Grounds:
    """What lets them in now, from what was read to let them in."""
    return Grounds(
        event.public_id,
        session_key,
        _account(user) if user else None,
        role if role in _RUNS_IT else None,
        _holder(person) if person else None,
    )


def changed(watched: Collection[Grounds]) -> set[Grounds]:
    """Those that are no longer so. Five queries, however many there are."""
    keys = {one.session_key for one in watched if one.session_key}
    sessions = {
        key
        for key, session in Session.objects.in_bulk(list(keys)).items()
        if session.expire_date > timezone.now()
    }
    users = User.objects.in_bulk([one.account.pk for one in watched if one.account])
    people = Person.objects.in_bulk(
        [one.person.public_id for one in watched if one.person], field_name="public_id"
    )
    roles = _roles({one.event_id for one in watched if one.role}, users)

    def now(one: Grounds) -> Grounds:
        user = users.get(one.account.pk) if one.account else None
        person = people.get(one.person.public_id) if one.person else None
        return Grounds(
            one.event_id,
            one.session_key if one.session_key in sessions else None,
            _account(user) if user else None,
            roles.get((one.event_id, user.pk)) if user and one.role else None,
            _holder(person) if person else None,
        )

    return {one for one in watched if now(one) != one}


def _roles(event_ids: Collection[str], users: Collection[int]) -> dict[tuple[str, int], Role]:
    """Who runs these evenings, by evening and account; as `roles.role_of` says it."""
    staff = EventStaff.objects.filter(event__public_id__in=event_ids, user__in=users)
    roles = {
        (event_id, user_id): Role.STANDBY if role == EventStaff.Role.STANDBY else Role.CO_HOST
        for event_id, user_id, role in staff.values_list("event__public_id", "user_id", "role")
    }
    hosts = Event.objects.filter(public_id__in=event_ids).values_list("public_id", "host_id")
    return roles | dict.fromkeys(hosts, Role.HOST)


def _account(user: User) -> Account:
    return Account(user.pk, f"{user.get_session_auth_hash()}/{user.is_active}/{user.is_staff}")


def _holder(person: Person) -> Holder:
    return Holder(person.public_id, person.device_hash, person.user_id)
