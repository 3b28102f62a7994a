"""The public beacon: its rounds, its signatures, and relays of which none is believed or waited for."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from events.domain import relays
from events.domain.beacon import QUICKNET, chain, is_offered
from tests.events.relays import (
    DUE,
    RANDOMNESS,
    ROUND,
    SIGNATURE,
    Answer,
    genuine,
    nobody,
    relay,
    says,
    trickle,
)

SECOND = timedelta(seconds=1)


def asked(*sources: str) -> str | None:
    return relays.signature_of(QUICKNET, ROUND, sources)


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relays, "PATIENCE", 0.5)


def test_a_round_is_due_every_three_seconds_from_the_first() -> None:
    genesis = datetime.fromtimestamp(1692803367, UTC)
    assert [QUICKNET.due(n) - genesis for n in (1, 2, 11)] == [0 * SECOND, 3 * SECOND, 30 * SECOND]


@pytest.mark.parametrize(("after", "round_"), [(0, 123), (-1, 123), (-2.999, 123), (0.001, 124)])
def test_the_round_named_is_the_first_that_is_not_earlier(after: float, round_: int) -> None:
    instant = DUE + timedelta(seconds=after)
    assert QUICKNET.round_from(instant) == round_
    assert QUICKNET.due(round_) >= instant


def test_before_the_beacon_began_its_first_round_is_named() -> None:
    assert QUICKNET.round_from(datetime(2020, 1, 1, tzinfo=UTC)) == 1


def test_a_genuine_signature_is_genuine_for_its_round_alone() -> None:
    assert QUICKNET.is_genuine(ROUND, SIGNATURE)
    assert not QUICKNET.is_genuine(ROUND + 1, SIGNATURE)


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "no hex",
        SIGNATURE[:-2],
        SIGNATURE + "00",
        SIGNATURE.upper(),
        SIGNATURE[:-1] + "3",
        "c0" + "00" * 47,  # the point at infinity
        "ff" * 48,
        "a" + SIGNATURE[1:],  # the other point with this x
        "b7" + "00" * 46 + "02",
    ],
)
def test_another_signature_is_not(signature: str) -> None:
    assert not QUICKNET.is_genuine(ROUND, signature)


def test_the_line_holds_the_sha256_of_the_signature() -> None:
    assert QUICKNET.line(ROUND, SIGNATURE) == f"drand {QUICKNET.hash} 123 {RANDOMNESS}"


def test_another_chain_can_be_set_up_as_its_info_says(settings) -> None:
    assert chain() == QUICKNET
    settings.BEACON_CHAIN = {
        "hash": "ab" * 32,
        "public_key": QUICKNET.public_key,
        "genesis_time": 1000,
        "period": 30,
    }
    assert chain().due(3) == datetime.fromtimestamp(1060, UTC)


def test_the_beacon_is_offered_where_there_is_a_relay(settings) -> None:
    settings.BEACON_SOURCES = []
    assert not is_offered()
    settings.BEACON_SOURCES = ["https://api.drand.sh"]
    assert is_offered()


def test_a_relay_is_asked_for_the_round_of_the_chain() -> None:
    with relay(genuine()) as good:
        assert asked(f"{good.address}/") == SIGNATURE
        assert good.asked == [f"/{QUICKNET.hash}/public/123"]
        assert good.asked_by == "Tacklebox"


@pytest.mark.parametrize(
    "wrong",
    [
        says({"round": ROUND, "signature": SIGNATURE[:-1] + "3"}),
        says({"round": ROUND + 1, "signature": SIGNATURE}),
        says({"round": str(ROUND), "signature": SIGNATURE}),
        says({"round": ROUND, "signature": None}),
        says({"round": ROUND}),
        says([1, 2]),
        says(b"<html>sign in to the hotel's network</html>"),
        says(b"[" * 4000),
        says(b" " * 5000),
        says({"round": ROUND, "signature": SIGNATURE}, status=404),
        says({"round": ROUND, "signature": SIGNATURE}, status=500),
    ],
)
def test_a_relay_that_answers_wrongly_is_passed_by(wrong: Answer) -> None:
    with relay(wrong) as bad, relay(genuine()) as good:
        assert asked(bad.address) is None
        assert asked(bad.address, good.address) == SIGNATURE
        assert (len(bad.asked), len(good.asked)) == (2, 1)


def test_a_relay_that_nobody_reaches_is_passed_by() -> None:
    with relay(genuine()) as good:
        assert asked(nobody(), "http://relay.invalid", "file:///etc/hosts") is None
        assert asked(nobody(), good.address) == SIGNATURE


@pytest.mark.usefixtures("little_patience")
def test_a_slow_relay_holds_nobody_up() -> None:
    def silent(_handler, over) -> None:
        over.wait(30)

    with relay(silent) as slow, relay(trickle) as slower, relay(genuine()) as good:
        start = time.monotonic()
        assert asked(slow.address, slower.address, good.address) == SIGNATURE
        assert time.monotonic() - start < 4
        assert (len(slow.asked), len(slower.asked)) == (1, 1)


def test_a_relay_sends_nobody_elsewhere() -> None:
    with relay(genuine()) as good:

        def moved(handler, _over) -> None:
            handler.send_response(302)
            handler.send_header("Location", f"{good.address}{handler.path}")
            handler.send_header("Content-Length", "0")
            handler.end_headers()

        with relay(moved) as bad:
            assert asked(bad.address) is None
        assert good.asked == []


def test_the_first_relay_with_a_genuine_answer_is_the_last_asked() -> None:
    with relay(genuine()) as first, relay(genuine()) as second:
        assert asked(first.address, second.address) == SIGNATURE
        assert (len(first.asked), len(second.asked)) == (1, 0)
