"""The numbers a process tells: what was done is counted once, what waits is aged, and strangers read none of it."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from events.live import measures
from events.models import Event, Outbox
from events.queries import clock
from games.kernel import Player
from tests.events.factories import open_event
from tests.events.playing import forget_everything, ticket
from tests.web.tables import Seated, seated

HERE = "127.0.0.1:8000"


@pytest.fixture
def table(transactional_db: None) -> Seated:
    """Committed: commands run on the writer's threads."""
    cache.clear()
    forget_everything()
    return seated()


def read(**headers: str) -> Any:
    return Client().get("/metrics", headers={"host": HERE} | headers)


def numbers(text: str) -> dict[str, float]:
    """Each sample by its name and labels."""
    samples = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in samples)}


def told() -> dict[str, float]:
    return numbers(read().content.decode())


def grown(before: dict[str, float]) -> dict[str, float]:
    """By how much each count of commands has grown."""
    return {
        name: more
        for name, number in told().items()
        if ("commands_total" in name or "refusals_total" in name or name.endswith("seconds_count"))
        and (more := number - before.get(name, 0.0))
    }


def pick(table: Seated, seat: int, die: int, made_for: str) -> Any:
    args = json.dumps({"die": die})
    return table.play(table.players[seat], "PickDie", args=args, ticket=made_for)


def test_a_command_counts_once_and_its_time_is_taken(table: Seated) -> None:
    before = told()
    assert pick(table, 0, 1, ticket(table.match, Player(0))).status_code == 200
    assert grown(before) == {
        'tacklebox_commands_total{answer="done"}': 1,
        "tacklebox_command_seconds_count": 1,
    }


def test_a_refusal_counts_by_its_code(table: Seated) -> None:
    before = told()
    assert pick(table, 0, 1, "made for nothing").status_code == 409
    assert grown(before) == {
        'tacklebox_commands_total{answer="refused"}': 1,
        'tacklebox_refusals_total{code="stale"}': 1,
        "tacklebox_command_seconds_count": 1,
    }


def test_a_form_that_is_refused_counts_as_well(table: Seated) -> None:
    before = told()
    answer = table.players[0].post(f"/{table.event.public_id}/register/", {"name": "Bo"})
    assert answer.status_code == 422
    assert grown(before)['tacklebox_commands_total{answer="refused"}'] == 1


def test_side_work_is_counted_and_aged(db: None) -> None:
    assert told()["tacklebox_outbox_waiting"] == 0
    for minutes in (5, 2):
        made = clock.now() - timedelta(minutes=minutes)
        Outbox.objects.create(kind="registered", created_at=made)
    Outbox.objects.create(
        kind="registered", created_at=clock.now() - timedelta(days=1), done_at=clock.now()
    )
    now = told()
    assert now["tacklebox_outbox_waiting"] == 2
    assert 300 <= now["tacklebox_outbox_oldest_seconds"] < 360


def test_what_no_sweep_has_done_is_aged(db: None) -> None:
    event = open_event()
    assert told()["tacklebox_overdue_seconds"] == 0
    Event.objects.filter(pk=event.pk).update(closes_at=clock.now() - timedelta(seconds=40))
    assert 40 <= told()["tacklebox_overdue_seconds"] < 100


@pytest.mark.parametrize(
    "headers",
    [{"host": "testserver"}, {"x-forwarded-for": "127.0.0.1"}, {"authorization": "Bearer guess"}],
)
def test_strangers_find_nothing_there(db: None, settings: Any, headers: dict[str, str]) -> None:
    assert read().status_code == 200
    if "authorization" in headers:
        settings.METRICS_TOKEN = "worth keeping"
    assert read(**headers).status_code == 404


def test_a_request_from_elsewhere_finds_nothing_there(db: None) -> None:
    assert (
        Client(REMOTE_ADDR="192.0.2.7").get("/metrics", headers={"host": HERE}).status_code == 404
    )


def test_who_has_the_token_reads_from_anywhere(db: None, settings: Any) -> None:
    settings.METRICS_TOKEN = "worth keeping"
    elsewhere = Client(REMOTE_ADDR="192.0.2.7", headers={"authorization": "Bearer worth keeping"})
    assert elsewhere.get("/metrics").status_code == 200
    assert read().status_code == 404, "with a token this machine is nothing special"


def test_every_line_is_one_that_prometheus_reads(db: None) -> None:
    measures.refusals.add(of='odd "code"\\')
    answer = read()
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    text = answer.content.decode()
    assert text.endswith("\n")
    assert 'tacklebox_refusals_total{code="odd \\"code\\"\\\\"} 1' in text.splitlines()
    described = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    for name in numbers(text):
        base = name.split("{")[0]
        parts = [base.removesuffix(end) for end in ("", "_bucket", "_sum", "_count")]
        assert described & set(parts), name


def test_times_are_counted_up_to_each_step() -> None:
    times = measures.Times("tried_seconds", "For this test.")
    for seconds in (0.0005, 0.02, 0.02, 60.0):
        times.took(seconds)
    said = numbers("\n".join(times.lines()))
    upto = {step: said[f'tacklebox_tried_seconds_bucket{{le="{step}"}}'] for step in measures.STEPS}
    assert [upto[step] for step in (0.001, 0.01, 0.025, 10.0)] == [1, 1, 3, 3]
    assert said['tacklebox_tried_seconds_bucket{le="+Inf"}'] == 4
    assert said["tacklebox_tried_seconds_count"] == 4
    assert said["tacklebox_tried_seconds_sum"] == pytest.approx(60.0405)
