"""While a draw or a line-up waits for public randomness every page says so, and the console offers what can be done."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from events.domain import awaited
from events.domain.evenings import edit_event, plan_of
from events.domain.sweep import sweep
from events.models import Event
from events.queries.evening import evening_context
from tests.events.factories import (
    by,
    closed_event,
    last_line,
    make_event,
    make_user,
    new_id,
    open_event,
)
from tests.events.playing import (
    SetClock,
    answer_all,
    called,
    committed,
    draw,
    forget_everything,
    refused,
    set_clock,
)
from tests.events.relays import DUE, ROUND, SIGNATURE
from tests.web.browsers import browser, device

__all__ = ["set_clock"]

SCRIPT = {"accept": "application/json"}
WAITS = "Waiting for the public beacon"


def page(event: Event, name: str, client: Client | None = None) -> str:
    answer = (client or browser()).get(reverse(name, args=[event.public_id]))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def console(event: Event) -> str:
    return page(event, "host", browser(event.host))


def sends(event: Event, command: str, client: Client | None = None, **typed: str) -> Any:
    """A console's command, with what was typed in its panel."""
    sent = {"command": command, "command_id": f"{new_id()}-sent", "surface": "host", **typed}
    address = reverse("event-command", args=[event.public_id])
    with committed():
        return (client or browser(event.host)).post(address, sent, headers=SCRIPT)


def waiting(shown: SetClock, count: int = 4, **changes: Any) -> Event:
    forget_everything()
    event = closed_event(count, **({"entropy_mode": "drand"} | changes))
    shown.stop(DUE - timedelta(seconds=30))
    draw(event)
    return event


def comes(event: Event) -> None:
    with committed():
        awaited.beacon_came(event_id=event.public_id, round_=ROUND, signature=SIGNATURE)
    event.refresh_from_db()


@pytest.mark.parametrize("name", ["live", "screen"])
def test_pages_say_what_a_draw_waits_for_and_count_to_it(set_clock: SetClock, name: str) -> None:
    event = waiting(set_clock)
    shown = page(event, name)
    assert WAITS in shown
    assert "Round 123 of the drand beacon" in shown
    assert f'data-deadline="{int(DUE.timestamp() * 1000)}"' in shown
    comes(event)
    assert WAITS not in page(event, name)


def test_the_event_page_and_the_console_say_so_too(set_clock: SetClock) -> None:
    event = waiting(set_clock)
    assert "Round 123 of the drand beacon" in page(event, "event")
    shown = console(event)
    assert WAITS in shown
    assert "Cancel and draw again" in shown
    assert 'data-command="Draw"' in shown  # its panel
    assert "Go on without public randomness" not in shown


def test_a_line_up_that_waits_is_not_a_table_yet(set_clock: SetClock) -> None:
    event = waiting(set_clock)
    comes(event)
    answer_all(event)
    match = event.matches.get()
    for shown in (page(event, "live"), console(event)):
        assert "The line-up is locked" in shown
        assert match.public_id not in shown
    event.entropies.filter(match=match).update(round=ROUND)
    comes(event)
    for shown in (page(event, "live"), console(event)):
        assert match.public_id in shown
    assert "Start round 1" in console(event)


def test_a_page_says_the_same_however_late_it_is_drawn(set_clock: SetClock) -> None:
    event = waiting(set_clock)

    def contexts() -> list[Any]:
        fresh = [Event.objects.get(pk=event.pk) for _surface in range(3)]
        return [
            evening_context(found, surface, "public")
            for found, surface in zip(fresh, ("live", "screen", "host"), strict=True)
        ]

    before = contexts()
    set_clock.stop(DUE + timedelta(minutes=11))
    assert contexts() == before
    sweep()
    assert contexts() != before


