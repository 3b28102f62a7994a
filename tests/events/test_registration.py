"""Entries: who gets in, who waits, who is refused, and what the ledger says of it."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from events.domain import registration
from events.domain.refusal import Refusal
from events.models import Event, EventStaff, Registration
from events.queries import clock
from events.queries.entries import counts, entry_of, place_in_line
from games import fair
from tests.events.factories import (
    by,
    close,
    last_line,
    make_event,
    make_person,
    make_user,
    new_id,
    open_event,
    register,
    register_people,
)

Status = Registration.Status


def refusal(event: Event, *args: Any, **changes: Any) -> Refusal:
    """How an entry is refused; nothing of it stays."""
    before = (event.registrations.count(), event.ledger.count())
    with pytest.raises(Refusal) as refused:
        register(event, *args, **changes)
    assert (event.registrations.count(), event.ledger.count()) == before
    return refused.value


def remove(event: Event, entry: Registration, **changes: Any) -> Registration:
    request: dict[str, Any] = {
        "registration_id": entry.pk,
        "reason": "not nice",
        "command_id": new_id(),
    }
    return registration.remove(event_id=event.public_id, by=by(event), **(request | changes))


def withdraw(event: Event, entry: Registration, command_id: str | None = None) -> Registration:
    return registration.withdraw(
        event_id=event.public_id, person=entry.person, command_id=command_id or new_id()
    )


def test_an_entry_has_its_receipt_and_stands_in_the_ledger() -> None:
    event, person = open_event(), make_person()
    entry = register(event, person, name=" Anna ", client_seed="ab" * 16)
    line = last_line(event)
    assert (entry.name, entry.number, entry.status) == ("Anna", 1, Status.REGISTERED)
    assert (entry.client_seed, entry.seeded_by_server) == ("ab" * 16, False)
    assert entry.receipt == fair.receipt(event.scope, entry.reg, "ab" * 16)
    assert (line.kind, line.by) == ("registered", f"person/{person.public_id}")
    assert line.data == {
        "reg": entry.reg,
        "name": fair.name_hash(entry.reg, entry.name_salt, "Anna"),
        "number": 1,
        "status": "registered",
        "receipt": entry.receipt,
        "seeded_by_server": False,
    }
    assert entry_of(event, person) == entry
    assert person.name == "Anna"


@pytest.mark.parametrize("missing", [None, ""])
def test_without_a_browser_seed_the_server_makes_one_and_says_so(missing: str | None) -> None:
    entry = register(open_event(), client_seed=missing)
    assert entry.seeded_by_server
    assert len(bytes.fromhex(entry.client_seed)) == 16


@pytest.mark.parametrize("seed", ["AB" * 16, "ab" * 15, "ab" * 17, "zz" * 16, "ab" * 16 + "\n"])
def test_a_browser_seed_that_is_none_is_refused(seed: str) -> None:
    refused = refusal(open_event(), client_seed=seed)
    assert (refused.code, refused.field) == ("client-seed", "client_seed")


def test_a_repeated_command_gives_the_same_entry() -> None:
    event, person, command = open_event(), make_person(), new_id()
    first = register(event, person, name="Anna", command_id=command)
    again = register(event, person, name="Anna", command_id=command)
    assert first == again
    assert event.registrations.count() == 1


def test_a_repeated_command_is_answered_after_closing_too() -> None:
    event, person, command = open_event(), make_person(), new_id()
    first = register(event, person, name="Anna", command_id=command)
    close(event)
    assert register(event, person, name="Anna", command_id=command) == first


def test_a_command_id_for_something_else_is_refused() -> None:
    event, person, command = open_event(), make_person(), new_id()
    register(event, person, name="Anna", command_id=command)
    assert refusal(event, person, name="Berta", command_id=command).code == "id-reused"


def test_a_second_entry_of_one_person_is_the_first() -> None:
    event, person = open_event(), make_person()
    first = register(event, person, name="Anna")
    assert register(event, person, name="Anna") == first
    refused = refusal(event, person, name="Berta")
    assert (refused.code, refused.field) == ("already-in", "name")
    assert "Anna" in str(refused)


@pytest.mark.parametrize(
    "name", ["Lilia", "LILIA", "L i l i a", "Li1ia", "\u041b\u0430", "\uff2cilia"]
)
def test_a_name_that_looks_taken_is_refused(name: str) -> None:
    event = open_event()
    register(event, name="Lilia")
    register(event, name="\u041b\u0410")
    refused = refusal(event, name=name)
    assert (refused.code, refused.field) == ("name-taken", "name")


def test_a_name_is_free_again_after_its_holder_left() -> None:
    event = open_event()
    withdraw(event, register(event, name="Anna"))
    assert register(event, name="Anna").number == 2


def test_names_of_those_in_charge_are_refused() -> None:
    event = open_event(make_user(name="Greta Host"))
    EventStaff.objects.create(event=event, user=make_user(name="Milo"))
    for name in ("Host", "co-host", "Greta  host", "MILO", "Mi1o"):
        assert refusal(event, name=name).code == "name-reserved"


def test_a_bad_name_is_refused_at_its_field() -> None:
    assert refusal(open_event(), name="A\u202ennA").field == "name"


def test_beyond_the_capacity_people_wait_in_line() -> None:
    event = open_event(capacity=2)
    entries = register_people(event, 4)
    assert [entry.status for entry in entries] == ["registered"] * 2 + ["waiting"] * 2
    assert [place_in_line(entry) for entry in entries] == [None, None, 1, 2]
    assert (counts(event).registered, counts(event).waiting) == (2, 2)


def test_a_place_that_falls_free_goes_to_the_first_in_line() -> None:
    event = open_event(capacity=2)
    first, _second, third, fourth = register_people(event, 4)
    withdraw(event, first)
    third.refresh_from_db()
    fourth.refresh_from_db()
    assert (third.status, fourth.status) == (Status.REGISTERED, Status.WAITING)
    assert [line.kind for line in event.ledger.all()][-2:] == ["withdrawn", "promoted"]
    assert last_line(event).data == {"reg": third.reg}
    remove(event, third)
    fourth.refresh_from_db()
    assert fourth.status == Status.REGISTERED


def test_leaving_the_line_promotes_nobody() -> None:
    event = open_event(capacity=2)
    _first, _second, third, fourth = register_people(event, 4)
    withdraw(event, third)
    fourth.refresh_from_db()
    assert (fourth.status, place_in_line(fourth)) == (Status.WAITING, 1)


def test_whoever_withdrew_may_enter_again_at_the_end() -> None:
    event = open_event(capacity=2)
    first, *_others = register_people(event, 3)
    withdraw(event, first)
    again = register(event, first.person, name=first.name)
    assert (again.number, again.status) == (4, Status.WAITING)
    assert again.reg != first.reg


def test_withdrawing_twice_is_answered_or_refused() -> None:
    event, command = open_event(), new_id()
    entry = register(event)
    assert withdraw(event, entry, command).status == Status.WITHDRAWN
    assert withdraw(event, entry, command).status == Status.WITHDRAWN
    with pytest.raises(Refusal) as refused:
        withdraw(event, entry)
    assert (refused.value.code, refused.value.status) == ("not-in", 409)


def test_withdrawing_after_closing_promotes_nobody_and_leaves_the_list() -> None:
    event = open_event(capacity=2)
    first, _second, third = register_people(event, 3)
    close(event)
    root = event.list_root
    assert withdraw(event, first).status == Status.WITHDRAWN
    event.refresh_from_db()
    third.refresh_from_db()
    assert (event.list_root, third.status) == (root, Status.WAITING)


def test_whoever_was_removed_stays_out_and_everybody_reads_why() -> None:
    event = open_event()
    entry = register(event, name="Anna")
    remove(event, entry, reason="  two\nentries ")
    assert last_line(event).data == {"reg": entry.reg, "reason": "two entries"}
    refused = refusal(event, entry.person, name="Berta")
    assert (refused.code, refused.status) == ("removed", 403)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 121, "An\u202ena"])
def test_removing_needs_a_reason(reason: str) -> None:
    event = open_event()
    entry = register(event)
    with pytest.raises(Refusal) as refused:
        remove(event, entry, reason=reason)
    assert refused.value.field == "reason"
    entry.refresh_from_db()
    assert entry.status == Status.REGISTERED


def test_an_entry_of_another_event_cannot_be_removed() -> None:
    event, other = open_event(), open_event()
    entry = register(other)
    with pytest.raises(Refusal) as refused:
        remove(event, entry)
    assert refused.value.status == 404
    entry.refresh_from_db()
    assert entry.status == Status.REGISTERED


def test_removing_twice_is_out_of_date() -> None:
    event, command = open_event(), new_id()
    entry = register(event)
    remove(event, entry, command_id=command)
    assert remove(event, entry, command_id=command).status == Status.REMOVED
    with pytest.raises(Refusal) as refused:
        remove(event, entry)
    assert refused.value.status == 409


def test_those_who_run_the_evening_cannot_enter() -> None:
    host, helper, guest = make_user(), make_user(), make_user()
    event = open_event(host)
    EventStaff.objects.create(event=event, user=helper)
    for user in (host, helper):
        refused = refusal(event, make_person(user))
        assert (refused.code, refused.status) == ("staff", 403)
    assert register(event, make_person(guest)).status == Status.REGISTERED


def test_nobody_enters_a_draft() -> None:
    assert refusal(make_event()).status == 404


def test_nobody_enters_before_the_opening() -> None:
    event = open_event()
    Event.objects.filter(pk=event.pk).update(opens_at=clock.now() + timedelta(minutes=5))
    assert refusal(event).code == "too-early"


def test_nobody_enters_at_or_after_the_closing_instant() -> None:
    event = open_event()
    register(event)
    close(event)
    assert refusal(event).code == "closed"


@pytest.mark.parametrize(
    ("state", "code"), [("cancelled", "cancelled"), ("finished", "over"), ("settled", "over")]
)
def test_nobody_enters_an_evening_that_is_over(state: str, code: str) -> None:
    event = open_event()
    Event.objects.filter(pk=event.pk).update(state=state)
    assert refusal(event).code == code


def test_nobody_enters_an_evening_that_is_not_there() -> None:
    with pytest.raises(Refusal) as refused:
        register(Event(public_id="nowhere"))
    assert refused.value.status == 404


def test_an_entry_code_is_asked_for_and_forgives_case_and_spaces() -> None:
    event = open_event(entry_mode="code", entry_code="Pike 77")
    for code in ("", "pike 78", "Pike", "\ud800"):
        refused = refusal(event, code=code)
        assert (refused.code, refused.field) == ("code", "code")
    assert register(event, code=" pike77 ").status == Status.REGISTERED


def test_an_evening_by_address_needs_a_verified_one() -> None:
    event = open_event(entry_mode="email")
    user = make_user()
    assert refusal(event, make_person()).code == "sign-in"
    address = EmailAddress.objects.create(user=user, email=user.email, verified=False)
    assert refusal(event, make_person(user)).code == "unverified"
    address.verified = True
    address.save()
    assert register(event, make_person(user)).status == Status.REGISTERED


def test_practice_players_come_to_rehearsals_only() -> None:
    person = make_person()
    person.practice = True
    person.save()
    assert refusal(open_event(), person).code == "not-a-rehearsal"
    assert register(open_event(rehearsal=True), person).status == Status.REGISTERED


def test_a_name_can_be_changed_until_the_closing() -> None:
    event, person = open_event(), make_person()
    entry = register(event, person, name="Anna")
    register(event, name="Berta")

    def rename(name: str) -> Registration:
        return registration.rename(
            event_id=event.public_id, person=person, name=name, command_id=new_id()
        )

    assert rename("ANNA").name == "ANNA"
    hashed = fair.name_hash(entry.reg, entry.name_salt, "ANNA")
    assert last_line(event).data == {"reg": entry.reg, "name": hashed}
    entry.refresh_from_db()
    assert (entry.name, entry.former_names) == ("ANNA", ["Anna"])
    with pytest.raises(Refusal) as refused:
        rename("berta")
    assert refused.value.code == "name-taken"
    close(event)
    with pytest.raises(Refusal) as refused:
        rename("Anna B")
    assert refused.value.code == "closed"
    entry.refresh_from_db()
    assert (entry.name, entry.number) == ("ANNA", 1)
