"""What a game's own words say, to whom, and of whom: the same for every game that tells itself in lines."""

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _

from events.queries.table.sight import Sight
from games.kernel import Entry, Seat
from games.line import Line, Listed, Name, Names, fill


def said(
    words: ModuleType,
    entries: Sequence[Entry],
    names: Sequence[str],
    me: Seat | None,
    translate: Callable[[str], str],
) -> str:
    """What a group of entries says, as one text."""
    return " ".join(sentence(line, names, me, translate) for line in words.lines(entries, me))


def sentence(
    line: Line, names: Sequence[str], me: Seat | None, translate: Callable[[str], str]
) -> str:
    """One sentence, with a capital where it begins with "you"; names stay as they are written."""
    text, you = fill(line, names, me, translate), translate("you")
    begins = any(text.startswith(f"{you}{mark}") for mark in " ,")
    return text[:1].upper() + text[1:] if begins else text


def mentioned(words: ModuleType, entries: Sequence[Entry]) -> frozenset[Seat]:
    """Who these entries speak of: to everybody else they say the same."""
    return frozenset(seat for line in words.lines(entries) for seat in _seats(line))


def heading(words: ModuleType, sight: Sight) -> dict[str, Any]:
    """Whose turn it is and what to do, for this audience; with a sound for a player who must act."""
    told = words.headline(sight.view, sight.audience)
    return {
        "whose": told.whose,
        "title": fill(told.title, sight.names, sight.me, _),
        "text": " ".join(fill(line, sight.names, sight.me, _) for line in told.body),
        "beep": told.whose == "you" and sight.me is not None and sight.match.ended_at is None,
    }


def _seats(line: Line) -> Iterator[Seat]:
    for _name, value in line.params:
        match value:
            case Name(seat=seat):
                yield seat
            case Names(seats=seats):
                yield from seats
            case Listed(phrases=phrases):
                for phrase in phrases:
                    yield from _seats(phrase)
