"""What draws and line-ups wait for: named when they are frozen, known to nobody by then, noted when it comes."""

import hashlib
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler

import pytest

from events.domain import awaited
from events.domain.beacon import QUICKNET
from events.domain.draws import draw_round
from events.domain.sweep import sweep
from events.models import Entropy, Event
from events.queries import fit, rounds
from tests.events.factories import by, closed_event, new_id
from tests.events.playing import (
    SetClock,
    answer_all,
    called,
    committed,
    draw,
    forget_everything,
    play_to_end,
    refused,
    set_clock,
)
from tests.events.relays import DUE, ROUND, SIGNATURE, genuine, nobody, relay, says
from tests.events.waiting import LINE, comes, frozen_draw, kinds, order_of
from tests.staging import until

__all__ = ["set_clock"]

LOTTERY = "the lottery numbers of tonight"


def reads(event: Event, text: str) -> None:
    with committed():
        awaited.give_text(event_id=event.public_id, by=by(event), text=text, command_id=new_id())


def switches(event: Event, mode: str, source: str = "") -> None:
    with committed():
        awaited.switch(
            event_id=event.public_id, by=by(event), mode=mode, source=source, command_id=new_id()
        )
    event.refresh_from_db()


# ------------------------------------------------------------------------------ the beacon


def test_a_frozen_draw_names_its_list_and_its_round_and_nobody_is_drawn_yet(
    set_clock: SetClock,
) -> None:
    event = frozen_draw(set_clock)
    drawn = event.draws.get()
    line = event.ledger.get(kind="draw-frozen")
    assert line.data == {
        "draw": 1,
        "round": 1,
        "kind": "round",
        "places": 6,
        "root": drawn.root,
        "count": 9,
        "regs": sorted(event.registrations.values_list("reg", flat=True)),
        "excluded": [],
        "entropy": {"mode": "drand", "chain": QUICKNET.hash, "round": ROUND},
    }
    assert kinds(event) == ["draw-frozen"]
    assert (drawn.order, drawn.entropy, drawn.seed.opened, called(event)) == ([], "", "", [])
    refused("round-under-way", lambda: draw(event))


