"""What can be won, as a host plans it: lines of prizes, checked against the format, put into rows."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from events.domain.lines import clean_line
from events.domain.refusal import Refusal
from events.models import Event, Prize
from events.queries import programme

if TYPE_CHECKING:
    from events.domain.plans import Plan

MOST_CUSTOM = 10
CUSTOM = str(Prize.Place.CUSTOM)


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize as planned: ``place`` is a `Prize.Place`, ``round`` counts from 1.

    Round 0 decides the evening (a final, a KnockOut), and holds the prizes that the host gives as they like
    (``custom``): those say in ``label`` what they are for. ``announced`` is said about the prize beforehand.
    """

    round: int
    place: str
    title: str
    from_whom: str = ""
    label: str = ""
    announced: str = ""


def prize_lines(event: Event) -> tuple[PrizeLine, ...]:
    """The prizes there are, by round, the best place first, the host's own last."""
    return tuple(
        PrizeLine(
            prize.round, prize.place, prize.title, prize.from_whom, prize.label, prize.announced
        )
        for prize in in_order(event)
    )


def in_order(event: Event) -> list[Prize]:
    """An evening's prizes, by round, the best place first, the host's own last."""
    return sorted(event.prizes.all(), key=programme.prize_order)


def checked_prizes(plan: "Plan") -> tuple[PrizeLine, ...]:
    """The prizes with cleaned texts, in order. Raises Refusal on ``prizes``.

    Each round of ``prize-every-round`` has a main and a door prize; a final and a KnockOut have first, second, third
    and door prizes. Custom prizes go with every format.
    """
    if plan.rehearsal and plan.prizes:
        raise Refusal(
            "rehearsal-prizes",
            _("Nothing can be won at a rehearsal. Take the prizes out or make it a real evening."),
            field="prizes",
        )
    slots = programme.prize_slots(plan.format, plan.rounds)
    lines = [_checked(line, plan, slots) for line in plan.prizes]
    bound = [(line.round, line.place) for line in lines if line.place != CUSTOM]
    if len(set(bound)) < len(bound):
        raise Refusal("prize-twice", _("Name one prize for each place."), field="prizes")
    labels = [line.label.casefold() for line in lines if line.place == CUSTOM]
    if len(labels) > MOST_CUSTOM:
        raise Refusal(
            "prizes-many",
            _("Have at most %(most)s special prizes.") % {"most": MOST_CUSTOM},
            field="prizes",
        )
    if len(set(labels)) < len(labels):
        raise Refusal(
            "prize-twice", _("Say of each special prize what it alone is for."), field="prizes"
        )
    return tuple(sorted(lines, key=_order))


def put_prizes(event: Event, lines: tuple[PrizeLine, ...]) -> None:
    """Make the rows what the lines say. A prize that stays for its place keeps its picture.

    So does a special prize of which what it is for, or its title, was put in other words.
    """
    there = {_key(prize): prize for prize in event.prizes.all()}
    rows = [there.pop(_key(line), None) for line in lines]
    for line, row in zip(lines, rows, strict=True):
        prize = row or _said_otherwise(there, line) or Prize(event=event)
        for name in ("round", "place", "title", "from_whom", "label", "announced"):
            setattr(prize, name, getattr(line, name))
        prize.save()
    for prize in there.values():
        drop_picture(prize)
        prize.delete()


def _said_otherwise(there: dict[tuple[int, str, str], Prize], line: PrizeLine) -> Prize | None:
    """Take out of what is there the special prize with this line's title, if there is one."""
    for key, prize in there.items():
        if line.place == CUSTOM == prize.place and line.title == prize.title:
            return there.pop(key)
    return None


def drop_picture(prize: Prize) -> None:
    """Let the file go, once the row says so for good."""
    name, storage = str(prize.picture.name or ""), prize.picture.storage
    if name:
        transaction.on_commit(lambda: storage.delete(name), robust=True)


def _checked(
    line: PrizeLine, plan: "Plan", slots: list[tuple[int, tuple[Prize.Place, ...]]]
) -> PrizeLine:
    if line.place not in Prize.Place.values:
        raise Refusal("choice", _("Choose one from the list."), field="prizes")
    if line.place == CUSTOM:
        label = clean_line(line.label, field="prizes", longest=48, needed=True)
        return _cleaned(line, 0, label)
    fitting = [round_ for round_, places in slots if line.place in places]
    if not fitting:
        raise Refusal("prize-place", _("This format doesn't decide that place."), field="prizes")
    if line.round not in fitting:
        raise Refusal("prize-round", _which_round(plan), field="prizes")
    return _cleaned(line, line.round, "")


def _cleaned(line: PrizeLine, round_: int, label: str) -> PrizeLine:
    return PrizeLine(
        round_,
        line.place,
        clean_line(line.title, field="prizes", longest=80, needed=True),
        clean_line(line.from_whom, field="prizes", longest=48),
        label,
        clean_line(line.announced, field="prizes", longest=240),
    )


def _which_round(plan: "Plan") -> str:
    if plan.format != Event.Format.PRIZE_EVERY_ROUND:
        return str(_("In this format prizes belong to what decides the evening."))
    return ngettext(
        "There is %(rounds)s round. Choose it for each prize.",
        "There are %(rounds)s rounds. Choose one of them for each prize.",
        plan.rounds,
    ) % {"rounds": plan.rounds}


def _order(line: PrizeLine) -> tuple[bool, int, int]:
    return (line.place == CUSTOM, line.round, Prize.Place.values.index(line.place))


def _key(prize: PrizeLine | Prize) -> tuple[int, str, str]:
    """What makes two the same prize: its place, or what it is for."""
    return (prize.round, prize.place, prize.label.casefold())
