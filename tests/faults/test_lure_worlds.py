"""Two worlds that differ in one player's secret of Lure alone: all that anybody else gets is the same.

Compared byte by byte, with sizes and order: every fragment and page of every other audience, what is pushed after
the act, the log, the files, the host's console and the organisers' back room. Masked is only what no two pages of one
world share: keys of forms and times. Each comparison has its twin: the owner's own page differs.
"""

import re
from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from events.live import fragments
from events.models import CommandRecord, LogEntry
from games.kernel import Player
from games.lure.commands import Adjust
from tests.events.factories import make_user
from tests.events.playing import do, forget_everything, state
from tests.faults.test_secrets import restart_numbers
from tests.web.browsers import browser, device
from tests.web.luring import AUDIENCES, Script, cast, dealt, follow, html
from tests.web.tables import Seated

pytestmark = pytest.mark.django_db

ADJUST, EXTRA_5, BOAST = 0, 16, 18
SECRET = 1
"""The seat whose secret differs."""
PAGES = ("event", "live", "screen", "results", "happened", "seals", "rules", "round", "match-log")
EXPORTS = ("places.csv", "prizes.csv", "result.json")
MASKS = (
    (re.compile(r'(name="(csrfmiddlewaretoken|command_id)" value=")[^"]+'), r"\1KEY"),
    (re.compile(r'(name="csrf-token" content=")[^"]+'), r"\1KEY"),
    (re.compile(r'nonce="[^"]+"'), "NONCE"),
    (re.compile(r"\b1[789]\d{8}(\d{3}|\.\d+)?\b"), "EPOCH"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(\+\d\d:\d\d|Z)?"), "STAMP"),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?\b( [ap]\.m\.)?|\b\d{1,2}(:\d\d)? [ap]\.m\.|noon|midnight"), "CLOCK"),
)  # fmt: skip

Act = Callable[[Seated], object]
World = dict[str, str]


def masked(text: str) -> str:
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return text


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    return f"{answer.status_code} {len(masked(answer.content.decode()))} {masked(answer.content.decode())}"


def seen_by_others(table: Seated, staff: Client, stranger: Client) -> World:
    """All that is to be had from the site, but by whoever sits in the one seat."""
    match, seen = table.match, {}
    seats = [("live", f"seat/{seat}") for seat in range(len(table.players)) if seat != SECRET]
    for surface, audience in [*AUDIENCES, *seats]:
        frame = fragments.answer(match.topic, surface, audience, 1)
        seen[f"pushed {surface} {audience}"] = masked(repr(frame))
        for name, part in html(match, surface, audience).items():
            seen[f"{surface} {audience} {name}"] = masked(part)
    others = [one for seat, one in enumerate(table.players) if seat != SECRET]
    browsers = {"host": table.host, "staff": staff, "stranger": stranger}
    browsers |= {f"player {n}": one for n, one in enumerate(others)}
    for who, client in browsers.items():
        for name in [*PAGES, "host"]:
            seen[f"{who} {name}"] = page(client, address(table, name))
        for name in EXPORTS:
            seen[f"{who} {name}"] = page(client, f"/{table.event.public_id}/{name}")
    return seen | back_room(table, staff)


def back_room(table: Seated, staff: Client) -> World:
    """Every list of the admin, and every row of the match's log and of what was commanded."""
    seen = {}
    for model in apps.get_app_config("events").get_models():
        base = f"admin:events_{model._meta.model_name}"
        seen[f"list of {model.__name__}"] = page(staff, reverse(f"{base}_changelist"))
    rows = [*table.match.log.all(), *CommandRecord.objects.all(), table.match]
    for row in rows:
        base = f"admin:events_{row._meta.model_name}"
        seen[f"{base} {row.pk}"] = page(staff, reverse(f"{base}_change", args=[row.pk]))
    return seen


def address(table: Seated, name: str) -> str:
    event = [table.event.public_id]
    match name:
        case "round":
            return reverse(name, args=[*event, table.match.round.number])
        case "match-log":
            return reverse(name, args=[*event, table.match.public_id])
    return reverse(name, args=event)


def begin() -> str:
    """A point to come back to, from which both worlds number their rows alike."""
    forget_everything()
    if connection.vendor == "postgresql":
        restart_numbers()
    return transaction.savepoint()


