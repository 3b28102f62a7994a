"""F9, F10: a command arrives several times, unheard, late and after its turn: it counts once or not at all."""

import http.client
import json
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode, urlsplit

import pytest

from tests.faults.clients import Client, Crowd
from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import seated
from tests.serving import Serving
from tests.visitor import Form, command_id

pytestmark = [pytest.mark.served, pytest.mark.fault]

AN_EVENING = 50
"""Commands at one evening: not all of its tables are played to the end then."""
MOST_COPIES = 5
LATER = 10
"""Commands that are done between one and its last copy."""

Answered = tuple[int, str]
DONE: Answered = (200, "")


def evenings(site: Serving, commands: int, play: Callable[[Crowd, int], None]) -> None:
    """Play so many commands, at as many evenings as it takes; each is checked when it is left."""
    for done in range(0, commands, AN_EVENING):
        with seated(site, watchers=1) as crowd:
            play(crowd, min(AN_EVENING, commands - done))
            crowd.check()


def sent(client: Client, form: Form, id_: str, *, heard: bool = True) -> Answered | None:
    """Send it on a connection of its own; the status and code of the answer, or None to hang up before it comes."""
    visitor = client.live.visitor
    fields = form.fields | {
        "command_id": id_,
        "surface": client.live.surface,
        "seqs": json.dumps(client.live.seqs),
    }
    headers = {
        "Accept": "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": visitor.url,
        "X-CSRFToken": visitor.cookies.get("csrf", ""),
        "Cookie": "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()),
    }
    connection = http.client.HTTPConnection(urlsplit(visitor.url).netloc, timeout=30)
    try:
        connection.request("POST", form.action, urlencode(fields), headers)
        if not heard:
            return None
        response = connection.getresponse()
        text = response.read().decode()
    finally:
        connection.close()
    client.history.hears(id_, response.status)
    return response.status, json.loads(text)["code"] if text.startswith("{") else text[:60]


@pytest.mark.parametrize(
    ("setup", "commands"),
    [("breakable", 20), by_night(1000, "breakable"), by_night(1000, "breakable_pair")],
)
def test_every_copy_of_a_command_gets_the_same_answer_and_it_counts_once(
    setup: str, commands: int, seed: int, request: pytest.FixtureRequest
) -> None:
    copies_of(request.getfixturevalue(setup), seed, commands)


def copies_of(site: Serving, seed: int, commands: int) -> None:
    chance = random.Random(seed)
    total = 0

    def play(crowd: Crowd, count: int) -> None:
        nonlocal total
        kept: list[tuple[Client, Form, str]] = []
        with ThreadPoolExecutor(MOST_COPIES) as threads:
            for _command in range(count):
                client, form = crowd.turn()
                id_ = command_id()
                crowd.history.sends(id_)
                if chance.random() < 0.3:
                    sent(client, form, id_, heard=False)
                copies = chance.randint(2, MOST_COPIES)
                jobs = [threads.submit(sent, client, form, id_) for _copy in range(copies)]
                answers = {job.result() for job in jobs}
                total += copies
                assert len(answers) == 1, answers
                answer = answers.pop()
                if answer != DONE:
                    continue  # a refused id may be used again, and is judged anew
                kept.append((client, form, id_))
                if len(kept) > LATER:
                    assert sent(*kept[-LATER - 1]) == DONE
                    total += 1

    evenings(site, commands, play)
    note(
        Tried(
            "F9",
            f"copies, {len(site.ports)} web",
            commands,
            "A-K",
            seed=seed,
            more=f"{total} copies",
        )
    )


@pytest.mark.parametrize(
    ("setup", "commands"),
    [("breakable", 20), by_night(1000, "breakable"), by_night(1000, "breakable_pair")],
)
def test_what_arrives_after_its_turn_is_refused_and_never_hits_another(
    setup: str, commands: int, seed: int, request: pytest.FixtureRequest
) -> None:
    site: Serving = request.getfixturevalue(setup)
    chance = random.Random(seed)
    late = 0

    def play(crowd: Crowd, count: int) -> None:
        nonlocal late
        held: list[tuple[Client, Form]] = []
        for _command in range(count):
            client, form = crowd.turn()
            if chance.random() < 0.5 and form.fields.get("ticket"):
                # Pressed twice, and the other one is under way for longer than what follows.
                held.append((client, form))
            waiting = held if chance.random() < 0.3 else []
            first = threading.Thread(target=client.act, args=(form,))
            first.start()
            if held and held[-1][0] is not client and chance.random() < 0.5:
                late += refused(crowd, *held.pop())  # beside the command of the turn that has begun
            first.join()
            chance.shuffle(waiting)
            while waiting:
                late += refused(crowd, *waiting.pop())

    evenings(site, commands, play)
    assert late > commands / 10
    note(
        Tried(
            "F10",
            f"reordered, {len(site.ports)} web",
            commands,
            "A-K",
            seed=seed,
            more=f"{late} late",
        )
    )


def refused(crowd: Crowd, client: Client, form: Form) -> int:
    """Let an old press arrive now, as the intention of its own that it is: it is told that the table has moved on."""
    id_ = command_id()
    crowd.history.sends(id_)
    assert sent(client, form, id_) in STALE
    return 1


STALE = [(409, "stale"), (422, "over"), (422, "not-seated")]
