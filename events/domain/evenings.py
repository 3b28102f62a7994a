"""An evening's life: planned, published with its seals, announced at, finished or cancelled.

Whoever calls these has checked the role (`queries.roles`); ``by`` is only written down.
"""

import secrets
from dataclasses import fields
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from events.domain.calls import pass_over_due
from events.domain.closings import carry_all
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.outcomes import award_by_heat
from events.domain.plans import (
    OPENED_MESSAGE,
    Plan,
    PrizeLine,
    checked_prizes,
    checked_values,
    plan_of,
    prize_lines,
)
from events.domain.prize_plans import put_prizes
from events.domain.prizes import settle_if_done
from events.domain.programming import check_heats, check_rounds
from events.domain.refusal import Refusal
from events.domain.registration import fill_places
from events.domain.rehearsals import close_rehearsal
from events.domain.results import first_version
from events.domain.seeds import publish_seed, seal, seals_hash
from events.domain.writing import writing
from events.live import broadcast
from events.models import CommandRecord, Event, EventStaff, Registration, Seed, User
from events.queries import clock, programme, rounds

__all__ = [
    "Plan",
    "PrizeLine",
    "add_co_host",
    "announce",
    "cancel_event",
    "close_rehearsal",
    "create_event",
    "edit_event",
    "finish_event",
    "plan_of",
    "publish_event",
]

DRAW_SEEDS, MATCH_SEEDS = 32, 64
_OVER = {Event.State.FINISHED, Event.State.SETTLED, Event.State.CANCELLED}
_ALWAYS = {"welcome", "rounds", "heats"}
"""What may change until the evening is over (EV-3: the host may add or stop rounds), within its own limits."""
_FIELDS = {
    "starts_at": "starts",
    "starts_wall": "starts",
    "opens_at": "opens",
    "closes_at": "closes",
}
"""The plan's names for what an Event stores under another."""


def create_event(*, host: User, plan: Plan, command_id: str) -> Event:
    """Make a draft. The same command again returns the same draft.

    Raises Refusal on the field of the plan that can't be.
    """
    by = f"user/{host.pk}"
    with transaction.atomic(durable=True):
        # The account's lock lets two presses of one button find each other.
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        now = clock.now()
        made = CommandRecord.objects.filter(scope=by, actor=by, command_id=command_id).first()
        if made is not None:
            return Event.objects.get(pk=made.seq)
        prizes = checked_prizes(plan)
        event = Event.objects.create(
            host=host, pin=_free_pin(), **checked_values(plan, at_once=now)
        )
        if plan.opens is None:
            event.opens_at = event.created_at
        put_prizes(event, prizes)
        Ledger(event, by, now).append("created", title=event.title)
        event.save()
        CommandRecord.objects.create(
            scope=by, actor=by, command_id=command_id, payload_hash="", seq=event.pk, at=now
        )
        transaction.on_commit(lambda: broadcast.publish(event.topic, event.seq), robust=True)
    return event


