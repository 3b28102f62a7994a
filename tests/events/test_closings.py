"""A match's end comes into the ledger once, however often and whoever carries it."""

from events.domain.closings import carry_closing
from events.domain.evenings import PrizeLine
from events.domain.play import execute
from events.domain.sweep import sweep
from events.models import Award, Closing, Match, Registration
from games.kernel import Host
from games.table import Start
from tests.events.factories import new_id
from tests.events.playing import (
    awaited,
    committed,
    play_to_end,
    seated_match,
    started_match,
    ticket,
)

PRIZES = (PrizeLine(1, "main", "A rod", "Anna"), PrizeLine(1, "door", "A hook", ""))


def finish_without_carrying(match: Match) -> Match:
    """Play to the end; what was to follow the last commit is lost, as in a crash right after it."""
    while waiting := awaited(match):
        who, choices = waiting[0]
        execute(
            match_id=match.public_id,
            actor=who,
            command=choices[0],
            command_id=new_id(),
            ticket=ticket(match, who),
        )
    match.refresh_from_db()
    return match


def ends(match: Match) -> list[str]:
    rows = match.event.ledger.filter(kind__in=["match-ended", "awarded"]).order_by("seq")
    return list(rows.values_list("kind", flat=True))


def test_the_end_is_carried_right_after_the_last_command() -> None:
    match = play_to_end(seated_match(3))
    line = match.event.ledger.get(kind="match-ended")
    placed = match.seats.exclude(place=None).order_by("place").select_related("registration")
    assert line.by == "clock"
    assert line.data == {
        "round": 1,
        "match": match.public_id,
        "seq": match.seq,
        "head": match.head,
        "places": [[seat.place, seat.registration.reg] for seat in placed],
        "rolls": sum(bool(row.chance) for row in match.log.all()),
    }
    assert Closing.objects.get(match=match).done_at == line.at


def test_every_award_stands_in_the_ledger_with_its_prize() -> None:
    match = play_to_end(seated_match(3, prizes=PRIZES))
    awards = Award.objects.filter(match=match).select_related("registration", "prize")
    lines = [line.data for line in match.event.ledger.filter(kind="awarded").order_by("seq")]
    assert lines == [
        {
            "round": 1,
            "place": award.place,
            "prize": {"main": "A rod", "door": "A hook"}[award.place],
            "reg": award.registration.reg,
        }
        for award in awards
    ]
    assert [line["place"] for line in lines] == ["main", "door"]


def test_a_place_without_a_prize_is_recorded_all_the_same() -> None:
    match = play_to_end(seated_match(3))
    assert [(award.place, award.prize) for award in match.awards.all()] == [
        ("main", None),
        ("door", None),
    ]
    assert {line.data["prize"] for line in match.event.ledger.filter(kind="awarded")} == {""}


def test_carrying_twice_carries_once() -> None:
    match = play_to_end(seated_match(3))
    before = ends(match)
    for _again in range(2):
        carry_closing(match_id=match.public_id)
    assert ends(match) == before == ["match-ended", "awarded", "awarded"]


def test_an_end_that_was_lost_is_carried_by_the_sweep_once() -> None:
    match = finish_without_carrying(started_match(3))
    assert (ends(match), Closing.objects.get(match=match).done_at) == ([], None)
    sweep()
    assert ends(match) == ["match-ended", "awarded", "awarded"]
    sweep()
    assert ends(match) == ["match-ended", "awarded", "awarded"]
    assert Closing.objects.get(match=match).done_at is not None


def test_places_and_awards_stand_before_the_ledger_hears_of_them() -> None:
    match = finish_without_carrying(started_match(3))
    assert match.awards.count() == 2
    assert match.seats.exclude(place=None).count() == 3


def test_a_match_that_goes_on_has_no_closing() -> None:
    match = seated_match(3)
    with committed():
        execute(
            match_id=match.public_id, actor=Host(), command=Start(), command_id="a", ticket=None
        )
    assert not Closing.objects.filter(match=match).exists()


def test_who_was_disqualified_while_the_match_ended_wins_nothing() -> None:
    match = finish_without_carrying(started_match(3, prizes=PRIZES))
    won = match.awards.get(place="main")
    Registration.objects.filter(pk=won.registration_id).update(status="disqualified")
    carry_closing(match_id=match.public_id)
    states = dict(match.awards.values_list("place", "state"))
    assert states == {"main": "void", "door": "awarded"}
    assert ends(match) == ["match-ended", "awarded"]
    line = match.event.ledger.get(kind="voided")
    assert (line.data["place"], line.data["reason"]) == ("main", "disqualified")