def test_what_is_late_can_be_done_without(set_clock: SetClock) -> None:
    event = waiting(set_clock)
    set_clock.stop(DUE + timedelta(minutes=10))
    sweep()
    assert "Go on without public randomness" in console(event)
    assert "the host may take something else" in page(event, "live")
    assert sends(event, "SwitchEntropy", args=json.dumps({"mode": "none"})).status_code == 200
    assert len(called(event)) == 4


def test_a_text_is_announced_typed_and_shown() -> None:
    forget_everything()
    event = closed_event(3, entropy_mode="public")
    assert 'aria-controls="panel-draw"' in console(event)
    refused = sends(event, "Draw")
    assert (refused.status_code, refused.json()["code"]) == (422, "no-source")
    assert sends(event, "Draw", source="tonight’s <b>lottery</b>").status_code == 200
    for shown in (page(event, "live"), page(event, "screen"), console(event)):
        assert "tonight’s &lt;b&gt;lottery&lt;/b&gt;" in shown
    assert "Type what was read out" in console(event)
    assert sends(event, "GiveText", text="3 9 17 20 41 44").status_code == 200
    assert "“3 9 17 20 41 44”" in page(event, "live")
    assert "3 9 17 20 41 44" in page(event, "happened")


def test_a_draw_without_public_randomness_says_so() -> None:
    forget_everything()
    event = closed_event(3)
    draw(event)
    assert 'data-entropy="none"' in page(event, "live")
    assert "No public randomness" in page(event, "live")
    assert "No public randomness enters it" in page(event, "event")


def test_a_draw_with_the_beacon_names_its_round(set_clock: SetClock) -> None:
    event = waiting(set_clock, format="knockout")
    comes(event)
    event.entropies.filter(settled_at=None).update(round=ROUND)
    comes(event)
    shown = page(event, "live")
    assert 'data-entropy="drand"' in shown
    assert "round 123 of the drand beacon" in shown


def test_a_cancelled_draw_is_named_beside_the_one_that_stands() -> None:
    forget_everything()
    event = closed_event(3)
    draw(event)
    without = sends(event, "Redraw", reason="")
    assert (without.status_code, without.json()["code"]) == (422, "text-missing")
    assert sends(event, "Redraw", reason="the wrong list").status_code == 200
    assert "Draw 1 was cancelled: the wrong list." in page(event, "live")
    assert "cancelled draw 1 for round 1: the wrong list" in page(event, "happened")


@pytest.mark.parametrize("command", ["Redraw", "GiveText", "SwitchEntropy"])
def test_only_those_who_run_the_evening_may(set_clock: SetClock, command: str) -> None:
    event = waiting(set_clock)
    _person, player = device()
    typed = {"reason": "for me", "text": "for me", "mode": "none"}
    seq = event.seq
    for client in (player, browser(), browser(make_user())):
        assert sends(event, command, client, **typed).status_code == 403
    event.refresh_from_db()
    assert event.seq == seq


def test_the_plan_offers_the_beacon_where_there_is_a_relay(settings) -> None:
    host = make_user(name="Marlow")
    assert 'value="drand"' not in browser(host).get(reverse("evening-new")).content.decode()
    settings.BEACON_SOURCES = ["https://relay.example"]
    assert 'value="drand"' in browser(host).get(reverse("evening-new")).content.decode()


def test_what_draws_wait_for_can_change_until_registration_opens() -> None:
    event = make_event()
    plan = replace(plan_of(event), entropy_mode="public")
    edit_event(event_id=event.public_id, by=by(event), plan=plan, command_id=new_id())
    event.refresh_from_db()
    assert (event.entropy_mode, last_line(event).data) == ("public", {"changed": ["entropy_mode"]})
    opened = open_event()
    plan = replace(plan_of(opened), entropy_mode="public")
    refusal = refused(
        "opened",
        lambda: edit_event(
            event_id=opened.public_id, by=by(opened), plan=plan, command_id=new_id()
        ),
    )
    assert refusal.field == "entropy_mode"
