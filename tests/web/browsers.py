"""Browsers for tests: each somebody at an evening, and what is stored, to be compared before and after."""

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings
from django.test import Client

from events.domain import people
from events.domain.evenings import add_co_host
from events.models import Event, EventStaff, Person, User
from events.queries.roles import Role
from events.views.access import DEVICE_COOKIE
from tests.events.factories import by, make_user, new_id, register


def browser(user: User | None = None, secret: str = "", **kwargs: Any) -> Client:
    """A browser that is signed in, or holds a device's cookie, or neither."""
    client = Client(**kwargs)
    if user is not None:
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    if secret:
        client.cookies[DEVICE_COOKIE] = secret
    return client


def device(name: str = "") -> tuple[Person, Client]:
    """Somebody known by their device, and its browser."""
    person, secret = people.new_person()
    if name:
        Person.objects.filter(pk=person.pk).update(name=name)
    return person, browser(secret=secret)


@dataclass(frozen=True)
class Company:
    """An evening and a browser for each role at it."""

    event: Event
    browsers: dict[Role, Client]
    player: Person

    def __getitem__(self, role: Role) -> Client:
        return self.browsers[role]


def company(event: Event) -> Company:
    """One of each: the event must be open for registration."""
    co_host, standby = make_user(), make_user()
    add_co_host(event_id=event.public_id, by=by(event), email=co_host.email, command_id=new_id())
    EventStaff.objects.create(event=event, user=standby, role=EventStaff.Role.STANDBY)
    player, player_browser = device()
    register(event, player)
    _spectator, spectator_browser = device()
    return Company(
        event,
        {
            Role.ORGANISER: browser(make_user(is_staff=True, is_superuser=True)),
            Role.HOST: browser(event.host),
            Role.CO_HOST: browser(co_host),
            Role.STANDBY: browser(standby),
            Role.PLAYER: player_browser,
            Role.SPECTATOR: spectator_browser,
            Role.STRANGER: browser(),
        },
        player,
    )


def stored() -> dict[str, list[Any]]:
    """Every row there is, but for sessions: what a page that only shows must leave alone."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.app_label in ("events", "account")
    }
