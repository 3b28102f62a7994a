"""What a host plans: an evening's form as values, checked before any of it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from events.domain.lines import clean_line
from events.domain.local_time import default_closes, to_utc, to_wall
from events.domain.prize_plans import PrizeLine, checked_prizes, prize_lines
from events.domain.refusal import Refusal
from events.models import Event
from events.queries.house_rules import GAMES, formats_of, game_played, options_from
from events.queries.programme import seats_of
from games import TABLES

__all__ = [
    "Plan",
    "PrizeLine",
    "checked_options",
    "checked_prizes",
    "checked_values",
    "plan_of",
    "prize_lines",
]

CAPACITY = range(2, 501)
ROUNDS = range(1, 13)
HEATS = range(2, 7)
"""More winners than six have no place in a final (LB-22); one heat alone would have none."""
ANSWER_S = range(10, 601)
CLAIM_DAYS = range(1, 91)
USUAL_CLAIM_DAYS = 7
EARLIEST_CLOSE = timedelta(days=7)
LATEST_CLOSE = timedelta(hours=12)
"""How long before and after the start registration may close."""

OPENED_MESSAGE = _("This can't be changed any more: registration has opened.")


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening as its host plans it.

    ``heats`` is the host's number instead of the one the entries make (EV-4); whoever wins has
    ``claim_days`` to claim it.

    ``starts``, ``opens`` and ``closes`` are local times (naive) in ``zone``; each ``…_fold`` says
    which of two is meant where a time comes twice. Without ``opens`` registration opens when the
    evening is published; without ``closes`` it closes at the usual time (`default_closes`).
    """

    title: str
    zone: str
    starts: datetime
    starts_fold: int | None = None
    opens: datetime | None = None
    opens_fold: int | None = None
    closes: datetime | None = None
    closes_fold: int | None = None
    welcome: str = ""
    capacity: int = 30
    entry_mode: str = Event.EntryMode.OPEN
    entry_code: str = ""
    format: str = Event.Format.PRIZE_EVERY_ROUND
    rounds: int = 1
    heats: int | None = None
    winners_leave: bool = True
    try_again: bool = True
    game: str = "live-bait"
    options: Mapping[str, Any] = field(default_factory=dict)
    answer_s: int = 60
    claim_days: int = USUAL_CLAIM_DAYS
    rehearsal: bool = False
    entropy_mode: str = Event.EntropyMode.NONE
    prizes: tuple[PrizeLine, ...] = ()


def plan_of(event: Event) -> Plan:
    """An event as the plan that would make it again; what its form starts from."""
    starts, starts_fold = to_wall(event.starts_at, event.zone)
    opens, opens_fold = to_wall(event.opens_at, event.zone)
    closes, closes_fold = to_wall(event.closes_at, event.zone)
    at_once = event.state == Event.State.DRAFT and event.opens_at <= event.created_at
    return Plan(
        title=event.title,
        zone=event.zone,
        starts=starts,
        starts_fold=starts_fold,
        opens=None if at_once else opens,
        opens_fold=None if at_once else opens_fold,
        closes=closes,
        closes_fold=closes_fold,
        welcome=event.welcome,
        capacity=event.capacity,
        entry_mode=event.entry_mode,
        entry_code=event.entry_code,
        format=event.format,
        rounds=event.rounds,
        heats=event.heats,
        winners_leave=event.winners_leave,
        try_again=event.try_again,
        game=event.game,
        options=event.options,
        answer_s=event.answer_s,
        claim_days=event.claim_days,
        rehearsal=event.rehearsal,
        entropy_mode=event.entropy_mode,
        prizes=prize_lines(event),
    )


def game_of(plan: Plan) -> str:
    """The game that is played: a KnockOut evening plays KnockOut (EV-5)."""
    return game_played(plan.game, plan.format)


