"""A KnockOut in real browsers, from registering to the prizes: some never come, one leaves, a move is undone."""

import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Hall
from tests.browser.knockout import KnockOutNight, gather
from tests.browser.sameness import pages_agree, pages_are_up_to_date
from tests.evenings.published import PODIUM, TITLES, Published, own_evening
from tests.evenings.record import Record
from tests.serving import Serving
from tests.staging import close_in, stage, state_of, until
from tests.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.served]

REASON = "Pressed by mistake"
MOST_TURNS = 2000
Won = dict[str, list[str]]


@pytest.mark.nightly
def test_a_knockout_of_eight_is_played_to_its_prizes(embedded: Serving, hall: Hall) -> None:
    with closing(gather(hall, stage(embedded, format="knockout", prizes=PODIUM))) as night:
        night.join(["Wren", "Bram", "Ilka"], absent=["Moss", "Quill"])
        whole_evening(hall, night)


@pytest.mark.nightly
def test_a_knockout_of_24_is_played_to_its_prizes(served: Serving, hall: Hall) -> None:
    """One of those who never come is passed over by the host, the other by the clock."""
    evening = stage(served, format="knockout", prizes=PODIUM, answer_s=40)
    with closing(gather(hall, evening)) as night:
        night.join([f"Guest {number}" for number in range(1, 20)], absent=["Moss", "Quill"])
        night.for_the_clock = ("Quill",)
        whole_evening(hall, night)


@pytest.mark.nightly
def test_practice_players_and_three_people_rehearse_a_knockout_of_24(
    embedded: Serving, hall: Hall
) -> None:
    """Nothing can be won, and everything else is as on the evening itself."""
    hall.allowed += ["status of 409", "status of 422"]  # practice players act at any moment
    evening = stage(embedded, format="knockout", rehearsal=True, practice=18)
    with closing(gather(hall, evening)) as night:
        night.join(["Wren"], absent=["Moss", "Quill"])
        whole_evening(hall, night, prizes=False)


def whole_evening(hall: Hall, night: KnockOutNight, *, prizes: bool = True) -> None:
    close_in(night.evening, 1)
    night.start()
    play(night)
    record = night.record
    assert night.absent.keys() <= record.gone & record.passed_over
    assert not night.absent.keys() & set(record.caught)
    night.host.press("Finish the evening")
    until("the evening's end", lambda: state_of(night.evening) in ("finished", "settled"))
    pages_are_up_to_date(hall, night.everybody)
    pages_agree(night.everybody, [*night.players, night.watchers[0]])
    won = titles(record) if prizes else {}
    check_pages(night, won)
    check_published(night, record, won)


def play(night: KnockOutNight) -> None:
    """Play to the end. After the first catch a move is undone, after the second somebody leaves the evening."""
    undone, left = False, ""
    for _turn in range(MOST_TURNS):
        night.next_act()()
        if night.is_over:
            break
        caught = len(night.record.caught)
        if caught >= 1 and not undone:
            night.undo(REASON)
            undone = True
            everybody_reads_of_the_undo(night)
        elif caught >= 2 and not left:
            left = somebody_leaves(night)
    assert night.is_over
    assert undone
    assert left in night.record.gone


def everybody_reads_of_the_undo(night: KnockOutNight) -> None:
    for one in (*night.players, night.watchers[0], night.host):
        expect(
            one.page.locator(".deck:not([hidden]) .just, #just").filter(has_text=REASON).first
        ).to_be_visible()


def somebody_leaves(night: KnockOutNight) -> str:
    """One of those who are still in and have no browser."""
    still_in = night.record.still_in
    guest = next(one for one in night.guests if one.name in still_in)
    answer = guest.press(f"{night.evening.path}withdraw/")
    assert answer.status == 302
    return guest.name


# ---------------------------------------------------------------------------------- what is told


def titles(record: Record) -> dict[str, list[str]]:
    """The takers by the prizes' titles."""
    return {TITLES[place]: names for place, names in record.knockout_takers.items()}


def check_pages(night: KnockOutNight, won: Won) -> None:
    """The table's own last word, on every page that says who won what."""
    for one in (*night.players, night.watchers[0]):
        rows = one.page.locator("#stakes .prizes > div").all()
        said = {
            row.locator("dd").nth(0).inner_text(): row.locator("dd").nth(1).inner_text()
            for row in rows
        }
        assert said == {title: ", ".join(names) for title, names in won.items()}


def check_published(night: KnockOutNight, record: Record, won: Won) -> None:
    """Files, the results page and everybody's own history agree with the log."""
    told = Published({1}, [record.places], won)
    with closing(Visitor(night.evening.site.url)) as visitor:
        assert Published.csv(visitor, night.evening) == told
        assert Published.json(visitor, night.evening) == told
    for player in night.players:
        check_own(player.name, own_history(night, player.page.context), record, won)
    for guest in night.guests:
        check_own(guest.name, own_evening(guest.visitor, night.evening), record, won)
    for name, device in night.absent.items():
        check_own(name, own_evening(device, night.evening), record, won)


def own_history(night: KnockOutNight, context) -> str:
    page = context.new_page()
    page.goto(f"{night.evening.site.url}/me/")
    mine = page.locator("ol.evenings > li").filter(
        has=page.locator(f"a[href='{night.evening.path}']")
    )
    text = mine.inner_text()
    page.close()
    return " ".join(text.split())


def check_own(name: str, said: str, record: Record, won: Won) -> None:
    place = record.places.index(name) + 1 if name in record.places else None
    found = re.search(r"place (\d+)", said)
    assert (int(found[1]) if found else None) == place, (name, said)
    theirs = [title for title, names in won.items() if name in names]
    assert [title for title in TITLES.values() if title in said] == theirs, (name, said)
