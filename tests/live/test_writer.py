"""Commands run on threads of their own that keep to few connections."""

import asyncio
import threading

import pytest
from django.db import connection, transaction

from events.models import Event
from events.views.writer import POSTGRESQL_WRITERS, on_writer, running

MOST = 1 if connection.vendor == "sqlite" else POSTGRESQL_WRITERS


def title_of(event: Event) -> str:
    return Event.objects.get(pk=event.pk).title


async def test_200_commands_at_once_use_few_threads_and_connections(event):
    threads: set[int] = set()
    connections: set[int] = set()

    def command() -> None:
        with transaction.atomic(durable=True):
            row = Event.objects.select_for_update().get(pk=event.pk)
            row.capacity += 1
            row.save()
            threads.add(threading.get_ident())
            connections.add(id(connection.connection))

    before = event.capacity
    await asyncio.gather(*(asyncio.to_thread(on_writer, command) for _ in range(200)))
    assert len(threads) <= MOST
    if connection.vendor == "sqlite":
        assert len(connections) == 1
    stored = await asyncio.to_thread(on_writer, lambda: Event.objects.get(pk=event.pk).capacity)
    assert stored == before + 200
    assert running.count == 0


async def test_what_a_command_raises_reaches_its_caller_and_harms_no_other(event):
    def fail() -> None:
        with transaction.atomic(durable=True):
            Event.objects.filter(pk=event.pk).update(title="half done")
            raise LookupError("no")

    with pytest.raises(LookupError):
        await asyncio.to_thread(on_writer, fail)
    assert await asyncio.to_thread(on_writer, title_of, event) == event.title


async def test_command_whose_caller_gave_up_is_done_all_the_same(event):
    begun, go_on, done = threading.Event(), threading.Event(), threading.Event()

    def command() -> None:
        begun.set()
        go_on.wait(5)
        Event.objects.filter(pk=event.pk).update(title="done")
        done.set()

    caller = asyncio.create_task(asyncio.to_thread(on_writer, command))
    await asyncio.to_thread(begun.wait, 5)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    await asyncio.to_thread(done.wait, 5)
    assert await asyncio.to_thread(on_writer, title_of, event) == "done"


async def test_transaction_left_open_is_not_handed_to_the_next_command(event):
    def leave_open() -> None:
        transaction.atomic(durable=True).__enter__()
        Event.objects.filter(pk=event.pk).update(title="never said")

    await asyncio.to_thread(on_writer, leave_open)
    titles = {await asyncio.to_thread(on_writer, title_of, event) for _ in range(MOST)}
    assert titles == {event.title}