def test_the_names_follow_from_the_seal_and_the_round(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    set_clock.stop(DUE)
    comes(event)
    drawn = event.draws.get()
    assert kinds(event) == ["draw-frozen", "entropy", "drawn", *["called"] * 6]
    line = event.ledger.get(kind="entropy")
    assert (line.data, line.by) == ({"draw": 1, "line": LINE, "signature": SIGNATURE}, "clock")
    assert (drawn.entropy, event.ledger.get(kind="drawn").data["entropy"]) == (LINE, LINE)
    assert drawn.order == order_of(drawn, LINE) != order_of(drawn, "none")
    assert [call.registration.reg for call in called(event)] == drawn.order[:6]


def test_a_round_that_comes_twice_does_nothing_twice(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    comes(event)
    seq = event.seq
    comes(event)
    assert event.seq == seq


def test_a_wrong_signature_and_another_round_change_nothing(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    for round_ in (ROUND, ROUND + 1):
        with pytest.raises(ValueError, match="not the beacon's"):
            awaited.beacon_came(
                event_id=event.public_id, round_=round_, signature=SIGNATURE[:-1] + "3"
            )
    Entropy.objects.update(round=ROUND + 1)
    comes(event)
    assert kinds(event) == ["draw-frozen"]


def test_relays_are_asked_once_the_round_is_due_until_one_has_it(
    set_clock: SetClock, settings
) -> None:
    event = frozen_draw(set_clock)
    with relay(says({"round": ROUND, "signature": "00" * 48})) as bad, relay(genuine()) as good:
        settings.BEACON_SOURCES = [bad.address, good.address]
        assert (awaited.ask_relays(), good.asked) == (0, [])
        set_clock.stop(DUE)
        settings.BEACON_SOURCES = [nobody(), bad.address]
        assert (awaited.ask_relays(), kinds(event)) == (0, ["draw-frozen"])
        settings.BEACON_SOURCES = [nobody(), bad.address, good.address]
        with committed():
            assert awaited.ask_relays() == 1
            assert awaited.ask_relays() == 0
    assert kinds(event)[:3] == ["draw-frozen", "entropy", "drawn"]


def test_two_draws_of_a_round_wait_for_the_same_round_and_are_called_together(
    set_clock: SetClock,
) -> None:
    forget_everything()
    event = closed_event(8)
    draw(event)
    play_to_end(answer_all(event))
    Event.objects.filter(pk=event.pk).update(entropy_mode="drand")
    set_clock.stop(DUE - timedelta(seconds=30))
    draw(event)
    round_ = rounds.current(event)
    assert round_ is not None
    assert [row.round for row in rounds.awaited(round_)] == [ROUND, ROUND]
    comes(event)
    after = kinds(event, after="match-ended")
    first = after.index("draw-frozen")
    assert after[first : first + 7] == [
        "draw-frozen", "draw-frozen", "entropy", "drawn", "entropy", "drawn", "called",
    ]  # fmt: skip
    fresh, again = event.draws.order_by("number")[1:]
    assert (fresh.order, again.order) == (order_of(fresh, LINE), order_of(again, LINE))


# ------------------------------------------------------------------------------ late


def test_after_ten_minutes_everybody_is_told_that_it_is_late(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    set_clock.stop(DUE + timedelta(minutes=10) - timedelta(milliseconds=1))
    refused("not-late", lambda: switches(event, "none"))
    assert sweep() == 0
    set_clock.move(milliseconds=1)
    assert [sweep(), sweep()] == [1, 0]
    assert event.ledger.get(kind="entropy-late").data == {"draw": 1}


def test_the_host_may_then_go_on_without_and_the_ledger_says_so_first(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    set_clock.stop(DUE + timedelta(minutes=10))
    switches(event, "none")
    assert kinds(event)[:5] == [
        "draw-frozen", "entropy-late", "entropy-switched", "entropy", "drawn",
    ]  # fmt: skip
    switched = event.ledger.get(kind="entropy-switched")
    assert (switched.data, switched.by) == ({"draw": 1, "entropy": {"mode": "none"}}, by(event))
    drawn = event.draws.get()
    assert (drawn.entropy, drawn.order) == ("none", order_of(drawn, "none"))
    seq = event.seq
    comes(event)
    assert (event.seq, event.draws.get().entropy) == (seq, "none")


def test_what_comes_after_the_switch_is_not_used(set_clock: SetClock) -> None:
    event = frozen_draw(set_clock)
    set_clock.stop(DUE + timedelta(minutes=10))
    refused("no-source", lambda: switches(event, "public"))
    refused("choice", lambda: switches(event, "drand"))
    switches(event, "public", LOTTERY)
    comes(event)
    assert kinds(event) == ["draw-frozen", "entropy-late", "entropy-switched"]
    refused("not-late", lambda: switches(event, "none"))
    reads(event, "3 9 17 20 41 44")
    assert event.draws.get().entropy.startswith("public ")


def test_nothing_is_switched_while_nothing_is_waited_for() -> None:
    event = closed_event(3)
    assert refused("nothing-awaited", lambda: switches(event, "none")).status == 409
    assert refused("no-text-awaited", lambda: reads(event, "3 9 17")).status == 409


# ------------------------------------------------------------------------------ a text


def text_event(count: int = 9) -> Event:
    forget_everything()
    return closed_event(count, entropy_mode="public")


def test_a_text_is_named_before_it_is_known() -> None:
    event = text_event()
    refused("no-source", lambda: draw(event))
    assert event.draws.count() == 0
    draw_with(event, LOTTERY)
    assert event.ledger.get(kind="draw-frozen").data["entropy"] == {
        "mode": "public",
        "source": LOTTERY,
    }
    reads(event, "  3 9 17\n20 41 44 ")
    text = "3 9 17 20 41 44"
    line = f"public {hashlib.sha256(text.encode()).hexdigest()}"
    entry = event.ledger.get(kind="entropy")
    assert (entry.data, entry.by) == ({"draw": 1, "line": line, "text": text}, by(event))
    drawn = event.draws.get()
    assert drawn.order == order_of(drawn, line)


def draw_with(event: Event, source: str) -> None:
    with committed():
        draw_round(event_id=event.public_id, by=by(event), source=source, command_id=new_id())
    event.refresh_from_db()


def test_a_text_that_was_read_out_before_decides_nothing_again() -> None:
    event = text_event(2)
    draw_with(event, LOTTERY)
    assert refused("text-missing", lambda: reads(event, " ")).field == "text"
    reads(event, "3 9 17")
    answer_all(event)
    assert refused("text-used", lambda: reads(event, "3 9 17")).field == "text"
    assert event.matches.get().lineup == ""
    reads(event, "herring")
    assert event.matches.get().lineup != ""


# ------------------------------------------------------------------------------ none


def test_without_any_everything_follows_at_once_and_says_so() -> None:
    forget_everything()
    event = closed_event(2)
    draw(event)
    answer_all(event)
    assert kinds(event) == [
        "draw-frozen", "entropy", "drawn", "called", "called", "here", "here",
        "lineup", "entropy", "match-made",
    ]  # fmt: skip
    lines = event.ledger.filter(kind="entropy").order_by("seq")
    match = event.matches.get()
    assert [line.data for line in lines] == [
        {"draw": 1, "line": "none"},
        {"match": match.public_id, "line": "none"},
    ]


# ------------------------------------------------------------------------------ the sweep


@pytest.mark.django_db(transaction=True)
def test_the_sweep_asks_on_a_thread_of_its_own_and_is_not_held_up(settings) -> None:
    event = closed_event(3, entropy_mode="drand")
    draw(event)
    Entropy.objects.update(round=ROUND, due_at=DUE, late_at=DUE)

    def waits(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
        assert over.wait(30)
        genuine()(handler, over)

    with relay(waits) as slow:
        settings.BEACON_SOURCES = [slow.address]
        until("the relay to be asked", lambda: sweep() == 0 and slow.asked)
        sweep()
        assert (len(slow.asked), kinds(event)) == (1, ["draw-frozen"])
        slow.over.set()
        until("the names", lambda: kinds(event)[-1] == "called")
    assert event.draws.get().entropy == LINE


def test_the_wait_for_the_beacon_counts_in_how_long_an_evening_takes() -> None:
    forget_everything()
    plain, waits = closed_event(0, rounds=2), closed_event(0, rounds=2, entropy_mode="drand")
    longer = fit.evening_span(waits, 12).mean - fit.evening_span(plain, 12).mean
    assert longer == pytest.approx(2 * fit.BEACON_S)
