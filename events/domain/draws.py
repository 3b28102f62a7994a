"""Drawing names for a round, in public, from the frozen list (EV-2 … EV-7, fair-v1)."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from events.domain.calls import call_from_reserves, pass_over_due, settle_due_calls
from events.domain.ledger import Ledger
from events.domain.matches import create_match
from events.domain.refusal import Refusal
from events.domain.seeds import open_seed, publish_seed, top_up
from events.domain.writing import writing
from events.models import Draw, Event, Registration, Round, Seed
from events.queries import programme, rounds
from games import fair
from games.programme import Next

_ENTROPY = "none"
"""The scheme's entropy line while no beacon is asked; shown with every draw."""

_STILL_OPEN = {Event.State.DRAFT, Event.State.PUBLISHED}
_OVER = {Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED}


@dataclass(frozen=True, slots=True)
class Pool:
    """Who a draw is from, how many of them are called, and who is left out of it for which reason."""

    places: int
    eligible: list[Registration]
    excluded: list[tuple[Registration, str]]


def draw_round(*, event_id: str, by: str, command_id: str) -> None:
    """Draw for the next round of the programme and call whoever was drawn; the rest stay reserves in that order.

    Who has not played and who may try again are drawn apart (EV-6). A final is drawn among the winners: for their
    seats, and where more have won than it seats, for who is in it. A KnockOut seats everybody in the order drawn, and
    calling is the table's own (KO-1). Raises Refusal while registration is open, while a round is under way, when
    nobody can be drawn, or when every seal is used up.
    """
    pass_over_due(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"draw": True}):
            return
        _check_state(ledger.event)
        settle_due_calls(ledger)
        if rounds.under_way(ledger.event):
            raise Refusal("round-under-way", _("This round is still going on. Finish it first."))
        coming = programme.next_round(ledger.event)
        if coming is None:
            raise Refusal(
                "too-few",
                _("Fewer than two people can be drawn. Finish the evening to hand out the prizes."),
            )
        this_round = _next_round(ledger.event, coming)
        draws = [_draw(ledger, this_round, pool) for pool in _pools(ledger.event, coming)]
        ledger.event.state = Event.State.RUNNING
        if this_round.kind == Round.Kind.KNOCKOUT:
            create_match(ledger, this_round, _in_order(ledger.event, draws[0]))
        else:
            call_from_reserves(ledger, this_round)


def _check_state(event: Event) -> None:
    if event.state in _STILL_OPEN:
        raise Refusal(
            "still-open", _("Registration is still open. You can draw once it has closed.")
        )
    if event.state in _OVER:
        raise Refusal("over", _("This evening is over, so nobody can be drawn."))


def _pools(event: Event, coming: Next) -> list[Pool]:
    """The draws that the round takes, with people for their ids."""
    entries: dict[Hashable, Registration] = {entry.pk: entry for entry in event.registrations.all()}
    waiting = programme.left_out(event)
    if coming.seats:
        finalists = [entries[pk] for pk in coming.seats]
        others = [(entry, "has won no heat") for entry in _listed(event) if entry not in finalists]
        return [Pool(coming.places, finalists, [*others, *waiting])]
    return [
        Pool(
            pool.places,
            [entries[pk] for pk in pool.eligible],
            [*(_with_reason(entries[pk], reason) for pk, reason in pool.excluded), *waiting],
        )
        for pool in coming.pools
    ]


def _with_reason(entry: Registration, reason: str) -> tuple[Registration, str]:
    """Whoever isn't on the list any more is left out for that."""
    gone = entry.status != Registration.Status.REGISTERED
    return entry, str(entry.status) if gone else reason


def _listed(event: Event) -> list[Registration]:
    return list(event.registrations.filter(status=Registration.Status.REGISTERED))


def _in_order(event: Event, draw: Draw) -> list[Registration]:
    entries = {entry.reg: entry for entry in event.registrations.filter(reg__in=draw.order)}
    return [entries[reg] for reg in draw.order]


def _next_round(event: Event, coming: Next) -> Round:
    """The round to draw for: the last number anew if its draw came to nothing, or the next number."""
    last = rounds.current(event)
    if last is None:
        return Round.objects.create(event=event, number=1, kind=coming.kind)
    if last.matches.exists():
        return Round.objects.create(event=event, number=last.number + 1, kind=coming.kind)
    return Round.objects.create(
        event=event, number=last.number, attempt=last.attempt + 1, kind=coming.kind
    )


def _draw(ledger: Ledger, this_round: Round, pool: Pool) -> Draw:
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
        places=pool.places,
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
        "kind": draw.round.kind,
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
