"""Stored dice that were changed while the site was down: found at its start, before anybody is served."""

import json
from contextlib import closing

import pytest

from tests.serving import Serving, answers
from tests.staging import rows, stage
from tests.visitor import Visitor

pytestmark = [pytest.mark.served, pytest.mark.fault]

PLAY = """
from tests.events.factories import close, register_people
from tests.events.playing import act, answer_all, do, draw
from events.models import Event
from games.kernel import Host
from games.table import Start
event = Event.objects.get()
register_people(event, 6)
close(event)
draw(event)
match = answer_all(event)
do(match, Host(), Start())
for _turn in range(14):
    act(match)
"""
TAMPER = """
from events.models import LogEntry
from tests.events.tampering import tamper
row = LogEntry.objects.exclude(chance=[]).order_by("seq").first()
kind, label, attempt, n, count, values = row.chance[0]
tamper(row, chance=[[kind, label, attempt, n, count, [values[0] % 6 + 1]], *row.chance[1:]])
print(row.seq)
"""


def shell(site: Serving, code: str) -> str:
    return site.manage("shell", "-v", "0", "-c", code).strip()


def paused(site: Serving) -> list[tuple[object, ...]]:
    return rows(site, "SELECT seq, data FROM events_logentry WHERE kind = 'Paused'")


@pytest.mark.nightly
def test_a_tampered_row_pauses_its_match_at_the_next_start(embedded: Serving) -> None:
    evening = stage(embedded, rounds=1)
    shell(embedded, PLAY)
    embedded.restart()
    assert paused(embedded) == [], "an honest match goes on after a restart"
    embedded.stop()
    seq = shell(embedded, TAMPER)
    embedded.start()
    assert len(paused(embedded)) == 1
    assert answers(f"{embedded.url}/readyz"), "the others are served"
    assert "1 stored entries do not check out" in embedded.log()
    [(found,)] = rows(embedded, "SELECT data FROM events_ledgerentry WHERE kind = 'recheck-failed'")
    told = json.loads(str(found))
    assert [one["seq"] for one in told["found"]] == [int(seq)]
    with closing(Visitor(embedded.url)) as host:
        host.sign_in()
        console = host.get(f"{evening.path}host/").text
    assert f"1 stored entry doesn’t check out, number {seq}" in console