def edit_event(*, event_id: str, by: str, plan: Plan, command_id: str) -> Event:
    """Change an evening to a plan; what the plan leaves as it is counts as no change.

    Everything in a draft; everything but whether it is a rehearsal until registration opens; from
    then on the welcome line, the number of rounds (not below those begun or with prizes) and, while
    registration is open, more places. Raises Refusal on the field that can't be changed.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"edit": _words(plan)}):
            return event
        if event.state in _OVER:
            raise Refusal("over", _("This evening is over and stays as it is."))
        draft = event.state == Event.State.DRAFT
        at_once = event.created_at if draft else event.opens_at
        values = checked_values(plan, at_once=at_once)
        prizes = checked_prizes(plan)
        changed = {name for name, value in values.items() if getattr(event, name) != value}
        if prizes != prize_lines(event):
            changed.add("prizes")
        if not draft:
            _check_changes(ledger, values, changed)
        for name in changed - {"prizes"}:
            setattr(event, name, values[name])
        if "prizes" in changed:
            put_prizes(event, prizes)
        if changed:
            ledger.append("edited", changed=sorted(changed - {"starts_wall"}))
        fill_places(ledger)
        return event


def publish_event(*, event_id: str, by: str, command_id: str) -> Event:
    """Seal the seeds of its draws and matches, then show the evening to everybody.

    Registration opens at once if its time has come. Raises Refusal when start or closing have
    passed, or the evening isn't a draft.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"publish": True}):
            return event
        if event.state != Event.State.DRAFT:
            raise Refusal("published", _("This evening has been published already."), status=409)
        if event.starts_at <= ledger.now:
            raise Refusal("starts-past", _("Choose a start that is still to come."), field="starts")
        if event.closes_at <= ledger.now:
            raise Refusal(
                "closes-past",
                _("Let registration close at a time that is still to come."),
                field="closes",
            )
        checked_prizes(plan_of(event))
        seals = [
            *seal(event, Seed.Purpose.DRAW, DRAW_SEEDS),
            *seal(event, Seed.Purpose.GAME, MATCH_SEEDS),
        ]
        ledger.append("seals", hash=seals_hash(seals), draws=DRAW_SEEDS, matches=MATCH_SEEDS)
        event.state = Event.State.PUBLISHED
        opens_now = event.opens_at <= ledger.now
        if opens_now:
            event.opens_at = event.opened_at = ledger.now
        ledger.append("published", **_announcement(event))
        if opens_now:
            ledger.append("opened", by="clock")
        return event


def cancel_event(*, event_id: str, by: str, reason: str, command_id: str) -> Event:
    """Call the evening off, with a reason that everybody reads. Unused seeds are shown.

    Raises Refusal while a round goes on, once something was won, and once the evening is over.
    """
    _catch_up(event_id)
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"cancel": reason}):
            return ledger.event
        if ledger.event.state in _OVER:
            raise Refusal("over", _("This evening is over, so it can't be cancelled."))
        _check_no_round(ledger.event)
        if ledger.event.awards.exists():
            raise Refusal(
                "won", _("Somebody has won already. Finish the evening so they get their prizes.")
            )
        reason = clean_line(reason, field="reason", longest=240, needed=True)
        _open_seeds(ledger)
        ledger.event.state = Event.State.CANCELLED
        ledger.append("cancelled", reason=reason)
        return ledger.event


def announce(*, event_id: str, by: str, text: str, command_id: str) -> Event:
    """Put a line of at most 240 characters on every page; an empty one takes it off."""
    with writing(event_id, by=by) as ledger:
        if ledger.repeats(command_id, {"announce": text}):
            return ledger.event
        if ledger.event.state == Event.State.DRAFT:
            raise Refusal("draft", _("Publish this evening first: nobody sees it yet."))
        ledger.event.announcement = clean_line(text, field="text", longest=240)
        ledger.append("announced", text=ledger.event.announcement)
        return ledger.event


def finish_event(*, event_id: str, by: str, command_id: str) -> Event:
    """End the evening: its result gets its first version, every seed is shown. Settled at once if nothing is owed.

    Raises Refusal while registration is open or a round goes on.
    """
    _catch_up(event_id)
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        if ledger.repeats(command_id, {"finish": True}):
            return event
        if event.state in _OVER:
            raise Refusal("over", _("This evening is over already."), status=409)
        if event.state in {Event.State.DRAFT, Event.State.PUBLISHED}:
            raise Refusal(
                "not-closed",
                _("Registration hasn't closed yet. Wait for it, or cancel the evening."),
            )
        _check_no_round(event)
        _open_seeds(ledger)
        award_by_heat(ledger)
        event.state = Event.State.FINISHED
        ledger.append("finished", rounds=rounds.played(event))
        first_version(ledger)
        settle_if_done(ledger)
        return event


