"""No seed is seen before it opens: not by any audience, not in ledger, log, records, tasks, admin or log lines.

Two worlds: one evening is played twice from the same point with the same dice, but with other seeds in store. All
that anybody could see must be equal, except the seals themselves.
"""

import base64
import dataclasses
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.test import Client

from config.celery import app
from events.domain import evenings, seeds
from events.models import CommandRecord, Event, LedgerEntry, LogEntry, Match, Outbox, Seed
from events.queries.evening import FRAGMENTS as EVENING_FRAGMENTS
from events.queries.evening import evening_context
from events.queries.table import FRAGMENTS as TABLE_FRAGMENTS
from events.queries.table import table_context
from games import fair
from games.kernel import Host
from tests.events.factories import by, make_user, new_id
from tests.events.playing import (
    SetClock,
    answer_all,
    awaited,
    committed,
    do,
    drawn_event,
    forget_everything,
    play_to_end,
    seated_match,
    set_clock,
    started_match,
    store_seed,
)

__all__ = ["set_clock"]

pytestmark = pytest.mark.django_db


def spellings(seed: bytes) -> list[str]:
    """The ways in which a seed could slip out as text."""
    raw = repr(seed)[2:-1]
    return [seed.hex(), seed.hex().upper(), base64.b64encode(seed).decode().rstrip("="), raw]


def plain(value: Any) -> Any:
    """A context as JSON-able data, whatever stands in it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, str | int | float | bool | type(None)):
        return value
    return str(value)


def audiences(event: Event) -> list[str]:
    people = event.registrations.order_by("number").values_list("person__public_id", flat=True)
    return ["public", "host", *(f"person/{public_id}" for public_id in people)]


def shown(event: Event) -> str:
    """Everything that every audience is shown of the evening and its matches, on every surface."""
    event = Event.objects.select_related("host").get(pk=event.pk)
    pages: dict[str, Any] = {}
    for surface in EVENING_FRAGMENTS:
        for audience in audiences(event):
            pages[f"event {surface} {audience}"] = plain(evening_context(event, surface, audience))
    for match in Match.objects.filter(event=event).select_related("event__host", "round"):
        seats = [f"seat/{number}" for number in range(match.seats.count())]
        for surface in TABLE_FRAGMENTS:
            for audience in ["public", "host", *seats]:
                pages[f"match {match.number} {surface} {audience}"] = plain(
                    table_context(match, surface, audience)
                )
    return json.dumps(pages, sort_keys=True)


def stored(event: Event) -> str:
    """Every row of ledger, logs, records and outbox, as text."""
    models: list[Any] = [LedgerEntry, LogEntry, CommandRecord, Outbox]
    rows = {model.__name__: list(model.objects.order_by("pk").values()) for model in models}
    for values in rows.values():
        for row in values:
            row.pop("id")
    return json.dumps(rows, cls=DjangoJSONEncoder, sort_keys=True)


def hidden_seeds(event: Event) -> list[bytes]:
    return [seeds.open_seed(seed) for seed in event.seeds.filter(opened="")]


def found_in(text: str, secrets: list[bytes]) -> list[str]:
    return [way for seed in secrets for way in spellings(seed) if way in text]


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Every log line at any level."""
    with caplog.at_level(logging.DEBUG):
        yield caplog


# ------------------------------------------------------------------------ no seed leaves


def test_no_seed_is_shown_or_stored_in_the_clear_before_it_opens(
    said: pytest.LogCaptureFixture,
) -> None:
    event = drawn_event(7)
    for stage in range(3):
        if stage == 1:
            answer_all(event)
        if stage == 2:
            play_to_end(Match.objects.select_related("event").get(event=event))
        secrets = hidden_seeds(event)
        assert len(secrets) == 95
        assert found_in(shown(event) + stored(event) + said.text, secrets) == []


def test_a_drawn_seed_is_found_where_it_should_be() -> None:
    """The twin: the search does find a seed that has opened."""
    event = drawn_event(3)
    seed = event.seeds.get(purpose="draw", number=1)
    opened = seeds.open_seed(seed)
    published = json.dumps(list(event.seeds.values("opened")))
    assert found_in(published, [opened]) == [opened.hex()]


def test_after_the_end_every_seed_is_open_and_its_seal_holds() -> None:
    event = play_to_end(seated_match(3)).event
    secrets = hidden_seeds(event)
    assert found_in(json.dumps(list(event.seeds.values("opened"))), secrets) == []
    with committed():
        evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())
    published = json.dumps(list(event.seeds.values("opened")))
    assert len(found_in(published, secrets)) == len(secrets) == 95
    for seed in event.seeds.select_related("event"):
        assert fair.commit(seed.scope, bytes.fromhex(seed.opened)) == seed.commitment


