"""Kernel values as JSON: what comes back is equal, and nothing from outside gets past the gate."""

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from typing import Generic, Literal, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import TABLES
from games.codec import (
    BadCommand,
    DecodeError,
    canonical_json,
    command_from,
    decode,
    encode,
    registry,
)
from games.kernel import Actor, Command, Host, Outcome, Player, Public
from games.lure.commands import Adjust, Cast
from games.table import (
    AddTime,
    Clock,
    DeadlineSet,
    Sender,
    Skip,
    Start,
    TimeOut,
    Void,
    Voided,
    Withdraw,
    Withdrew,
)
from tests.games.bell import BellOptions

S = TypeVar("S")


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Everything(Generic[S]):
    inner: S
    token: Hashable
    actor: Sender
    seats: tuple[int, ...]
    pair: tuple[str, bool]
    some: frozenset[int]
    by_name: Mapping[str, tuple[int, ...]]
    by_seat: Mapping[int, str]
    colour: Colour
    phase: Literal["picking", "live"]
    limit: timedelta
    at: datetime
    maybe: int | None


def everything(**changes):
    values = {
        "inner": BellOptions(5),
        "token": ("tap", 3, None, True, Player(1), (Host(),)),
        "actor": Clock(),
        "seats": (2, 0),
        "pair": ("a", False),
        "some": frozenset({10, 9}),
        "by_name": {"main": (1,), "door": ()},
        "by_seat": {1: "b", 0: "a"},
        "colour": Colour.BLUE,
        "phase": "live",
        "limit": timedelta(seconds=1.5),
        "at": datetime(2026, 1, 1, 18, 0, 0, 5, tzinfo=UTC),
        "maybe": None,
    }
    return Everything(**{**values, **changes})


@dataclass(frozen=True, slots=True)
class Choose(Command):
    dice: tuple[int, ...]


COMMANDS = (Start, AddTime, Skip, Withdraw, Void, TimeOut, Choose)


def through_json(kind, value):
    return decode(kind, json.loads(canonical_json(encode(value))))


def test_everything_comes_back_equal():
    assert through_json(Everything[BellOptions], everything()) == everything()
    assert through_json(Everything[BellOptions], everything(maybe=0, by_seat={})) == everything(
        maybe=0, by_seat={}
    )


def test_the_form_is_readable_and_stable():
    assert encode(Withdrew(Player(2), 2, "has to go")) == {
        "type": "Withdrew",
        "by": {"type": "Player", "seat": 2},
        "seat": 2,
        "reason": "has to go",
    }
    assert encode(DeadlineSet(Host(), datetime(2026, 1, 1, 18, tzinfo=UTC))) == {
        "type": "DeadlineSet",
        "who": {"type": "Host"},
        "at": "2026-01-01T18:00:00+00:00",
    }
    assert canonical_json({"b": [1, None], "a": "ä"}) == '{"a":"\\u00e4","b":[1,null]}'


def test_sets_have_one_form():
    assert encode(frozenset({3, 1, 2})) == [1, 2, 3]


def test_instants_are_kept_in_utc():
    berlin = timezone(timedelta(hours=1))
    assert encode(datetime(2026, 1, 1, 19, tzinfo=berlin)) == "2026-01-01T18:00:00+00:00"
    back = decode(datetime, "2026-01-01T19:00:00+01:00")
    assert back == datetime(2026, 1, 1, 18, tzinfo=UTC)
    assert back.tzinfo is UTC


@pytest.mark.parametrize("value", [1.5, object(), datetime(2026, 1, 1), b"x"])  # noqa: DTZ001
def test_what_has_no_exact_form_is_refused(value):
    with pytest.raises(TypeError):
        encode(value)


def test_a_registry_chooses_by_name():
    kinds = registry((Withdrew, Voided))
    assert decode(kinds, encode(Voided((1, 2), "x"))) == Voided((1, 2), "x")
    with pytest.raises(DecodeError, match="none of Voided, Withdrew"):
        decode(kinds, encode(Start()))


def test_actors_are_told_apart():
    for who in (Player(0), Host()):
        assert decode(Actor, encode(who)) == who
    with pytest.raises(DecodeError):
        decode(Actor, encode(Public()))


