"""The chains of ledger and logs, names that can be taken out of them, and choices that stay sealed in them."""

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from django.db import connection

from events.domain import erasing
from events.domain.play import _Writer
from events.domain.writing import writing
from events.models import Event, LedgerEntry, LogEntry, Match, Registration
from events.queries import chain, proof
from events.queries.happenings import happenings
from games import TABLES, codec, fair
from games.kernel import Entry, Host
from games.proof import State, check
from games.table import Table
from tests.events.awards import ROUND, award, claim, deliver, played_round
from tests.events.factories import by, last_line, open_event, register
from tests.events.playing import act, refused, started_match
from tests.events.proving import NAMES, enter, played_evening


def test_every_entry_follows_on_the_one_before() -> None:
    event = played_evening()
    head = fair.FIRST_HEAD
    for row in event.ledger.order_by("seq"):
        head = fair.chain(head, chain.ledger_entry(row))
        assert row.hash == head
    assert event.head == head
    for match in event.matches.all():
        head = fair.FIRST_HEAD
        for entry in match.log.order_by("seq"):
            head = fair.chain(head, chain.log_entry(entry))
            assert entry.hash == head
        ended = event.ledger.get(kind="match-ended", data__match=match.public_id)
        assert match.head == head == ended.data["head"]
    assert chain.broken(event) == []


def test_a_row_changed_behind_its_back_breaks_the_chain() -> None:
    match = started_match()
    act(match)
    row = match.log.order_by("seq")[2]
    with connection.cursor() as cursor:
        _lift(cursor, "events_logentry")
        cursor.execute("UPDATE events_logentry SET kind = 'Other' WHERE id = %s", [row.pk])
    assert chain.broken(match.event) == ["match 1 entry 3"]


def _lift(cursor, table: str) -> None:
    if connection.vendor == "sqlite":
        cursor.execute(f"DROP TRIGGER {table}_no_update")
    else:
        cursor.execute(f"DROP TRIGGER {table}_no_update ON {table}")


def test_a_head_follows_on_each_that_was_there_before() -> None:
    event = enter()
    early = event.ledger.get(seq=5)
    event.refresh_from_db()
    told = chain.since(event, early.hash)
    head = early.hash
    for link in told["links"]:
        head = fair._hash("fair-v1/log", head, link)
    assert (head, told["seq"]) == (event.head, event.seq)
    assert chain.since(event, event.head)["links"] == []
    assert chain.since(event, "ab" * 32)["links"] is None


# ---------------------------------------------------------------------------------- names


def test_nothing_but_the_entries_knows_a_name() -> None:
    event = played_evening()
    spellings = [json.dumps(name, ensure_ascii=False)[1:-1] for name in (*NAMES, "Adele", "Bärbel")]
    ledgers = [[row.kind, row.data, row.by] for row in LedgerEntry.objects.all()]
    logs = [[row.kind, row.data, row.by, row.chance] for row in LogEntry.objects.all()]
    stored = json.dumps([ledgers, logs], ensure_ascii=False)
    assert [name for name in spellings if f'"{name}"' in stored] == []
    known = [row.name for row in event.registrations.all()]
    assert "Adele" in known


@pytest.mark.parametrize(
    "data",
    [{"name": "Ada"}, {"reg": "x", "names": ["Ada"]}, {"seats": [{"name": "Ada"}]}],
)
def test_the_ledger_takes_no_name(data: dict) -> None:
    event = open_event()
    with (
        pytest.raises(ValueError, match="never by name"),
        writing(event.public_id, by=by(event)) as ledger,
    ):
        ledger.append("removed", **data)


def test_what_happened_is_told_with_the_names_of_the_time() -> None:
    told = [line.text for line in happenings(enter())]
    assert "Ada registered as number 1." in told
    assert "Ada is called Adele now." in told
    assert any("removed Кит: twice on the list" in line for line in told)


