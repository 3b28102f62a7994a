"""What an evening's result says, computed from seats, awards and entries; stored as a version of it."""

from typing import Any

from events.models import Award, Event, Match, Registration, Round, Seat
from events.queries import programme, states
from games.kernel import Public

Data = dict[str, Any]

_ORDER = ("main", "first", "second", "third", "door", "custom")
_DISQUALIFIED = Registration.Status.DISQUALIFIED


def build(event: Event, version: int) -> Data:
    """The result as it stands now.

    ``rounds``: for each match that is over ``number``, ``kind``, ``title``, ``match`` (public id), ``places`` and
    ``prizes``. A place is ``place`` (None for who has none), ``seat``, ``name``, ``reg``, ``rolls`` and ``points``
    (None where the game doesn't count them) and ``state``: placed, left or disqualified; whoever comes after somebody
    disqualified moves up. A prize is ``place``, ``prize`` (the title, empty where none was set for the place),
    ``label``, ``from_whom``, ``name`` and ``reg`` (empty while nobody has it) and ``award`` (its row). ``prizes`` are
    those the host gave.
    ``podium``: place 1 to 3 of what decides the evening, or who won each round.
    """
    matches = (
        event.matches.exclude(ended_at=None)
        .select_related("round", "event")
        .prefetch_related("seats__registration", "awards__prize", "awards__registration")
        .order_by("number")
    )
    rounds = [_round(match) for match in matches]
    given = event.awards.filter(match=None).select_related("prize", "registration")
    return {
        "version": version,
        "event": event.public_id,
        "title": event.title,
        "format": str(event.format),
        "starts_at": event.starts_at.isoformat(),
        "rounds": rounds,
        "prizes": [_prize(award) for award in _standing(list(given))],
        "podium": _podium(event, rounds),
    }


def _round(match: Match) -> Data:
    return {
        "number": match.round.number,
        "kind": str(match.round.kind),
        "title": programme.title_of(match.round),
        "match": match.public_id,
        "places": _places(match),
        "prizes": [
            _prize(award) for award in _standing(list(match.awards.all())) if _counts(match, award)
        ],
    }


def _places(match: Match) -> list[Data]:
    seats = list(match.seats.all())
    rolls, points = _rolls(match), _points(match)
    placed = sorted(
        (seat for seat in seats if seat.place), key=lambda seat: (seat.place or 0, seat.number)
    )
    out = [seat.place or 0 for seat in placed if seat.registration.status == _DISQUALIFIED]
    rows = []
    for seat in [*placed, *(seat for seat in seats if not seat.place)]:
        state = _state(seat)
        place = None
        if state == "placed" and seat.place:
            place = seat.place - sum(before < seat.place for before in out)
        rows.append(
            {
                "place": place,
                "seat": seat.number,
                "name": seat.registration.name,
                "reg": seat.registration.reg,
                "rolls": rolls[seat.number] if seat.number < len(rolls) else None,
                "points": points[seat.number] if points else None,
                "state": state,
            }
        )
    return sorted(rows, key=lambda row: row["place"] is None)


def _rolls(match: Match) -> tuple[int, ...]:
    """How often each seat rolled (LB-20), where the game counts it."""
    if not match.seq:
        return ()
    view = states.table_of(match).view(states.state_of(match), Public())
    return tuple(getattr(view, "rolled", ()))


def _points(match: Match) -> list[int | None]:
    """What each seat came to, in games with points."""
    return list((match.outcome or {}).get("points") or ())


def _state(seat: Seat) -> str:
    if seat.registration.status == _DISQUALIFIED:
        return "disqualified"
    return "placed" if seat.place else "left"


def _counts(match: Match, award: Award) -> bool:
    """A heat's winner has a place in the final; only what has a prize is won in it."""
    return match.round.kind not in Round.BEFORE_A_FINAL or award.prize is not None


def _standing(awards: list[Award]) -> list[Award]:
    """Those that count, the podium first: whatever was handed on is told by its successor."""
    return sorted(
        (award for award in awards if award.successor_id is None),
        key=lambda award: (_ORDER.index(award.place), award.pk),
    )


def _prize(award: Award) -> Data:
    is_void = award.state == Award.State.VOID
    return {
        "place": award.place,
        "prize": award.prize.title if award.prize else "",
        "label": award.prize.label if award.prize else "",
        "from_whom": award.prize.from_whom if award.prize else "",
        "name": "" if is_void else award.registration.name,
        "reg": "" if is_void else award.registration.reg,
        "award": award.pk,
    }


def _podium(event: Event, rounds: list[Data]) -> list[Data]:
    if event.format == Event.Format.PRIZE_EVERY_ROUND:
        return [
            _step(round_, row) for round_ in rounds for row in round_["places"] if row["place"] == 1
        ]
    deciding = _deciding(rounds)
    if deciding is None:
        return []
    return [_step(deciding, row) for row in deciding["places"] if row["place"] in (1, 2, 3)]


def _deciding(rounds: list[Data]) -> Data | None:
    """The final or the KnockOut; without one, the heat whose places were given prizes (EV-4), or the only one."""
    decided = [round_ for round_ in rounds if round_["kind"] in ("final", "knockout")]
    decided += [round_ for round_ in rounds if round_["prizes"]]
    if decided:
        return decided[0]
    return rounds[0] if len(rounds) == 1 else None


def _step(round_: Data, row: Data) -> Data:
    won = [prize["prize"] for prize in round_["prizes"] if prize["reg"] == row["reg"]]
    return {
        "round": round_["number"],
        "title": round_["title"],
        "place": row["place"],
        "name": row["name"],
        "reg": row["reg"],
        "prize": ", ".join(filter(None, won)),
    }
