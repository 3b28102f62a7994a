"""An evening's programme, computed from what is stored (EV-3 … EV-9)."""

from django.utils.translation import gettext as _

from events.models import Event, Match, Prize, Registration, Round
from games import TABLES, programme
from games.programme import Evening, HouseRules, Next, Played

Status = Registration.Status

ONE_BY_ONE = ("live-bait", "knockout")
"""Games whose rounds are short and watched by everybody: six are drawn, and heats follow each other (EV-3, EV-4)."""

EVENINGS_PRIZES = (
    Prize.Place.FIRST,
    Prize.Place.SECOND,
    Prize.Place.THIRD,
    Prize.Place.DOOR,
)
"""What a KnockOut (KO-5) or a final (LB-22) decides; such prizes are bound to round 0."""
ROUNDS_PRIZES = (Prize.Place.MAIN, Prize.Place.DOOR)


def prize_slots(format_: str, rounds: int) -> list[tuple[int, tuple[Prize.Place, ...]]]:
    """The prizes an evening has room for: places by round, as its format decides them."""
    if format_ == Event.Format.PRIZE_EVERY_ROUND:
        return [(number, ROUNDS_PRIZES) for number in range(1, rounds + 1)]
    return [(0, EVENINGS_PRIZES)]


def prize_order(prize: Prize) -> tuple[bool, int, int, int]:
    """What prizes are sorted by: the round, the best place first; the host's own last."""
    place = Prize.Place.values.index(prize.place)
    return prize.place == Prize.Place.CUSTOM, prize.round, place, prize.pk


def prize_name(event: Event, prize: Prize) -> str:
    """What a prize is for: its own label, or its place. A KnockOut has several door prizes (KO-5)."""
    if prize.label:
        return prize.label
    if event.format == Event.Format.KNOCKOUT and prize.place == Prize.Place.DOOR:
        return _("Door prizes")
    return str(prize.get_place_display())


def prize_place(event: Event, prize: Prize) -> str:
    """What a prize is for, with its round where the evening has several."""
    place = prize_name(event, prize)
    if prize.round == 0 or event.rounds == 1:
        return place
    return _("Round %(round)s, %(place)s") % {"round": prize.round, "place": place.lower()}


def evening_of(event: Event, *, going_on: Match | None = None) -> Evening:
    """The evening so far, with registrations' primary keys as ids.

    The round of a match that is ``going_on`` counts as played, by people of whom nobody has won yet.
    """
    entries = frozen_entries(event)
    return Evening(
        format=event.format,  # type: ignore[arg-type]
        entries=tuple(entry.pk for entry in entries),
        rules=HouseRules(
            rounds=event.rounds,
            heats=event.heats,
            winners_leave=event.winners_leave,
            try_again=event.try_again,
        ),
        gone=frozenset(entry.pk for entry in entries if entry.status != Status.REGISTERED),
        played=tuple(
            _played(matches)
            for matches in _rounds(event)
            if all(match.ended_at for match in matches)
            or (going_on is not None and matches[0].round_id == going_on.round_id)
        ),
        table=seats_of(event.game),
        side_by_side=event.game not in ONE_BY_ONE,
    )


def seats_of(game: str) -> int:
    """How many a round of the game draws: as many as it seats (EV-9)."""
    return programme.TABLE if game in ONE_BY_ONE else TABLES[game].game.max_seats


def next_round(event: Event, *, going_on: Match | None = None) -> Next | None:
    """What can be drawn now, or once the match that is ``going_on`` is over."""
    return programme.next_round(evening_of(event, going_on=going_on))


def heats_of(event: Event) -> int:
    """How many heats are planned; side by side they make as many tables as those who come fill (EV-4, EV-9)."""
    evening = evening_of(event)
    if not evening.side_by_side:
        return len(programme.planned(evening)) - 1
    return programme.tables_for(evening, "heats", len(evening.entries) - len(evening.gone))


def left_out(event: Event) -> list[tuple[Registration, str]]:
    """Those who registered and aren't on the frozen list, with the reason."""
    waiting = event.registrations.filter(status=Status.WAITING).order_by("number")
    return [(entry, "was on the waiting list when registration closed") for entry in waiting]


def labels(event: Event) -> list[str]:
    """The rounds of the programme by name, as it would be now."""
    kinds = programme.planned(evening_of(event))
    heats = iter(range(1, len(kinds) + 1))
    return [name_of(kind, next(heats)) for kind in kinds]


def name_of(kind: str, number: int) -> str:
    """What a round is called: "Heat 2", "Final"."""
    match kind:
        case Round.Kind.HEAT:
            return _("Heat %(number)s") % {"number": number}
        case Round.Kind.HEATS:
            return _("Round of heats")
        case Round.Kind.FINAL:
            return _("Final")
        case Round.Kind.KNOCKOUT:
            return _("KnockOut")
    return _("Round %(number)s") % {"number": number}


def in_words(kind: str, number: int) -> str:
    """The same within a sentence: "heat 2", "the final"."""
    match kind:
        case Round.Kind.HEAT:
            return _("heat %(number)s") % {"number": number}
        case Round.Kind.HEATS:
            return _("the round of heats")
        case Round.Kind.FINAL:
            return _("the final")
        case Round.Kind.KNOCKOUT:
            return _("the KnockOut")
    return _("round %(number)s") % {"number": number}


def title_of(round_: Round) -> str:
    """The name of a round that was drawn."""
    return name_of(round_.kind, round_.number)


def frozen_entries(event: Event) -> list[Registration]:
    """The entry list as it was frozen: whoever left or was removed afterwards is still on it."""
    frozen = event.ledger.filter(kind="frozen").last()
    if frozen is None:
        return list(event.registrations.filter(status=Status.REGISTERED).order_by("number"))
    left_before = {
        entry.data["reg"]
        for entry in event.ledger.filter(kind__in=["withdrawn", "removed"], seq__lt=frozen.seq)
    }
    return [
        entry
        for entry in event.registrations.exclude(status=Status.WAITING).order_by("number")
        if entry.reg not in left_before
    ]


def _rounds(event: Event) -> list[list[Match]]:
    """The matches of each round in order; a round may have several tables (EV-9)."""
    found: dict[int, list[Match]] = {}
    matches = event.matches.select_related("round").prefetch_related("seats").order_by("number")
    for match in matches:
        found.setdefault(match.round_id, []).append(match)
    return list(found.values())


def _played(matches: list[Match]) -> Played:
    return Played(
        kind=matches[0].round.kind,  # type: ignore[arg-type]
        seats=tuple(seat.registration_id for match in matches for seat in match.seats.all()),
        winners=tuple(winner for match in matches for winner in _winners(match)),
    )


def _winners(match: Match) -> list[int]:
    """Who won it: all that share first place, but of a round's only the one who took its main prize (EV-3)."""
    first = sorted(
        (seat.number, seat.registration_id) for seat in match.seats.all() if seat.place == 1
    )
    taken = first[:1] if match.round.kind == Round.Kind.ROUND else first
    return [registration for _number, registration in taken]
