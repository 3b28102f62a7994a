"""Fixtures of the live tests: an event, a source for its fragments, a hub on the test's loop."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from events.live import fragments, hub, messages
from events.models import Event
from tests.events.factories import open_event
from tests.live.pages import Source


@pytest.fixture
def event(transactional_db: None) -> Event:
    """A published event, committed: the live path reads on threads of its own."""
    return open_event()


@pytest.fixture
def source(settings: Any) -> Iterator[Source]:
    """Speaks for every event, with the templates of this folder."""
    changed = deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"].append(Path(__file__).parent / "templates")
    settings.TEMPLATES = changed
    source = Source()
    before = fragments.register("event", source)
    yield source
    fragments.register("event", before)


@pytest.fixture
def match_source(source: Source) -> Iterator[Source]:
    """Speaks for every match, with the same templates."""
    mine = Source()
    before = fragments.register("match", mine)
    yield mine
    fragments.register("match", before)


@pytest.fixture
def slow_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages count as a second apart."""
    monkeypatch.setattr(messages, "SECOND", 0.0)


@pytest.fixture
async def running_hub() -> AsyncIterator[hub.Hub]:
    running = hub.here()
    yield running
    await running.stop()


Until = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest.fixture
def until() -> Until:
    """Wait for a condition, turn by turn of the loop; fail after 5 s."""

    async def wait(condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not condition():
                await asyncio.sleep(0.005)

    return wait
