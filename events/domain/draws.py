"""Drawing names for a round, in public, from the frozen list (EV-2 … EV-7, fair-v1).

A draw is frozen first: who is in it, who isn't and why, which seal serves it and which later entropy it waits for.
The names follow from both as soon as that has come.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from events.domain import entropy
from events.domain.calls import (
    end_calls,
    go_on,
    pass_over_due,
    settle_due_calls,
    skip_before,
)
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.matches import create_match
from events.domain.refusal import Refusal
from events.domain.seeds import next_sealed, open_seed, publish_seed, top_up
from events.domain.writing import writing
from events.models import Draw, Entropy, Event, Registration, Round, Seed
from events.queries import programme, rounds
from games import fair
from games.programme import Next

MOST_REDRAWS = 2
"""How often the draw for one round may be cancelled and drawn again: whoever wants other names gets few tries."""
LONGEST_REASON = 120

_STILL_OPEN = {Event.State.DRAFT, Event.State.PUBLISHED}
_OVER = {Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED}


@dataclass(frozen=True, slots=True)
class Pool:
    """Who a draw is from, how many of them are called, and who is left out of it for which reason."""

    places: int
    eligible: list[Registration]
    excluded: list[tuple[Registration, str]]


def draw_round(*, event_id: str, by: str, command_id: str, source: str = "") -> None:
    """Freeze the draw for the next round of the programme; once its entropy is there, whoever is drawn is called.

    Who has not played and who may try again are drawn apart (EV-6). A final is drawn among the winners: for their
    seats, and where more have won than it seats, for who is in it. A KnockOut seats everybody in the order drawn, and
    calling is the table's own (KO-1). ``source`` says which text will be read out, where the evening waits for one;
    without it the one said last. Raises Refusal while registration is open, while a round is under way, when nobody
    can be drawn, when every seal is used up, and on ``source``.
    """
    source = clean_line(source, field="source", longest=entropy.LONGEST_SOURCE)
    pass_over_due(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"draw": source or True}):
            return
        _check_state(ledger.event)
        settle_due_calls(ledger)
        if rounds.under_way(ledger.event):
            raise Refusal("round-under-way", _("This round is still going on. Finish it first."))
        _freeze(ledger, source)


def redraw_round(*, event_id: str, by: str, reason: str, command_id: str, source: str = "") -> None:
    """Cancel the draw of a round that isn't seated yet, for a reason that everybody reads; draw with the next seal.

    The cancelled draw stays public. Raises Refusal on ``reason`` without 1 to 120 characters, when there is nothing to
    cancel, after two cancelled draws for one round, and whenever `draw_round` would.
    """
    reason = clean_line(reason, field="reason", longest=LONGEST_REASON, needed=True)
    source = clean_line(source, field="source", longest=entropy.LONGEST_SOURCE)
    pass_over_due(event_id=event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"redraw": [reason, source]}):
            return
        _check_state(ledger.event)
        settle_due_calls(ledger)
        cancel(ledger, _cancellable(ledger.event), reason)
        _freeze(ledger, source)


def finish_draw(ledger: Ledger, awaited: Entropy) -> None:
    """Work the names out, now that the draw's entropy is there; go on once every draw of the round has."""
    draw = awaited.draw
    assert draw is not None  # noqa: S101 - whoever calls has looked
    draw.entropy = awaited.line
    draw.order = fair.draw_order(
        open_seed(draw.seed),
        ledger.event.scope,
        draw.number,
        draw.root,
        draw.entropy,
        [entry["reg"] for entry in draw.eligible],
    )
    draw.save(update_fields=["entropy", "order"])
    publish_seed(draw.seed, ledger.now)
    ledger.append(
        "drawn",
        draw=draw.number,
        round=draw.round.number,
        kind=draw.round.kind,
        places=draw.places,
        root=draw.root,
        entropy=draw.entropy,
        order=draw.order,
        excluded=draw.excluded,
    )
    if not rounds.awaits_draw(draw.round):
        _seat_or_call(ledger, draw)


