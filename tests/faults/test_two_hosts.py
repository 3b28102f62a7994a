"""F11: a host at two devices presses the same thing at once, at two processes: it is done once."""

import threading
from collections import Counter
from functools import partial

import pytest

from tests.faults.clients import Client, Crowd
from tests.faults.counts import by_night
from tests.faults.report import Tried, note
from tests.faults.test_kill_points import NAMES, seated
from tests.serving import Serving
from tests.staging import close_in, stage, until
from tests.visitor import Form, Live, Visitor, forms_in

pytestmark = [pytest.mark.served, pytest.mark.fault]

AN_EVENING = 50
"""Clashes at one evening."""
NATURAL = ("Draw", "Start", "Void", "Resume", "Pause")
"""What both press, the first of these that both are offered."""
VOID_EVERY = 5
"""Clashes from one undo to the next: a match allows three."""


def second_host(crowd: Crowd) -> Client:
    """The same host at another device, on another process where there are several."""
    visitor = Visitor(crowd.evening.site.urls[-1])
    visitor.sign_in()
    visitor.get(f"{crowd.evening.path}host/")
    live = Live(visitor, crowd.evening.event_id, "host")
    live.open()
    return Client("host again", live, crowd.history, "host")


def offered(client: Client, command: str) -> Form | None:
    client.hear(0.02)
    forms = client.offered("deck", "matchdeck", "tools")
    undo = client.live.html.get("undodiff", "")
    if forms and 'value="Void"' in undo:
        # The page's own form stands round this part of it.
        head = f'<form action="{forms[-1].action}" data-command="Void">'
        forms += forms_in(f"{head}{undo}<button></button></form>")
    return next((form for form in forms if form.command == command), None)


def both_offered(hosts: tuple[Client, Client], *but: str) -> tuple[str, list[Form]] | None:
    """What both can press now, and the form of each."""
    for command in NATURAL:
        forms = [offered(host, command) for host in hosts]
        if command not in but and None not in forms:
            return command, [form for form in forms if form is not None]
    return None


def both_press(hosts: tuple[Client, Client], *but: str) -> tuple[str, list[int]]:
    """Both press the same at once; what it was, and the two answers' statuses."""
    found = until("the consoles", partial(both_offered, hosts, *but))
    assert found is not None
    command, forms = found
    start = threading.Barrier(2)
    statuses: list[int] = []

    def press(host: Client, form: Form) -> None:
        if command == "Void":
            form.fields["reason"] = "A cocked die"
        start.wait(30)
        statuses.append(host.act(form))

    threads = [threading.Thread(target=press, args=pair) for pair in zip(hosts, forms, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return command, sorted(statuses)


@pytest.mark.parametrize(
    ("setup", "clashes"),
    [("breakable", 8), by_night(200, "breakable"), by_night(300, "breakable_pair")],
)
def test_of_two_hosts_who_press_at_once_one_is_done_and_the_other_told(
    setup: str, clashes: int, seed: int, request: pytest.FixtureRequest
) -> None:
    site: Serving = request.getfixturevalue(setup)
    pressed: Counter[str] = Counter()
    for begun in range(0, clashes, AN_EVENING):
        with seated(site, watchers=1) as crowd:
            hosts = (crowd.clients[0], second_host(crowd))
            crowd.clients.append(hosts[1])
            for clash in range(min(AN_EVENING, clashes - begun)):
                command, statuses = both_press(hosts, *(["Void"] if clash % VOID_EVERY else []))
                assert statuses in ([200, 409], [200, 422]), command
                pressed[command] += 1
                if command == "Resume":
                    crowd.play(1)
            crowd.check()
    assert {"Void", "Pause", "Resume"} <= set(pressed)
    what = ", ".join(f"{count} {command}" for command, count in pressed.items())
    note(
        Tried(
            "F11", f"two hosts at once, {len(site.ports)} web", clashes, "A-K", seed=seed, more=what
        )
    )


@pytest.mark.parametrize(
    "setup", ["breakable", pytest.param("breakable_pair", marks=pytest.mark.night)]
)
def test_two_hosts_who_draw_at_once_draw_once(setup: str, request: pytest.FixtureRequest) -> None:
    crowd = Crowd(stage(request.getfixturevalue(setup), rounds=2))
    try:
        crowd.enter(NAMES)
        hosts = (crowd.clients[0], second_host(crowd))
        crowd.clients.append(hosts[1])
        close_in(crowd.evening, 0.3)
        assert both_press(hosts) == ("Draw", [200, 422])
        crowd.play(6)
        crowd.check()
    finally:
        crowd.leave()