def test_an_outcome_comes_back():
    outcome = Outcome(((1,), (0, 2)), {"main": (1,), "door": ()}, (3, None))
    assert through_json(Outcome, outcome) == outcome


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (int, True),
        (int, 2**53),
        (int, 1.0),
        (int, "1"),
        (bool, 1),
        (str, None),
        (tuple[int, ...], "12"),
        (tuple[int, int], [1]),
        (Literal[1], True),
        (Colour, "green"),
        (datetime, "2026-01-01T18:00:00"),
        (datetime, "0001-01-01T00:00:00+14:00"),
        (datetime, 5),
        (timedelta, 2**60),
        (Mapping[str, int], [[1, 2, 3]]),
        (Mapping[str, int], [["a", "b"]]),
        (BellOptions, {"type": "BellOptions"}),
        (BellOptions, {"type": "BellOptions", "limit_s": 1, "more": 2}),
        (BellOptions, {"type": "Other", "limit_s": 1}),
        (BellOptions, [1]),
        (Hashable, {"type": "BellOptions", "limit_s": 1}),
        (Hashable, 1.5),
        (int | None, "x"),
    ],
)
def test_what_does_not_fit_is_refused(kind, data):
    with pytest.raises(DecodeError):
        decode(kind, data)


@pytest.mark.parametrize(
    ("name", "data", "command"),
    [
        ("Start", {}, Start()),
        ("AddTime", {"seconds": 30}, AddTime(30)),
        ("Skip", {"who": {"type": "Player", "seat": 1}}, Skip(Player(1))),
        ("Choose", {"dice": [1, 2]}, Choose((1, 2))),
    ],
)
def test_a_command_from_outside(name, data, command):
    assert command_from(COMMANDS, name, data) == command


@pytest.mark.parametrize(
    ("name", "data", "command"),
    [
        ("AddTime", {"seconds": "30"}, AddTime(30)),
        ("Withdraw", {"seat": "0", "reason": "7"}, Withdraw(0, "7")),
        ("Skip", {"who": "1"}, Skip(Player(1))),
        ("Skip", {"who": "host"}, Skip(Host())),
        ("Choose", {"dice": ["1", "2"]}, Choose((1, 2))),
    ],
)
def test_a_command_from_a_form(name, data, command):
    assert command_from(COMMANDS, name, data, text=True) == command


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("Fly", {}),
        ("TimeOut", {"who": {"type": "Host"}, "deadline": "2026-01-01T18:00:00+00:00"}),
        (["Start"], {}),
        (None, {}),
        ("Start", None),
        ("Start", []),
        ("Start", {"extra": 1}),
        ("Start", {1: 2}),
        ("AddTime", {}),
        ("AddTime", {"seconds": True}),
        ("AddTime", {"seconds": "30"}),
        ("AddTime", {"seconds": 10**400}),
        ("AddTime", {"seconds": float("nan")}),
        ("AddTime", {"seconds": [1]}),
        ("Withdraw", {"seat": 0, "reason": "x" * 501}),
        ("Withdraw", {"seat": 0, "reason": {"a": {"b": {"c": {"d": {"e": {}}}}}}}),
        ("Choose", {"dice": [1] * 101}),
        ("Skip", {"who": {"type": "Clock"}}),
    ],
)
def test_a_bad_command_is_refused_in_words(name, data):
    with pytest.raises(BadCommand) as refusal:
        command_from(COMMANDS, name, data)
    assert refusal.value.code == "bad-command"
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("seconds", ["", " 30", "+30", "3e1", "٣", "9" * 400, "-1", "1_0"])
def test_a_number_in_a_form_is_plain_digits(seconds):
    with pytest.raises(BadCommand):
        command_from(COMMANDS, "AddTime", {"seconds": seconds}, text=True)


def lure(name, data):
    return command_from(TABLES["lure"].commands, name, data, text=True)


def test_fields_of_one_name_are_a_list_and_where_a_number_is_asked_for_their_sum():
    ticked = {"d6": ["1", "1", "1"], "specials": "20", "lures": ["4", "", "7"]}
    assert lure("Cast", ticked) == Cast(3, (20,), (4, 7))
    assert lure("Cast", {"d6": 0, "specials": "", "lures": []}) == Cast(0, (), ())
    assert lure("Adjust", {"changes": ["0:-1", "", "2:1"]}) == Adjust(((0, -1), (2, 1)))


@pytest.mark.parametrize("changes", ["1", "1:2:3", ":", "a:b", "0:--1", "0:- 1", "-:1", ["0:1", 7]])
def test_a_pair_in_a_form_is_two_whole_numbers(changes):
    with pytest.raises(BadCommand):
        lure("Adjust", {"changes": changes})


def test_a_field_can_not_name_another_class():
    with pytest.raises(BadCommand):
        command_from(COMMANDS, "AddTime", {"type": "Start"})
    assert command_from(COMMANDS, "AddTime", {"seconds": 1}) == AddTime(1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "seat", "who", "seconds", "reason"]), inner)
    ),
    max_leaves=12,
)


@given(
    name=st.sampled_from(sorted({kind.__name__ for t in TABLES.values() for kind in t.commands})),
    data=JSON,
    text=st.booleans(),
)
def test_no_data_raises_anything_else(name, data, text):
    for table in TABLES.values():
        try:
            command = command_from(table.commands, name, data, text=text)
        except BadCommand:
            continue
        assert isinstance(command, Command)
