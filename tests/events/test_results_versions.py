"""The result of an evening: its first version at the end, by format."""

import random

from events.models import Award
from events.queries import results
from tests.events.awards import (
    CUSTOM,
    PODIUM,
    ROUND,
    award,
    entry_at,
    finish,
    kinds,
    play_next,
    played_knockout,
    played_round,
    rule,
)
from tests.events.factories import closed_event
from tests.events.playing import forget_everything


def test_the_first_version_is_made_at_the_end_and_nothing_is_before() -> None:
    match = played_round()
    assert results.versions(match.event) == []
    assert results.latest(match.event).number == 0
    event = finish(match.event)
    (first,) = results.versions(event)
    assert (first.number, first.by, results.latest(event)) == (1, f"user/{event.host_id}", first)
    assert kinds(event)[-2:] == ["finished", "result"]


def test_a_result_has_rounds_with_places_and_prizes() -> None:
    match = played_round(4, prizes=(*ROUND, CUSTOM))
    event = finish(match.event)
    data = results.latest(event).data
    (round_,) = data["rounds"]
    assert (round_["number"], round_["kind"], round_["title"], round_["match"]) == (
        1,
        "round",
        "Round 1",
        match.public_id,
    )
    assert [(row["place"], row["reg"], row["state"]) for row in round_["places"]] == [
        (place, entry_at(match, place).reg, "placed") for place in (1, 2, 3, 4)
    ]
    assert [(prize["place"], prize["prize"], prize["reg"]) for prize in round_["prizes"]] == [
        (place, title, award(match, place).registration.reg)
        for place, title in (("main", "A rod"), ("door", "A hook"))
    ]
    assert (data["version"], data["prizes"]) == (1, [])
    assert [(step["place"], step["name"]) for step in data["podium"]] == [
        (1, entry_at(match, 1).name)
    ]


def test_the_podium_of_a_knockout_is_first_second_third() -> None:
    match = played_knockout()
    podium = results.latest(finish(match.event)).data["podium"]
    assert [(step["place"], step["name"], step["prize"]) for step in podium] == [
        (place, entry_at(match, place).name, title)
        for place, title in ((1, "A boat"), (2, "A rod"), (3, "A reel"))
    ]


def test_an_evening_without_a_match_has_an_empty_result() -> None:
    data = results.latest(finish(closed_event(1))).data
    assert (data["rounds"], data["prizes"], data["podium"]) == ([], [], [])


def test_places_of_a_single_winners_heat_are_the_evenings() -> None:
    forget_everything()
    event = closed_event(9, format="heats-and-final", heats=2, prizes=PODIUM)
    first, second = play_next(event), play_next(event)
    assert not event.awards.exclude(prize=None).exists()
    rule(event, "disqualify", registration_id=entry_at(first, 1).pk)
    finish(event)
    won = event.awards.exclude(prize=None).select_related("registration", "match")
    assert {one.match for one in won} == {second}
    assert {one.place: one.registration for one in won if one.place in ("first", "second")} == {
        "first": entry_at(second, 1),
        "second": entry_at(second, 2),
    }
    assert len({one.registration_id for one in won}) == len(won)
    assert results.latest(event).data["podium"][0]["name"] == entry_at(second, 1).name


def test_a_heat_with_a_final_after_it_gives_no_prizes() -> None:
    forget_everything()
    event = closed_event(6, format="heats-and-final", heats=2, prizes=PODIUM)
    heats = [play_next(event), play_next(event)]
    final = play_next(event)
    finish(event)
    data = results.latest(event).data
    assert [round_["kind"] for round_ in data["rounds"]] == ["heat", "heat", "final"]
    assert [bool(round_["prizes"]) for round_ in data["rounds"]] == [False, False, True]
    assert {entry_at(heat, 1) for heat in heats} == {entry_at(final, 1), entry_at(final, 2)}
    assert [step["round"] for step in data["podium"]] == [3, 3]


def test_rulings_in_any_order_leave_one_taker_a_prize_and_count_up() -> None:
    """Whatever is ruled, versions count up from 1, and every standing prize has one holder who isn't out."""
    for seed in range(4):
        pick = random.Random(seed)
        match = played_knockout(7)
        event = finish(match.event)
        for _step in range(5):
            placed = list(match.seats.exclude(place=None).values_list("registration_id", flat=True))
            one, other = pick.sample(placed, 2)
            kind = pick.choice(["swap", "strike", "disqualify", "note"])
            target = {"match_id": match.public_id, "registration_id": one, "other_id": other}
            out = event.registrations.filter(pk=one, status="disqualified").exists()
            if not (kind == "disqualify" and out):
                rule(event, kind, f"ruling {seed}", **target)
        versions = results.versions(event)
        assert [version.number for version in versions] == list(range(1, len(versions) + 1))
        standing = Award.objects.filter(match=match).exclude(state="void")
        assert len({award.prize_id for award in standing if award.place != "door"}) == len(
            [award for award in standing if award.place != "door"]
        )
        data = results.latest(event).data
        places = [row["place"] for row in data["rounds"][0]["places"] if row["place"]]
        assert places == list(range(1, len(places) + 1))
        out_regs = set(
            event.registrations.filter(status="disqualified").values_list("reg", flat=True)
        )
        assert not out_regs & {prize["reg"] for prize in results.prizes_in(data)}
