"""The preview of an undo says what the undo then does."""

from events.domain.play import execute
from events.queries import states
from events.queries.table.sight import names_of
from events.queries.table.whereabouts import NOWHERE, in_words, places
from events.queries.undo import Change, host_face, preview
from games.kernel import Host, Player, Public
from games.live_bait.commands import PickDie
from games.table import Void
from tests.events.factories import new_id
from tests.events.playing import act, awaited, committed, do, replayed, started_match, state


def seen(view, names) -> dict[str, str]:
    """Everybody's state in words, and the host's."""
    at = places(view)
    people = {name: in_words(at.get(seat, NOWHERE)) for seat, name in enumerate(names)}
    return {"Host": host_face(view), **people}


def undo(match) -> None:
    seq = states.table_of(match).voidable(state(match))
    with committed():
        execute(
            match_id=match.public_id,
            actor=Host(),
            command=Void(seq or 0, "a mistake"),
            command_id=new_id(),
            ticket=None,
        )


def test_nothing_is_shown_where_nothing_can_be_undone() -> None:
    match = started_match(3)
    assert preview(match) == []
    do(match, Player(1), PickDie(4))
    assert preview(match) == [Change(names_of(match.pk)[1], "die 4, not rolled", "no die yet")]


def test_the_preview_at_every_move_is_what_the_undo_does() -> None:
    match = started_match(4)
    looked = 0
    while awaited(match) and looked < 3:
        act(match)
        said = preview(match)
        if len(said) < 2:
            continue
        names = names_of(match.pk)
        before = seen(states.table_of(match).game.view(state(match).game, Public()), names)
        undo(match)
        after = seen(states.table_of(match).game.view(replayed(match).game, Public()), names)
        assert {change.who: (change.was, change.will) for change in said} == {
            who: (before[who], after[who]) for who in before if before[who] != after[who]
        }
        looked += 1
    assert looked >= 1


def test_after_the_last_undo_there_is_no_preview() -> None:
    match = started_match(3)
    for _time in range(3):
        do(match, Player(0), PickDie(1))
        assert len(preview(match)) == 1
        undo(match)
    do(match, Player(0), PickDie(1))
    assert preview(match) == []
