"""A backup that was put back: what could have been seen coming is never drawn or rolled again."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from events.domain import evenings
from events.domain.findings import findings
from events.domain.restoring import after_restore
from events.domain.seeds import open_seed, seals_hash
from events.models import Event, Match
from events.queries.happenings import happenings
from events.queries.seal_lists import seal_lists
from games import fair
from games.kernel import Host
from games.table import Void
from tests.events.factories import by, close, make_event, new_id, open_event, register_people
from tests.events.playing import (
    act,
    answer_all,
    committed,
    do,
    draw,
    drawn_event,
    forget_everything,
    play_to_end,
    refused,
    seated_match,
    started_match,
    state,
)


def restored(reason: str = "The disk broke, the backup is of 20:10") -> int:
    with committed():
        return after_restore(reason=reason)


def entry(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = event.ledger.filter(kind="restored").latest("seq").data
    return data


def numbers(event: Event, purpose: str, **which: Any) -> list[int]:
    rows = event.seeds.filter(purpose=purpose, **which).order_by("number")
    return list(rows.values_list("number", flat=True))


def records(match: Match, *, after: int = 0) -> list[list[Any]]:
    rows = match.log.filter(seq__gt=after).exclude(chance=[]).order_by("seq")
    return [record for row in rows for record in row.chance]


def faces(match: Match, recorded: Iterable[list[Any]]) -> list[list[int]]:
    """What the seal and line-up of this row give for the dice of these records."""
    seed = open_seed(match.seed)
    return [
        list(fair.roll(seed, match.seed.scope, match.lineup, label, attempt, n, count))
        for _kind, label, attempt, n, count, _values in recorded
    ]


MANY = [["roll", f"live/{number}", 0, 6, 1, [0]] for number in range(1, 101)]
"""Rolls that never fell, to tell two seals apart by."""


def test_every_unused_seal_is_given_up_in_public_and_a_new_batch_stands_in_the_ledger() -> None:
    event = drawn_event(7)
    assert restored() == 1
    assert numbers(event, "draw", opened="") == list(range(33, 65))
    assert numbers(event, "game", opened="") == list(range(65, 129))
    kinds = list(event.ledger.values_list("kind", flat=True))
    assert kinds[-2:] == ["seals", "restored"]
    batch = [
        event.seeds.get(purpose=purpose, number=number)
        for purpose, first, last in (("draw", 33, 64), ("game", 65, 128))
        for number in range(first, last + 1)
    ]
    assert event.ledger.filter(kind="seals").latest("seq").data == {
        "hash": seals_hash(batch),
        "draws": 32,
        "matches": 64,
    }
    assert entry(event) == {
        "reason": "The disk broke, the backup is of 20:10",
        "draws_from": 33,
        "matches_from": 65,
        "matches": [],
    }


def test_what_is_drawn_next_comes_from_a_new_seal() -> None:
    event = open_event()
    register_people(event, 5)
    close(event)
    restored()
    draw(event)
    [drawn] = event.draws.all()
    assert (drawn.number, drawn.seed.number) == (33, 33)
    match = answer_all(event)
    assert (match.number, match.seed.number) == (1, 65)
    play_to_end(match)
    with committed():
        evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())
    assert numbers(event, "draw", opened="") + numbers(event, "game", opened="") == []


def test_dice_rolled_after_it_come_from_the_new_scope() -> None:
    match = started_match(6)
    for _turn in range(8):
        act(match)
    scope, before = match.seed.scope, match.seq
    old = Match.objects.select_related("event", "seed__event").get(pk=match.pk)
    restored()
    match = Match.objects.select_related("event", "seed__event").get(pk=match.pk)
    assert entry(match.event)["matches"] == [
        {
            "match": match.public_id,
            "after": before,
            "scope_before": scope,
            "lineup_before": match.event.ledger.get(kind="match-made").data["lineup"],
            "scope": f"{match.event.scope}/game/65",
            "lineup": match.lineup,
        }
    ]
    earlier = records(match)
    for _turn in range(8):
        act(match)
    later = records(match, after=before)
    assert len(later) > 2
    assert faces(match, later) == [record[5] for record in later]
    assert faces(old, earlier) == [record[5] for record in earlier]
    assert faces(old, MANY) != faces(match, MANY)
    assert findings(match) == []


def test_the_line_up_hash_is_of_the_same_people_in_the_same_seats() -> None:
    match = seated_match(3)
    restored()
    match.refresh_from_db()
    seats = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.order_by("number")
    ]
    assert match.lineup == fair.game_entropy(f"{match.event.scope}/game/65", seats, "none")


def test_the_seal_of_a_running_match_stays_closed_until_the_evening_ends() -> None:
    """What is hidden at the table was drawn from it."""
    match = started_match(6)
    old = match.seed
    restored()
    restored("Once more")
    old.refresh_from_db()
    assert old.opened == ""
    match = Match.objects.select_related("event", "seed__event").get(pk=match.pk)
    assert match.seed.number == 129
    play_to_end(match)
    with committed():
        evenings.finish_event(
            event_id=match.event.public_id, by=by(match.event), command_id=new_id()
        )
    old.refresh_from_db()
    assert fair.commit(old.scope, bytes.fromhex(old.opened)) == old.commitment


def test_a_match_restored_twice_is_rechecked_in_all_its_parts() -> None:
    match = started_match(6)
    for turn in range(16):
        if turn in (8, 12):
            restored(f"Turn {turn}")
            match = Match.objects.select_related("event", "seed__event").get(pk=match.pk)
        act(match)
    assert len(entry(match.event)["matches"]) == 1
    assert match.event.ledger.filter(kind="restored").count() == 2
    assert len(records(match)) > 4
    assert findings(match) == []


def test_attempts_go_on_counting_over_a_restore() -> None:
    match = started_match(6)
    while len(records(match)) < 3:
        act(match)
    restored()
    match = Match.objects.select_related("event", "seed__event").get(pk=match.pk)
    do(match, Host(), Void(state(match).moves[-1].last, "a slip"))
    voided = match.log.filter(seq__in=match.log.get(kind="Voided").data["seqs"])
    labels = [record[1] for row in voided for record in row.chance]
    act(match)
    again = [record for record in records(match) if record[1] in labels and record[2] == 1]
    assert len(again) == len(labels) == 1
    assert findings(match) == []


def test_a_draw_that_waits_is_cancelled_and_the_next_has_a_new_seal() -> None:
    """It may have been drawn in the time that is lost, and its seed opened: then its names are known."""
    event = open_event()
    register_people(event, 4)
    close(event)
    told = {"entropy_mode": "public", "entropy_source": "Tonight's lottery numbers"}
    Event.objects.filter(pk=event.pk).update(**told)
    draw(event)
    [waiting] = event.draws.all()
    assert waiting.order == []
    restored()
    waiting.refresh_from_db()
    assert waiting.cancelled_at is not None
    assert waiting.seed.opened
    assert list(event.ledger.values_list("kind", flat=True))[-3:] == [
        "draw-cancelled",
        "seals",
        "restored",
    ]
    draw(event)
    assert list(event.draws.values_list("number", flat=True)) == [1, 33]


def test_a_draw_that_was_drawn_stands() -> None:
    event = drawn_event(4)
    order = event.draws.get().order
    restored()
    [drawn] = event.draws.all()
    assert (drawn.order, drawn.cancelled_at) == (order, None)
    assert answer_all(event).seats.count() == 4


def test_evenings_that_are_over_or_not_published_are_left_alone() -> None:
    forget_everything()
    make_event()
    over = play_to_end(seated_match(3)).event
    with committed():
        evenings.finish_event(event_id=over.public_id, by=by(over), command_id=new_id())
    before = (over.ledger.count(), over.seeds.count())
    assert restored() == 0
    assert (over.ledger.count(), over.seeds.count()) == before


def test_each_list_of_seals_fits_the_hash_it_was_published_with() -> None:
    event = drawn_event(3)
    restored()
    lists = seal_lists(event)
    assert [seals_hash(one.seals) for one in lists] == [one.hash for one in lists]
    assert [len(one.seals) for one in lists] == [96, 96]
    assert [(one.seals[0].number, one.seals[-1].number) for one in lists] == [(1, 64), (33, 128)]


def test_everybody_reads_why() -> None:
    event = drawn_event(3)
    restored("The disk broke.")
    said = happenings(event)[-1].text
    assert "A backup was put back: The disk broke." in said
    assert "draws from number 33, matches from number 65" in said


@pytest.mark.parametrize("reason", ["", "   ", "x" * 241])
def test_it_needs_a_reason(reason: str) -> None:
    event = drawn_event(3)
    before = event.ledger.count()
    refused("text-long" if len(reason) > 240 else "text-missing", lambda: restored(reason))
    with pytest.raises(CommandError, match="--reason"):
        call_command("restored", reason=reason)
    assert event.ledger.count() == before


def test_the_command_says_how_many_evenings_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    drawn_event(3)
    call_command("restored", reason="The disk broke")
    assert capsys.readouterr().out == "1 evenings go on under new seals.\n"
