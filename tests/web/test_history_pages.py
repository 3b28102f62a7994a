"""A person's own evenings by the result as it stands, and what they can do about each prize; the host's own list."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.domain.evenings import cancel_event
from events.domain.prizes import confirm_award, dispute_award, return_unclaimed
from events.domain.registration import remove, withdraw
from events.models import Award, Event, Match, Person
from events.queries import clock
from tests.events import awards
from tests.events.factories import by, close, make_user, new_id, open_event, register
from tests.events.playing import answer_all, committed, draw, play_to_end
from tests.web.browsers import browser, device

PATH = reverse("history")


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def evenings(client: Client) -> list[str]:
    """What is said of each evening, the latest first."""
    answer = client.get(PATH)
    assert answer.status_code == 200
    listed = re.search(r'<ol class="evenings">(.*)</ol>', answer.content.decode(), re.S)
    return [words(one) for one in listed[1].split('<li><p class="day">')[1:]] if listed else []


class Party:
    """An evening with four people who each have a browser."""

    def __init__(self, **changes: Any) -> None:
        self.event: Event = open_event(**({"prizes": awards.ROUND} | changes))
        self.clients: dict[int, Client] = {}
        for name in ("Kit", "Wren", "Bram", "Otis"):
            person, client = device()
            register(self.event, person, name=name)
            self.clients[person.pk] = client

    def play(self) -> Match:
        close(self.event)
        draw(self.event)
        match = play_to_end(answer_all(self.event))
        awards.finish(self.event)
        return match

    def client(self, person: Person) -> Client:
        return self.clients[person.pk]

    def any_client(self) -> Client:
        return next(iter(self.clients.values()))


def test_an_evening_is_told_with_its_place_and_name() -> None:
    party = Party()
    match = party.play()
    for place in (1, 2, 3):
        entry = awards.entry_at(match, place)
        (told,) = evenings(party.client(entry.person))
        assert f"as {entry.name}" in told
        assert told.endswith(f"place {place}")
        assert "result version" not in told


@pytest.mark.parametrize("steps", range(5))
def test_a_prize_is_told_by_its_state_with_what_can_be_done_next(steps: int) -> None:
    party = Party()
    match = party.play()
    main = awards.award(match, "main")
    winner = main.registration.person
    kit = party.client(winner)

    def object_to() -> None:
        with committed():
            dispute_award(
                event_id=party.event.public_id,
                person=winner,
                award_id=main.pk,
                text="It never came",
                command_id=new_id(),
            )

    def confirm() -> None:
        with committed():
            confirm_award(
                event_id=party.event.public_id,
                person=winner,
                award_id=main.pk,
                command_id=new_id(),
            )

    moves: list[Any] = [
        lambda: awards.claim(main),
        lambda: awards.deliver(main),
        object_to,
        confirm,
    ]
    for move in moves[:steps]:
        move()
    told = [
        ("A rod · yours until", "Claim it"),
        ("A rod · claimed: Account", ""),
        ("A rod · handed over, says Account", "Say whether you have it"),
        ("A rod · you said that it isn’t right", ""),
        ("A rod · you have it", ""),
    ][steps]
    (line,) = evenings(kit)
    assert told[0] in line
    assert [todo for todo in ("Claim it", "Say whether you have it") if todo in line] == list(
        filter(None, told[1:])
    )
    page = kit.get(PATH).content.decode()
    assert f'href="{reverse("results", args=[party.event.public_id])}"' in page
    there = kit.get(reverse("results", args=[party.event.public_id])).content.decode()
    assert f'id="award-{main.pk}"' in there
    assert "A rod" not in browser().get(PATH).content.decode()


def test_a_prize_that_nobody_claimed_in_time_is_told_as_gone_back() -> None:
    party = Party()
    match = party.play()
    main = awards.award(match, "main")
    Award.objects.filter(pk=main.pk).update(claim_until=clock.now() - timedelta(seconds=1))
    with committed():
        return_unclaimed(event_id=party.event.public_id)
    (told,) = evenings(party.client(main.registration.person))
    assert "A rod · nobody claimed it in time, so it went back" in told
    assert "Claim it" not in told


def test_whoever_is_disqualified_reads_it_and_everybody_reads_the_new_version() -> None:
    party = Party()
    match = party.play()
    first, second = awards.entry_at(match, 1), awards.entry_at(match, 2)
    assert "A rod" in evenings(party.client(first.person))[0]
    awards.rule(party.event, "disqualify", registration_id=first.pk)
    (out,) = evenings(party.client(first.person))
    assert "You were disqualified" in out
    assert "A rod" not in out
    assert "place" not in out
    assert "result version 2" in out
    (up,) = evenings(party.client(second.person))
    assert "disqualified" not in up
    assert "result version 2" in up
    assert up.endswith("place 1")


def test_whoever_withdrew_was_removed_or_came_for_nothing_reads_that() -> None:
    party = Party()
    kit, wren, bram, otis = (entry for entry in party.event.registrations.order_by("number"))
    withdraw(event_id=party.event.public_id, person=kit.person, command_id=new_id())
    remove(
        event_id=party.event.public_id,
        by=by(party.event),
        registration_id=wren.pk,
        reason="asked to",
        command_id=new_id(),
    )
    assert "You withdrew." in evenings(party.client(kit.person))[0]
    assert "The host took you off the list." in evenings(party.client(wren.person))[0]
    assert evenings(party.client(bram.person))[0].endswith("to come")
    close(party.event)
    assert evenings(party.client(bram.person))[0].endswith("going on")
    assert evenings(party.client(kit.person))[0].endswith("You withdrew.")
    cancel_event(
        event_id=party.event.public_id, by=by(party.event), reason="Storm", command_id=new_id()
    )
    assert "The evening was cancelled." in evenings(party.client(otis.person))[0]


def test_several_rounds_are_each_told_by_their_name() -> None:
    party = Party(format="heats-and-final", heats=2, prizes=awards.PODIUM)
    close(party.event)
    for _round in range(3):
        awards.play_next(party.event)
    awards.finish(party.event)
    final = party.event.matches.get(round__kind="final")
    entry = awards.entry_at(final, 2)
    (told,) = evenings(party.client(entry.person))
    assert "Final: place 2" in told
    assert re.search(r"Heat [12]: place 1", told)
    assert told.endswith("results")


def test_the_list_asks_as_often_for_many_evenings_as_for_one() -> None:
    def asked(client: Client) -> int:
        with CaptureQueriesContext(connection) as queries:
            evenings(client)
        return len(queries)

    person, client = device()
    counts = []
    for wanted in (1, 4):
        while person.registrations.count() < wanted:
            event = open_event(prizes=awards.ROUND)
            # Of two each wins something, so that prizes are read along every time.
            register(event, person)
            register(event)
            close(event)
            awards.play_next(event)
            awards.finish(event)
        counts.append(asked(client))
        assert len(evenings(client)) == wanted
    assert counts[0] == counts[1]


def test_the_host_reads_who_won_what_is_owed_and_where_to_go_on() -> None:
    party = Party()
    match = party.play()
    host = browser(party.event.host)
    text = host.get(reverse("dashboard")).content.decode()
    behind = words(text[text.index('id="b-h"') : text.index("</ol>")])
    assert f"{awards.entry_at(match, 1).name} won" in behind
    assert "2 prizes to hand over" in behind
    assert "2 not claimed yet" in behind
    assert reverse("results", args=[party.event.public_id]) in text
    assert reverse("repeat", args=[party.event.public_id]) in text
    awards.claim(awards.award(match, "main"))
    text = host.get(reverse("dashboard")).content.decode()
    assert "1 not claimed yet, 1 claimed" in text
    Award.objects.filter(event=party.event).update(state=Award.State.CONFIRMED)
    text = host.get(reverse("dashboard")).content.decode()
    assert "all delivered" in text
    assert "to hand over" not in text


def test_somebody_elses_evenings_are_not_told() -> None:
    party = Party()
    assert len(evenings(party.any_client())) == 1
    assert evenings(browser()) == []
    assert evenings(browser(make_user())) == []