def test_the_database_holds_ciphertext_only() -> None:
    event = drawn_event(2)
    secrets = hidden_seeds(event)
    kept = b"".join(bytes(seed.sealed) for seed in event.seeds.all())
    assert not any(secret in kept or secret.hex().encode() in kept for secret in secrets)
    assert not any(base64.b64encode(secret) in kept for secret in secrets)


def test_a_seed_that_does_not_open_is_not_told_either(said: pytest.LogCaptureFixture) -> None:
    match = seated_match(2)
    secret = seeds.open_seed(match.seed)
    Seed.objects.filter(pk=match.seed_id).update(commitment="0" * 64)
    with pytest.raises(seeds.SealBroken) as broken:
        seeds.open_seed(Seed.objects.get(pk=match.seed_id))
    assert found_in(str(broken.value) + repr(broken.value) + said.text, [secret]) == []


def test_tasks_carry_no_arguments() -> None:
    app.loader.import_default_modules()
    ours = [task for name, task in app.tasks.items() if name.startswith("events.")]
    assert sorted(task.name for task in ours) == ["events.tasks.drain_outbox", "events.tasks.sweep"]
    assert [task.run.__code__.co_argcount for task in ours] == [0, 0]
    scheduled = app.conf.beat_schedule.values()
    assert [(entry.get("args"), entry.get("kwargs")) for entry in scheduled] == [(None, None)] * 2


def test_admin_pages_show_no_seed(client: Client) -> None:
    event = play_to_end(seated_match(3)).event
    secrets = hidden_seeds(event)
    client.force_login(make_user(is_staff=True, is_superuser=True))
    seen = ""
    models: list[Any] = [Seed, Match, Event, LogEntry, LedgerEntry, CommandRecord]
    for model in models:
        if model not in admin.site._registry:
            continue
        options = model._meta
        row = model.objects.latest("pk")
        for page in ("", f"{row.pk}/change/"):
            answer = client.get(f"/admin/{options.app_label}/{options.model_name}/{page}")
            seen += answer.content.decode()
    assert found_in(seen, secrets) == []
    sealed = [bytes(seed.sealed).decode() for seed in event.seeds.all()]
    assert not any(text in seen for text in sealed)


# --------------------------------------------------------------------------- two worlds


@pytest.fixture
def scripted_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that come from one fixed seed whatever is in store: what falls is the same in both worlds."""
    honest = fair.FairChance

    def scripted(seed: bytes, scope: str, lineup: str, attempts: Any = None) -> fair.FairChance:
        return honest(b"d" * 32, scope, lineup, attempts)

    monkeypatch.setattr(fair, "FairChance", scripted)


def world(event: Event, secret: int, until: int) -> tuple[str, str]:
    """What can be seen and what is stored once ``until`` commands were played, with seeds of this world."""
    mark = transaction.savepoint()
    hidden = event.seeds.filter(opened="").select_related("event")
    for number, seed in enumerate(hidden):
        store_seed(seed, bytes([secret, number]) * 16)
    match = Match.objects.select_related("event").get(event=event)
    for turn in range(until):
        if not awaited(match):
            break
        who, choices = awaited(match)[0]
        do(match, who, choices[0] if who == Host() else choices[-1], command_id=f"turn {turn}")
    seen, kept = shown(event), stored(event)
    transaction.savepoint_rollback(mark)
    forget_everything()
    if connection.vendor == "postgresql":
        restart_numbers()
    return seen, kept


def restart_numbers() -> None:
    """PostgreSQL's row numbers go on after a rollback; they begin again where they were."""
    tables = ["award", "closing", "logentry", "ledgerentry", "commandrecord", "outbox"]
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('events_{table}', 'id'), "  # noqa: S608
                f"(SELECT coalesce(max(id), 1) FROM events_{table}))"
            )


@pytest.mark.parametrize("until", [0, 3, 9, 400])
def test_other_seeds_with_the_same_dice_look_the_same_to_everybody(
    until: int, scripted_dice: None, set_clock: SetClock
) -> None:
    event = started_match(4).event
    if connection.vendor == "postgresql":
        restart_numbers()
    first, second = world(event, 1, until), world(event, 2, until)
    assert first[0] == second[0]
    assert first[1] == second[1]


def test_without_the_script_other_seeds_do_show_in_the_dice(set_clock: SetClock) -> None:
    """The twin: the comparison sees a difference where there is one."""
    event = started_match(4).event
    first, second = world(event, 1, 20), world(event, 2, 20)
    assert first[0] != second[0]
    assert first[1] != second[1]


def test_the_two_worlds_differ_in_their_seals(scripted_dice: None, set_clock: SetClock) -> None:
    event = started_match(2).event
    sealed = []
    for secret in (1, 2):
        mark = transaction.savepoint()
        seed = event.seeds.get(purpose="game", number=1)
        store_seed(seed, bytes([secret]) * 32)
        sealed.append(seed.commitment)
        transaction.savepoint_rollback(mark)
    assert sealed[0] != sealed[1]
