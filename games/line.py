"""Sentences that can be translated: an English template and typed values; and a table's heading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from games.kernel import Seat


@dataclass(frozen=True, slots=True)
class Name:
    """Stands for the name of one seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Names:
    """Stands for the names of several seats, joined as a list; the reader's own as "you"."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """Stands for several phrases, each translated and filled, joined as a list."""

    phrases: tuple["Line", ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Stands for a name that is data, such as a card's: it isn't translated."""

    text: str


Value = Name | Names | Listed | Text | int


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence. ``template`` is the message id, with ``%(who)s`` placeholders.

    ``params`` gives each placeholder once: ``Name``, ``Names``, ``Listed``, ``Text``, or a number.
    """

    template: str
    params: tuple[tuple[str, Value], ...] = ()


def _same(template: str) -> str:
    return template


def _listed(names: Sequence[str], conjunction: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {conjunction} {names[-1]}"


def fill(
    line: Line,
    names: Sequence[str],
    me: Seat | None = None,
    translate: Callable[[str], str] = _same,
) -> str:
    """The sentence as text. ``names``: by seat; ``translate``: message id to message."""

    def text(value: Value) -> str:
        match value:
            case Name(seat=seat):
                return names[seat]
            case Names(seats=seats):
                known = [translate("you") if seat == me else names[seat] for seat in seats]
                return _listed(known, translate("and"))
            case Listed(phrases=phrases):
                said = [fill(phrase, names, me, translate) for phrase in phrases]
                return _listed(said, translate("and"))
            case Text(text=data):
                return data
            case number:
                return str(number)

    return translate(line.template) % {name: text(value) for name, value in line.params}


@dataclass(frozen=True, slots=True)
class Headline:
    """``title``: whose turn; ``body``: the instruction under it, one or two lines.

    ``whose``: ``you`` when this audience must act, ``caught`` for a seat that is out.
    """

    whose: Literal["you", "other", "caught"]
    title: Line
    body: tuple[Line, ...]


def you(title: Line, *body: Line) -> Headline:
    """The heading of one who must act."""
    return Headline("you", title, body)


def other(title: Line, *body: Line) -> Headline:
    """The heading of one who waits or watches."""
    return Headline("other", title, body)
