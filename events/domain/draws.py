"""Drawing names for a round, in public, from the frozen list (EV-2, EV-3, EV-6, fair-v1)."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.domain.calls import call_from_reserves, pass_over_due, settle_due_calls
from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.domain.seeds import open_seed, publish_seed, top_up
from events.domain.writing import writing
from events.models import Draw, Event, Registration, Round, Seed
from events.queries import rounds
from games import TABLES, fair

_ENTROPY = "none"
"""The scheme's entropy line while no beacon is asked; shown with every draw."""

_STILL_OPEN = {Event.State.DRAFT, Event.State.PUBLISHED}
_OVER = {Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED}


@dataclass(frozen=True, slots=True)
class Pool:
    """Who a draw is from, and who is left out of it for which reason."""

    eligible: list[Registration]
    excluded: list[tuple[Registration, str]]


def draw_round(*, event_id: str, by: str, command_id: str) -> None:
    """Draw as many as the game seats and call them; the rest stay reserves in the order drawn.

    Those who haven't played come first; only if they don't fill the table, a second draw fills the rest from those
    who have played once and won no main prize (EV-3, EV-6). Raises Refusal while registration is open, while a round
    is under way, when fewer than two can be drawn, or when every seal is used up.
    """
    pass_over_due(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"draw": True}):
            return
        _check_state(ledger.event)
        settle_due_calls(ledger)
        if rounds.under_way(ledger.event):
            raise Refusal("round-under-way", _("This round is still going on. Finish it first."))
        fresh, again = _pools(ledger.event)
        if len(fresh.eligible) + len(again.eligible) < 2:
            raise Refusal(
                "too-few",
                _("Fewer than two people can be drawn. Finish the evening to hand out the prizes."),
            )
        this_round = _next_round(ledger.event)
        seats = TABLES[ledger.event.game].game.max_seats
        if fresh.eligible:
            _draw(ledger, this_round, fresh, places=min(seats, len(fresh.eligible)))
        if len(fresh.eligible) < seats and again.eligible:
            places = min(seats - len(fresh.eligible), len(again.eligible))
            _draw(ledger, this_round, again, places=places)
        ledger.event.state = Event.State.RUNNING
        call_from_reserves(ledger, this_round)


def _check_state(event: Event) -> None:
    if event.state in _STILL_OPEN:
        raise Refusal(
            "still-open", _("Registration is still open. You can draw once it has closed.")
        )
    if event.state in _OVER:
        raise Refusal("over", _("This evening is over, so nobody can be drawn."))


def _pools(event: Event) -> tuple[Pool, Pool]:
    """Who hasn't played, and who may try again, each with those left out and why."""
    played = Counter(event.matches.values_list("seats__registration_id", flat=True))
    winners = set(event.awards.filter(place="main").values_list("registration_id", flat=True))
    fresh, again = Pool([], []), Pool([], [])
    for registration in event.registrations.order_by("number"):
        times = played[registration.pk]
        reason = _reason_against(registration, winner=registration.pk in winners)
        if reason:
            fresh.excluded.append((registration, reason))
            again.excluded.append((registration, reason))
        elif times == 0:
            fresh.eligible.append(registration)
            again.excluded.append((registration, "drawn before those who have played"))
        elif times == 1:
            again.eligible.append(registration)
            fresh.excluded.append((registration, "has played"))
        else:
            fresh.excluded.append((registration, "has played"))
            again.excluded.append((registration, "has tried again already"))
    return fresh, again


def _reason_against(registration: Registration, *, winner: bool) -> str:
    """Why this registration can't be drawn at all, or an empty text (EV-2, EV-3, EV-7)."""
    if registration.status == Registration.Status.WAITING:
        return "was on the waiting list when registration closed"
    if registration.status != Registration.Status.REGISTERED:
        return str(registration.status)
    return "has won a main prize" if winner else ""


def _next_round(event: Event) -> Round:
    """The round to draw for: the last number anew if its draw came to nothing, or the next number."""
    last = rounds.current(event)
    if last is None:
        return Round.objects.create(event=event, number=1)
    if last.matches.exists():
        return Round.objects.create(event=event, number=last.number + 1)
    return Round.objects.create(event=event, number=last.number, attempt=last.attempt + 1)


def _draw(ledger: Ledger, this_round: Round, pool: Pool, *, places: int) -> Draw:
    event = ledger.event
    number = event.draws.count() + 1
    sealed = event.seeds.filter(purpose=Seed.Purpose.DRAW, number=number).first()
    if sealed is None:
        raise Refusal(
            "no-seals",
            _("Every sealed draw of this evening is used up. Finish it and plan another one."),
        )
    rows = [(entry.reg, entry.client_seed) for entry in pool.eligible]
    root = fair.list_root(event.scope, rows)
    order = fair.draw_order(
        open_seed(sealed), event.scope, number, root, _ENTROPY, [reg for reg, _seed in rows]
    )
    draw = Draw.objects.create(
        event=event,
        round=this_round,
        seed=sealed,
        number=number,
        places=places,
        eligible=[{"reg": reg, "client_seed": seed} for reg, seed in sorted(rows)],
        excluded=[{"reg": entry.reg, "reason": reason} for entry, reason in pool.excluded],
        root=root,
        entropy=_ENTROPY,
        order=order,
        at=ledger.now,
    )
    publish_seed(sealed, ledger.now)
    top_up(ledger, Seed.Purpose.DRAW, number)
    ledger.append("drawn", **_announcement(draw, pool))
    return draw


def _announcement(draw: Draw, pool: Pool) -> dict[str, Any]:
    names = {entry.reg: entry.name for entry in pool.eligible}
    return {
        "draw": draw.number,
        "round": draw.round.number,
        "places": draw.places,
        "root": draw.root,
        "entropy": draw.entropy,
        "order": draw.order,
        "names": [names[reg] for reg in draw.order],
        "excluded": [
            {"name": entry.name, "reg": entry.reg, "reason": reason}
            for entry, reason in pool.excluded
        ],
    }
