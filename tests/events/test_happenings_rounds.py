"""What happened is told by the names of the rounds: heat 2, the final, the KnockOut."""

from events.models import Event, Prize, Round
from events.queries import programme
from events.queries.happenings import happenings
from tests.events.factories import closed_event
from tests.events.playing import answer_all, draw, drawn_event, play_to_end


def told(event: Event, *kinds: str) -> list[str]:
    return [line.text for line in happenings(event) if line.kind in kinds]


def test_heats_and_their_final_are_called_that() -> None:
    event = closed_event(6, format="heats-and-final", heats=3)
    Prize.objects.create(event=event, round=0, place="first", title="Lantern trophy")
    while programme.next_round(event) is not None:
        draw(event)
        play_to_end(answer_all(event))
    final = event.played_rounds.get(kind=Round.Kind.FINAL)
    drawn = told(event, "drawn")
    assert [text.split(":")[0] for text in drawn] == [
        f"Draw {number}, for {name}"
        for number, name in enumerate(
            [programme.in_words(one.round.kind, one.round.number) for one in event.draws.all()], 1
        )
    ]
    assert drawn[0].startswith("Draw 1, for heat 1: ")
    assert drawn[-1].startswith(f"Draw {len(drawn)}, for the final: ")
    ended = told(event, "match-ended")
    assert [text.split(" ended")[0] for text in ended] == [
        *(f"Heat {number}" for number in range(1, final.number)),
        "Final",
    ]
    made = told(event, "match-made")
    assert made[0].startswith("Heat 1: ")
    assert made[-1].startswith("Final: ")
    (won,) = [text for text in told(event, "awarded") if "Lantern trophy" in text]
    assert won.endswith(" won the first prize of the final: Lantern trophy.")
    assert "in heat 1." in told(event, "awarded")[0]


def test_a_knockout_is_called_that() -> None:
    event = drawn_event(3, format="knockout")
    (drawn,) = told(event, "drawn")
    (made,) = told(event, "match-made")
    assert drawn.startswith("Draw 1, for the KnockOut: ")
    assert made.startswith("KnockOut: ")


def test_a_round_of_prizes_is_a_round() -> None:
    event = drawn_event(3)
    (drawn,) = told(event, "drawn")
    assert drawn.startswith("Draw 1, for round 1: ")