def test_an_erased_name_is_nowhere_and_the_proof_still_holds() -> None:
    event = played_evening()
    entry = event.registrations.get(name="Adele")
    for won in entry.awards.filter(prize__isnull=False):
        claim(won)
        deliver(won)
    before = [row.hash for row in event.ledger.order_by("seq")]
    erasing.erase_person(person_id=entry.person.public_id, by="user/1")
    event.refresh_from_db()
    built = json.loads(json.dumps(proof.build(event)))
    lines = check(built)
    assert [str(line) for line in lines if line.state != State.OK] == []
    everything = json.dumps([built, [result.data for result in event.results.all()]])
    assert ("Adele" in everything, "Ada" in everything, entry.name_salt in everything) == (
        False,
        False,
        False,
    )
    assert [row.hash for row in event.ledger.order_by("seq")][: len(before)] == before
    assert last_line(event).data == {"reg": entry.reg}
    told = [line.text for line in happenings(event)]
    assert "(name erased) registered as number 1." in told
    erasing.erase_person(person_id=entry.person.public_id, by="user/1")
    assert event.ledger.filter(kind="name-erased").count() == 1


def test_nobody_is_erased_while_an_evening_or_a_prize_waits_for_them() -> None:
    entry = register(open_event())
    person = entry.person.public_id
    refused("still-in", lambda: erasing.erase_person(person_id=person, by="user/1"))
    match = played_round(prizes=ROUND)
    Event.objects.filter(pk=match.event.pk).update(state="finished")
    won = award(match, "main").registration.person.public_id
    refused("owed", lambda: erasing.erase_person(person_id=won, by="user/1"))
    assert not Registration.objects.filter(name_salt="").exists()


# --------------------------------------------------------------------------- sealed choices


@dataclass(frozen=True, slots=True)
class CardLaid(Entry):
    """A card laid face down: its owner's secret."""

    sealed: ClassVar[bool] = True
    seat: int
    card: int


def _lay(match: Match, *cards: int) -> Match:
    """Entries that a game with secrets would write, and what was drawn for each."""
    writer = _Writer.lock(match.public_id)
    writer.table = _Folding(TABLES["live-bait"].game)
    for card in cards:
        writer.append(Host(), [CardLaid(0, card)], [["pick", "deck/1", 0, 52, 1, [card]]])
    writer.match.save()
    match.refresh_from_db()
    return match


class _Folding(Table):
    """Live Bait knows no cards: they change nothing on its table."""

    def fold(self, state, entries):
        return state


def test_a_sealed_choice_is_in_the_chain_by_its_commitment_until_the_end() -> None:
    match = _lay(started_match(), 37)
    row = match.log.get(seq=match.seq)
    content: dict[str, Any] = {
        "data": codec.encode(CardLaid(0, 37)),
        "chance": [["pick", "deck/1", 0, 52, 1, [37]]],
    }
    commitment = fair.sealed_entry(match.public_id, row.seq, row.salt, content)
    told = proof.build(match.event)["matches"][0]["log"][-1]
    assert told["entry"] == {**told["entry"], "sealed": commitment}
    assert {"data", "chance", "opened"} & (told.keys() | told["entry"].keys()) == set()
    Event.objects.filter(pk=match.event.pk).update(state="finished")
    match.event.refresh_from_db()
    opened = proof.build(match.event)["matches"][0]["log"][-1]
    assert opened["opened"] == {"salt": row.salt, **content}
    assert chain.broken(match.event) == []


def test_a_commitment_tells_nothing_of_a_small_choice() -> None:
    """The same card twice looks different, and without the salt none of 52 cards fits."""
    match = _lay(started_match(), 37, 37)
    first, second = (row["entry"] for row in proof.build(match.event)["matches"][0]["log"][-2:])
    assert first["sealed"] != second["sealed"]
    for card in range(52):
        content: dict[str, Any] = {
            "data": codec.encode(CardLaid(0, card)),
            "chance": [["pick", "deck/1", 0, 52, 1, [card]]],
        }
        guess = fair.sealed_entry(match.public_id, first["n"], "0" * 32, content)
        assert guess != first["sealed"]


def test_fields_of_entries_are_as_they_were() -> None:
    """`sealed` says something of a kind of entry, and is in none of its rows."""
    assert [field.name for field in dataclasses.fields(CardLaid)] == ["seat", "card"]
    assert codec.encode(CardLaid(0, 37)) == {"type": "CardLaid", "seat": 0, "card": 37}
