"""Prizes as they are planned: places by format, texts, and locked once registration has opened."""

from dataclasses import replace

import pytest

from events.domain import evenings
from events.domain.evenings import PrizeLine, plan_of
from events.domain.refusal import Refusal
from events.models import Event
from tests.events.awards import CUSTOM, PODIUM, ROUND, played_knockout, played_round
from tests.events.factories import by, make_event, new_id, open_event


def edit(event: Event, **changes) -> Event:
    return evenings.edit_event(
        event_id=event.public_id,
        by=by(event),
        plan=replace(plan_of(event), **changes),
        command_id=new_id(),
    )


@pytest.mark.parametrize(
    ("format_", "lines"),
    [
        ("prize-every-round", (*ROUND, CUSTOM)),
        ("heats-and-final", (*PODIUM, CUSTOM)),
        ("knockout", (*PODIUM, CUSTOM)),
    ],
)
def test_each_format_has_its_places_and_any_has_the_hosts_own(format_, lines) -> None:
    event = make_event(format=format_, prizes=lines[::-1])
    assert plan_of(event).prizes == lines


@pytest.mark.parametrize(
    ("format_", "line", "code"),
    [
        ("prize-every-round", PODIUM[0], "prize-place"),
        ("prize-every-round", replace(ROUND[0], round=2), "prize-round"),
        ("prize-every-round", replace(ROUND[1], round=0), "prize-round"),
        ("heats-and-final", ROUND[0], "prize-place"),
        ("heats-and-final", replace(PODIUM[3], round=1), "prize-round"),
        ("knockout", ROUND[0], "prize-place"),
        ("knockout", replace(PODIUM[0], title=" "), "text-missing"),
        ("knockout", replace(PODIUM[0], place="fourth"), "choice"),
        ("knockout", replace(CUSTOM, label=""), "text-missing"),
    ],
)
def test_what_a_format_does_not_decide_is_refused(format_, line: PrizeLine, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        make_event(format=format_, prizes=(line,))
    assert (refused.value.code, refused.value.field) == (code, "prizes")


def test_two_prizes_for_one_place_or_one_label_are_refused() -> None:
    for twice in ((PODIUM[0], PODIUM[0]), (CUSTOM, replace(CUSTOM, title="Another"))):
        with pytest.raises(Refusal) as refused:
            make_event(format="knockout", prizes=twice)
        assert refused.value.code == "prize-twice"


def test_a_prize_is_announced_and_says_what_it_is_for() -> None:
    line = replace(CUSTOM, announced="Told at  ten", label=" Best  story ")
    prize = make_event(prizes=(line,)).prizes.get()
    assert (prize.announced, prize.label, prize.from_whom) == ("Told at ten", "Best story", "Otto")


def test_prizes_are_locked_once_registration_has_opened() -> None:
    draft = make_event(prizes=ROUND)
    assert edit(draft, prizes=ROUND[:1]).prizes.count() == 1
    event = open_event(prizes=ROUND)
    for changed in (ROUND[:1], (replace(ROUND[0], announced="New!"), ROUND[1])):
        with pytest.raises(Refusal) as refused:
            edit(event, prizes=changed)
        assert (refused.value.code, refused.value.field) == ("opened", "prizes")
    assert event.prizes.count() == 2


def test_editing_keeps_the_row_of_a_prize_that_stays() -> None:
    event = make_event(prizes=ROUND)
    before = event.prizes.get(place="main").pk
    edit(event, prizes=(replace(ROUND[0], title="A better rod"), ROUND[1]))
    assert (event.prizes.get(place="main").pk, event.prizes.get(pk=before).title) == (
        before,
        "A better rod",
    )


def test_prizes_are_awarded_by_round_and_place_the_podium_first() -> None:
    for match, titles in (
        (played_round(), ["A rod", "A hook"]),
        (played_knockout(), ["A boat", "A rod", "A reel", "A hook", "A hook", "A hook"]),
    ):
        awards = match.awards.order_by("pk").select_related("prize", "registration")
        assert [award.prize.title for award in awards] == titles  # type: ignore[union-attr]
        told = match.event.ledger.filter(kind="awarded").order_by("seq")
        assert [line.data["prize"] for line in told] == titles
        assert [line.data["reg"] for line in told] == [award.registration.reg for award in awards]
