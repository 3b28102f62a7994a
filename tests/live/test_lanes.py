"""A few writers are shared fairly: whatever waits for one evening's lock leaves writers for the others."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Event, Semaphore

from events.views.lanes import ABREAST, Lanes
from events.views.writer import POSTGRESQL_WRITERS

PATIENCE_S = 30
SOON_S = 0.3


def others_get_a_writer(*, lanes: Lanes | None, seconds: float) -> bool:
    """Whether a second evening's command is done while all writers' worth of the first wait for its lock."""
    released, done = Event(), Event()
    with (
        ThreadPoolExecutor(POSTGRESQL_WRITERS) as writers,
        ThreadPoolExecutor(POSTGRESQL_WRITERS + 1) as pages,
    ):

        def command(event: str, what: object) -> None:
            with lanes.lane(event) if lanes is not None else nullcontext():
                writers.submit(what).result()  # type: ignore[arg-type]

        waiting = Semaphore(0)

        def wait() -> None:
            waiting.release()
            released.wait(PATIENCE_S)

        slow = [pages.submit(command, "slow", wait) for _number in range(POSTGRESQL_WRITERS)]
        for _number in range(ABREAST if lanes is not None else POSTGRESQL_WRITERS):
            assert waiting.acquire(timeout=PATIENCE_S)
        other = pages.submit(command, "other", done.set)
        try:
            return done.wait(seconds)
        finally:
            released.set()
            for one in (*slow, other):
                one.result(PATIENCE_S)


def test_an_evening_that_waits_for_its_lock_holds_up_no_other() -> None:
    lanes = Lanes()
    assert others_get_a_writer(lanes=lanes, seconds=PATIENCE_S)
    assert lanes.count == 0


def test_without_lanes_it_does() -> None:
    assert not others_get_a_writer(lanes=None, seconds=SOON_S)


def test_so_many_of_one_evening_are_in_at_once() -> None:
    lanes, inside, go_on = Lanes(), [], Event()
    enough = Event()

    def command() -> None:
        with lanes.lane("one"):
            inside.append(1)
            if len(inside) == ABREAST:
                enough.set()
            go_on.wait(PATIENCE_S)

    with ThreadPoolExecutor(6) as pages:
        waiting = [pages.submit(command) for _number in range(6)]
        assert enough.wait(PATIENCE_S)
        assert len(inside) == ABREAST
        go_on.set()
        for one in waiting:
            one.result(PATIENCE_S)
    assert (len(inside), lanes.count) == (6, 0)