def checked_values(plan: Plan, *, at_once: datetime) -> dict[str, Any]:
    """The plan as values of an Event's fields; ``at_once`` is what no opening time stands for.

    Raises Refusal on the first field that can't be.
    """
    starts_at = to_utc(plan.starts, plan.zone, plan.starts_fold, field="starts")
    opens_at = (
        at_once
        if plan.opens is None
        else to_utc(plan.opens, plan.zone, plan.opens_fold, field="opens")
    )
    closes_at = (
        default_closes(starts_at, plan.zone)
        if plan.closes is None
        else to_utc(plan.closes, plan.zone, plan.closes_fold, field="closes")
    )
    _check_times(starts_at, closes_at)
    if plan.opens is not None and opens_at >= closes_at:
        raise Refusal("opens-late", _("Let registration open before it closes."), field="opens")
    _check_choice(plan.entry_mode, Event.EntryMode.values, "entry_mode")
    _check_choice(plan.format, Event.Format.values, "format")
    _check_choice(plan.entropy_mode, Event.EntropyMode.values, "entropy_mode")
    _check_format(plan)
    check_number(plan.capacity, CAPACITY, "capacity")
    check_number(plan.rounds, ROUNDS, "rounds")
    if plan.heats is not None:
        check_heats_number(plan.game, plan.heats)
    check_number(plan.answer_s, ANSWER_S, "answer_s")
    check_number(plan.claim_days, CLAIM_DAYS, "claim_days")
    return {
        "title": clean_line(plan.title, field="title", longest=80, needed=True),
        "welcome": clean_line(plan.welcome, field="welcome", longest=240),
        "zone": plan.zone,
        "starts_wall": plan.starts.isoformat(timespec="minutes"),
        "starts_at": starts_at,
        "opens_at": opens_at,
        "closes_at": closes_at,
        "capacity": plan.capacity,
        "entry_mode": plan.entry_mode,
        "entry_code": _checked_code(plan),
        "format": plan.format,
        "rounds": plan.rounds,
        "heats": plan.heats,
        "winners_leave": plan.winners_leave,
        "try_again": plan.try_again,
        "game": game_of(plan),
        "options": checked_options(game_of(plan), plan.options),
        "answer_s": plan.answer_s,
        "claim_days": plan.claim_days,
        "rehearsal": plan.rehearsal,
        "entropy_mode": plan.entropy_mode,
    }


def checked_options(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """House rules a game takes. Raises Refusal on ``game`` or on the house rule's own name."""
    if game not in TABLES:
        raise Refusal("game", _("Choose a game from the list."), field="game")
    chosen = dict(options)
    if "prior_winners" in chosen:
        raise Refusal("house-rule", _("Prior winners are known from the evening."), field="options")
    try:
        options_from(game, chosen)
    except (TypeError, ValueError) as wrong:
        first = str(wrong).split(" ", 1)[0]
        raise Refusal(
            "house-rule",
            gettext(str(wrong)) if isinstance(wrong, ValueError) else _("No such house rule."),
            field=first if first in chosen else "options",
        ) from None
    return chosen


def _check_times(starts_at: datetime, closes_at: datetime) -> None:
    if closes_at < starts_at - EARLIEST_CLOSE:
        raise Refusal(
            "closes-early",
            _("Let registration close at most seven days before the start."),
            field="closes",
        )
    if closes_at > starts_at + LATEST_CLOSE:
        raise Refusal(
            "closes-late",
            _("Let registration close at most twelve hours after the start."),
            field="closes",
        )


def _check_choice(value: str, choices: list[str], name: str) -> None:
    if value not in choices:
        raise Refusal("choice", _("Choose one from the list."), field=name)


def _check_format(plan: Plan) -> None:
    if plan.game in GAMES and plan.format not in formats_of(plan.game):
        raise Refusal(
            "format-game",
            _("%(game)s can’t be played as a KnockOut: only Live Bait can. Choose another format.")
            % {"game": TABLES[plan.game].title},
            field="format",
        )


def check_heats_number(game: str, heats: int) -> None:
    """Raises Refusal for a number of heats that can't be, or whose winners the game's final doesn't seat."""
    check_number(heats, range(HEATS[0], min(HEATS[-1], seats_of(game)) + 1), "heats")


def check_number(value: int, numbers: range, name: str) -> None:
    """Raises Refusal on the field ``name`` for anything but one of the numbers."""
    if type(value) is not int or value not in numbers:
        raise Refusal(
            "number",
            _("Choose a number from %(least)s to %(most)s.")
            % {"least": numbers[0], "most": numbers[-1]},
            field=name,
        )


def _checked_code(plan: Plan) -> str:
    if plan.entry_mode != Event.EntryMode.CODE:
        return ""
    code = clean_line(plan.entry_code, field="entry_code", longest=24, needed=True)
    if len(code) < 4:
        raise Refusal("code-short", _("Take a code of at least 4 characters."), field="entry_code")
    return code