def add_co_host(*, event_id: str, by: str, email: str, command_id: str) -> EventStaff:
    """Let another account run this evening too. Adding them again changes nothing.

    Raises Refusal on ``email``: nobody has it, it is the host's, or they are on the list.
    """
    with writing(event_id, by=by) as ledger:
        event = ledger.event
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise Refusal(
                "no-account",
                _("No account has this address. Ask them to sign up first."),
                field="email",
            )
        there = EventStaff.objects.filter(event=event, user=user).first()
        if ledger.repeats(command_id, {"host": user.pk}) or there is not None:
            return there or EventStaff.objects.get(event=event, user=user)
        if event.state in _OVER:
            raise Refusal("over", _("This evening is over and stays as it is."))
        if user.pk == event.host_id:
            raise Refusal("is-host", _("They are the host already."), field="email")
        if event.registrations.filter(person__user=user, status__in=Registration.ACTIVE).exists():
            raise Refusal(
                "is-in",
                _("They are on the list as a player. They must withdraw before they can help."),
                field="email",
            )
        staff = EventStaff.objects.create(event=event, user=user)
        ledger.append("hosted", user=user.pk, name=user.name)
        return staff


def _check_changes(ledger: Ledger, values: dict[str, Any], changed: set[str]) -> None:
    """Refuse what can't change once the evening is published."""
    event = ledger.event
    if "rehearsal" in changed:
        raise Refusal(
            "rehearsal-fixed",
            _("A published evening stays what it is. Make another one instead."),
            field="rehearsal",
        )
    is_open = event.state == Event.State.PUBLISHED
    if is_open and ledger.now < event.opens_at:
        if {"closes_at", "starts_at"} & changed and values["closes_at"] <= ledger.now:
            raise Refusal(
                "closes-past",
                _("Let registration close at a time that is still to come."),
                field="closes",
            )
        return
    if "rounds" in changed:
        check_rounds(event, values["rounds"])
    if "heats" in changed:
        check_heats(event)
    allowed = set(_ALWAYS)
    if is_open and values["capacity"] >= event.capacity:
        allowed.add("capacity")
    for name in sorted(changed - allowed):
        if name == "capacity" and is_open:
            raise Refusal(
                "capacity-down",
                _("People count on their places: there can only be more of them now."),
                field="capacity",
            )
        raise Refusal("opened", OPENED_MESSAGE, field=_FIELDS.get(name, name))


def _catch_up(event_id: str) -> None:
    """Do first what was due before the evening ends."""
    pass_over_due(event_id=event_id)
    carry_all(event_id=event_id)


def _check_no_round(event: Event) -> None:
    if not rounds.under_way(event):
        return
    round_ = rounds.current(event)
    raise Refusal(
        "round-under-way",
        _("%(round)s is still going on. Play it to its end first.")
        % {"round": programme.title_of(round_) if round_ else ""},
    )


def _open_seeds(ledger: Ledger) -> None:
    for seed in ledger.event.seeds.filter(opened=""):
        publish_seed(seed, ledger.now)


def _announcement(event: Event) -> dict[str, Any]:
    return {
        "title": event.title,
        "starts_at": event.starts_at.isoformat(),
        "opens_at": event.opens_at.isoformat(),
        "closes_at": event.closes_at.isoformat(),
        "capacity": event.capacity,
        "rounds": event.rounds,
        "prizes": [
            [prize.round, prize.place, prize.title, prize.from_whom] for prize in prize_lines(event)
        ],
    }


def _words(plan: Plan) -> dict[str, str]:
    """The plan as text, to tell two requests apart."""
    return {field.name: repr(getattr(plan, field.name)) for field in fields(plan)}


def _free_pin() -> str:
    while True:
        pin = f"{secrets.randbelow(1_000_000):06d}"
        if not Event.objects.filter(pin=pin).exists():
            return pin