def worlds(table: Seated, one: Act, other: Act) -> tuple[tuple[World, World], tuple[str, str]]:
    """What others get in either world, and the owner's own live page in either."""
    staff = browser(make_user(is_staff=True, is_superuser=True))
    stranger = device()[1]
    seen, own = [], []
    for act in (one, other):
        before = begin()
        act(table)
        table.match.refresh_from_db()
        seen.append(seen_by_others(table, staff, stranger))
        own.append(page(table.players[SECRET], address(table, "live")))
        transaction.savepoint_rollback(before)
        table.match.refresh_from_db()
    return (seen[0], seen[1]), (own[0], own[1])


def differences(one: World, other: World) -> list[str]:
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Seated:
    follow(monkeypatch, Script(fish=[1, 3], lures=[ADJUST, EXTRA_5, BOAST]))
    return dealt(3)


CASTS = [
    (0, (), ()),
    (5, (12, 20), (EXTRA_5,)),
    (2, (20,), ()),
    (0, (), (EXTRA_5,)),
]


@pytest.mark.parametrize("other", CASTS[1:])
def test_a_cast_is_nowhere_before_the_reveal(
    table: Seated, other: tuple[int, tuple[int, ...], tuple[int, ...]]
) -> None:
    def casts(choice: tuple[int, tuple[int, ...], tuple[int, ...]]) -> Act:
        d6, specials, lures = choice
        return lambda table: cast(
            table.match, SECRET, d6, *specials, lures=lures, command_id="once"
        )

    seen, own = worlds(table, casts(CASTS[0]), casts(other))
    assert differences(*seen) == []
    assert own[0] != own[1]


def test_an_adjust_is_nowhere_before_the_group_has_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(fish=[1, 3], lures=[0, 1, 2])
    script.dice = {"r1/s0/d6": (3, 3), "r1/s1/d6": (3, 4), "r1/s2/d6": (1, 1, 1)}
    follow(monkeypatch, script)
    table = dealt(3)
    for seat in range(3):
        cast(table.match, seat, 2 if seat < 2 else 3, lures=(seat,))
    assert state(table.match).game.to_adjust() == (0, SECRET)
    acts = [
        (
            lambda table, changes=changes: do(
                table.match, Player(SECRET), Adjust(changes), command_id="once"
            )
        )
        for changes in ((), ((0, 1),), ((1, -1),))
    ]
    for other in acts[1:]:
        seen, _own = worlds(table, acts[0], other)
        assert differences(*seen) == []
    # The twin: settled dice are no more to be seen by their owner, but what was done is known.
    forget_everything()
    acts[1](table)
    assert state(table.match).game.players[SECRET].changes == ((0, 1),)


def test_a_held_lure_is_nowhere_but_with_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, own = [], []
    staff, stranger = browser(make_user(is_staff=True, is_superuser=True)), device()[1]
    follow(monkeypatch, script := Script(fish=[1, 3, 5, 6], lures=[ADJUST, EXTRA_5, BOAST]))
    table = dealt(3)
    last = table.match.seq
    sealed = LogEntry.objects.filter(match=table.match, kind="LureDrawn")
    assert sealed.count() == 3
    script.lures[:] = [ADJUST, EXTRA_5, BOAST, 5, 2, 4]
    script.dice = {f"r1/s{seat}/d6": (1,) for seat in range(3)}
    for lure in (2, 17):
        before = begin()
        script.lures[4] = lure
        for seat in range(3):
            cast(table.match, seat, 1, command_id=f"cast-{seat}")
        table.match.refresh_from_db()
        assert state(table.match).game.players[SECRET].lures == tuple(sorted((EXTRA_5, lure)))
        seen.append(seen_by_others(table, staff, stranger))
        own.append(page(table.players[SECRET], address(table, "live")))
        transaction.savepoint_rollback(before)
        table.match.refresh_from_db()
    assert table.match.seq == last
    assert differences(*seen) == []
    assert own[0] != own[1]


def test_what_was_sealed_is_open_to_organisers_once_the_match_is_over(table: Seated) -> None:
    staff = browser(make_user(is_staff=True, is_superuser=True))
    cast(table.match, SECRET, 3, 20)
    row = table.match.log.get(kind="CastLaid")
    where = reverse("admin:events_logentry_change", args=[row.pk])
    assert "sealed until the match is over" in page(staff, where)
    table.match.ended_at = row.at
    table.match.save(update_fields=["ended_at"])
    shown = page(staff, where).replace("&quot;", '"')
    assert '"d6":3' in shown
    assert '"specials":[20]' in shown
