"""Heats and a final of twenty, played over a served site to its results (EV-4, EV-6, LB-22)."""

import re
from contextlib import closing

import pytest

from tests.evenings.guests import Gathering
from tests.evenings.published import PODIUM, TITLES, Published, own_evening
from tests.evenings.record import Record, records
from tests.serving import Serving
from tests.staging import Evening, close_in, rows, stage, state_of, until

pytestmark = [pytest.mark.served]

NAMES = tuple(f"Guest {number}" for number in range(1, 21))
SIZES = [5, 5, 5, 6, 4]
"""Twenty make four heats; the last has one who tries again, and the four winners meet (EV-4, EV-6)."""


def play(gathering: Gathering) -> None:
    """Everybody does what their page offers, until the host's has nothing but the end."""
    host = gathering.host
    while found := until("a turn", lambda: gathering.next_act() or _finish(gathering)):
        guest, form = found
        answer = guest.act(form)
        assert answer.status == 200, (guest.name, form, answer)
        if form.command == "Finish":
            assert guest is host
            return


def _finish(gathering: Gathering):
    """The host's last press, once a whole round with a final is played."""
    host = gathering.host
    ends = [form for form in host.live.forms("deck") if form.command == "Finish"]
    over = len(records(gathering.evening)) == len(SIZES) and not open_matches(gathering.evening)
    return (host, ends[0]) if ends and over else None


def open_matches(evening: Evening) -> int:
    sql = (
        "SELECT count(*) FROM events_match m JOIN events_event e ON e.id = m.event_id "
        "WHERE e.public_id = %s AND m.ended_at IS NULL"
    )
    return int(rows(evening.site, sql, evening.event_id)[0][0])


@pytest.mark.nightly
def test_heats_of_twenty_end_with_the_winners_final_and_its_places(embedded: Serving) -> None:
    evening = stage(embedded, format="heats-and-final", prizes=PODIUM)
    with closing(Gathering.of(evening)) as gathering:
        gathering.join(NAMES)
        close_in(evening, 0)
        until("the list to be frozen", lambda: state_of(evening) == "closed")
        play(gathering)
        *heats, final = records(evening)
        assert [len(one.names) for one in (*heats, final)] == SIZES
        check_who_played(heats, final)
        check_what_is_published(gathering, [*heats, final])


def check_who_played(heats: list[Record], final: Record) -> None:
    """Everybody once, one of those who have not won a second time, and the winners again."""
    winners = [heat.places[0] for heat in heats]
    assert sorted(final.names) == sorted(winners)
    played = [name for heat in heats for name in heat.names]
    assert sorted(set(played)) == sorted(NAMES)
    (twice,) = {name for name in played if played.count(name) > 1}
    assert played.count(twice) == 2
    assert twice in heats[-1].names
    assert twice not in winners[:-1]


def check_what_is_published(gathering: Gathering, matches: list[Record]) -> None:
    """Page, files and everybody's own history say what the logs say."""
    evening, visitor = gathering.evening, gathering.host.visitor
    final = matches[-1]
    takers = dict(zip(TITLES.values(), ([name] for name in final.places), strict=True))
    told = Published({1}, [one.places for one in matches], takers)
    assert Published.csv(visitor, evening) == told
    assert Published.json(visitor, evening) == told
    for guest in gathering.guests:
        places = [one.places.index(guest.name) + 1 for one in matches if guest.name in one.places]
        prize = next((title for title, names in takers.items() if guest.name in names), "")
        said = own_evening(guest.visitor, evening)
        assert [int(place) for place in re.findall(r"place (\d)", said)] == places
        assert [title for title in TITLES.values() if title in said] == ([prize] if prize else [])
