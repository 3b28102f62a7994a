"""A turn of Fish or Cut Bait thrown as fast as a hand taps, and two hundred who watch."""

import time

from tests.bench.rolling import Audience, Measured
from tests.faults.clients import Client, Crowd
from tests.serving import Serving
from tests.staging import close_in, stage, until
from tests.visitor import Form

SPECTATORS = 200
SECONDS = 15.0
"""How long throws are measured in each set-up."""
TAP = 0.1
"""Seconds between two taps, at least: nobody taps faster."""
NAMES = ("Juniper", "Osric", "Tansy")
LONG = {"turn_s": 600, "ready_s": 600}


def measure(site: Serving) -> Measured:
    """Throw all four rig dice for SECONDS and take the time of every throw, from the tap to the own faces."""
    evening = stage(site, game="fish-or-cut-bait", answer_s=600, options=LONG)
    crowd = Crowd(evening)
    crowd.enter(NAMES)
    close_in(evening, 0.5)
    measured = Measured()
    with Audience(evening, SPECTATORS) as audience:
        roller = until("somebody's turn", lambda: begun(crowd))
        assert roller is not None
        topic, clicks = roller.live.watched, []
        start = last = time.monotonic()
        while last - start < SECONDS:
            for client in crowd.clients:
                client.live.hear()
            time.sleep(max(0.0, last + TAP - time.monotonic()))
            clicked = time.monotonic()
            assert roller.act(rig(roller)) == 200
            last = time.monotonic()
            measured.own.append(last - clicked)
            clicks.append((roller.live.seqs[topic], clicked))
        measured.seconds = last - start
        until(
            "the last throw to reach everybody",
            lambda: all(len(audience.reached(topic, seq)) == SPECTATORS for seq, _at in clicks),
        )
        for seq, clicked in clicks:
            measured.reached.append([at - clicked for at in audience.reached(topic, seq)])
    crowd.leave()
    return measured


def begun(crowd: Crowd) -> Client | None:
    """Do what is waited for until somebody's timer runs; who that is."""
    for client in crowd.clients:
        form = client.wanted()
        if form is None:
            continue
        if form.command == "RollRig":
            return client
        client.act(form)
    return None


def rig(roller: Client) -> Form:
    """The form of a throw as the last answer brought it, for all four rig dice."""
    form = next(
        form for form in roller.live.forms("reach", "pier") if form.fields["command"] != "FlipTimer"
    )
    all_four = {"command": "RollRig", "args": '{"dice": [0, 1, 2, 3]}'}
    return Form(form.action, "RollRig", form.name, form.fields | all_four, is_ready=True)
