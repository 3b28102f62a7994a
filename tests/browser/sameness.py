"""Every open page shows what is so: as it would be loaded anew, with the same dice and winners as all others."""

from collections.abc import Sequence
from functools import partial

from tests.browser.hall import Hall
from tests.browser.table import Table
from tests.staging import until


def pages_are_up_to_date(hall: Hall, pages: Sequence[Table]) -> None:
    """Each page shows what a fresh one of the same browser does."""
    for one in pages:
        tab = hall.tab(one.page.context, f"{one.who} again")
        fresh = one.fresh(tab).shown()
        try:
            until(f"{one.who}'s page to be up to date", partial(shows, one, fresh), 15)
        except AssertionError:
            shown = one.shown()
            differing = {part for part in {*shown, *fresh} if shown.get(part) != fresh.get(part)}
            assert {part: shown.get(part) for part in differing} == {
                part: fresh.get(part) for part in differing
            }, one.who
        tab.close()


def pages_agree(pages: Sequence[Table], stakes: Sequence[Table]) -> None:
    """The same six dice on each of ``pages``, and the same winners on each of ``stakes``."""
    dice = {one.who: one.dice() for one in pages}
    first = dice[pages[0].who]
    assert len(first) == 6
    assert dice == dict.fromkeys(dice, first)
    winners = [one.texts("#stakes .prizes bdi") for one in stakes]
    assert winners == [winners[0]] * len(winners)


def shows(one: Table, parts: dict[str, str]) -> bool:
    return one.shown() == parts