def _seat_or_call(ledger: Ledger, drawn: Draw) -> None:
    if drawn.round.kind != Round.Kind.KNOCKOUT:
        go_on(ledger, drawn.round)
        return
    entries = {entry.reg: entry for entry in ledger.event.registrations.filter(reg__in=drawn.order)}
    skip_before(ledger, drawn, len(drawn.order) + 1)
    players = [
        entries[reg] for reg in drawn.order if entries[reg].status == Registration.Status.REGISTERED
    ]
    if len(players) >= 2:
        create_match(ledger, drawn.round, players)
    else:
        ledger.append("round-empty", by="clock", round=drawn.round.number, here=len(players))


def _cancellable(event: Event) -> Round:
    """The round whose draw can be cancelled: drawn or frozen, and nobody of it has sat down."""
    round_ = rounds.current(event)
    if round_ is None or round_.matches.exists() or not rounds.under_way(event):
        raise Refusal(
            "nothing-drawn",
            _("No draw can be cancelled now: once the players have their seats, it stands."),
            status=409,
        )
    cancelled = Round.objects.filter(
        event=event, number=round_.number, draws__cancelled_at__isnull=False
    )
    if cancelled.distinct().count() >= MOST_REDRAWS:
        raise Refusal(
            "redraws-used",
            _(
                "This round was drawn again twice already, so this draw stands. Pass over who isn’t here."
            ),
        )
    return round_


def cancel(ledger: Ledger, round_: Round, reason: str) -> None:
    """Give up what was drawn or frozen for a round; it stays public, and its seeds are opened."""
    draws = list(round_.draws.select_related("seed__event").order_by("number"))
    end_calls(ledger, round_)
    for draw in draws:
        draw.cancelled_at, draw.cancelled_reason = ledger.now, reason
        draw.save(update_fields=["cancelled_at", "cancelled_reason"])
        publish_seed(draw.seed, ledger.now)
    Entropy.objects.filter(draw__in=draws, settled_at=None).update(settled_at=ledger.now)
    ledger.append(
        "draw-cancelled",
        draws=[draw.number for draw in draws],
        round=round_.number,
        kind=round_.kind,
        attempt=round_.attempt,
        reason=reason,
    )


def _freeze(ledger: Ledger, source: str) -> None:
    """Freeze the draws that the next round takes; those that wait for nothing are drawn at once."""
    event = ledger.event
    coming = programme.next_round(event)
    if coming is None:
        raise Refusal(
            "too-few",
            _("Fewer than two people can be drawn. Finish the evening to hand out the prizes."),
        )
    event.entropy_source = source or event.entropy_source
    entropy.check_source(event.entropy_mode, event.entropy_source)
    this_round = _next_round(event, coming)
    frozen = [_frozen(ledger, this_round, pool) for pool in _pools(event, coming)]
    event.state = Event.State.RUNNING
    for awaited in frozen:
        if entropy.settle_none(ledger, awaited):
            finish_draw(ledger, awaited)


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


def _frozen(ledger: Ledger, this_round: Round, pool: Pool) -> Entropy:
    """One draw with its list, its seal, and what it waits for."""
    event = ledger.event
    sealed = next_sealed(event, Seed.Purpose.DRAW)
    rows = sorted((entry.reg, entry.client_seed) for entry in pool.eligible)
    draw = Draw.objects.create(
        event=event,
        round=this_round,
        seed=sealed,
        number=sealed.number,
        places=pool.places,
        eligible=[{"reg": reg, "client_seed": seed} for reg, seed in rows],
        excluded=[{"reg": entry.reg, "reason": reason} for entry, reason in pool.excluded],
        root=fair.list_root(event.scope, rows),
        at=ledger.now,
    )
    top_up(ledger, Seed.Purpose.DRAW, draw.number)
    awaited = entropy.named(ledger, entropy.DRAW_LEAD, draw=draw)
    ledger.append(
        "draw-frozen",
        draw=draw.number,
        round=this_round.number,
        kind=this_round.kind,
        places=draw.places,
        root=draw.root,
        count=len(rows),
        regs=[reg for reg, _seed in rows],
        excluded=draw.excluded,
        entropy=entropy.described(awaited),
    )
    return awaited
