"""What can be asked of an evening from a live page: each command's name, who may, and the function that does it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.domain import (
    awaited,
    calls,
    departures,
    disputes,
    draws,
    evenings,
    practice,
    prizes,
    programming,
    rehearsals,
    waivers,
)
from events.domain.refusal import Refusal
from events.models import Event
from events.queries.roles import STAFF, Action, allowed, role_of
from events.views.access import Visitor

_NOT_KEPT = re.compile("[\x00\ud800-\udfff]")
"""PostgreSQL keeps no NUL; half a surrogate pair, which JSON can spell, is no text at all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command for an evening, as it arrived."""

    event: Event
    who: Visitor
    args: Mapping[str, Any]
    command_id: str

    @property
    def as_host(self) -> dict[str, str]:
        return {
            "event_id": self.event.public_id,
            "by": self.who.by,
            "command_id": self.command_id,
        }

    @property
    def as_person(self) -> dict[str, Any]:
        return {
            "event_id": self.event.public_id,
            "person": self.who.known,
            "command_id": self.command_id,
        }

    def number(self, name: str) -> int:
        """A whole number among the arguments. Raises Refusal 400 for anything else."""
        value = self.args.get(name)
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 18:
            return int(value)
        if type(value) is not int or not 0 <= value < 10**18:
            raise _not_whole()
        return value

    def text(self, name: str) -> str:
        """A text among the arguments; nothing counts as an empty one.

        Raises Refusal 400 for what is no text, and on ``name`` for what no database keeps.
        """
        value = self.args.get(name, "")
        if not isinstance(value, str):
            raise _not_whole()
        if _NOT_KEPT.search(value):
            raise Refusal(
                "text-unfit",
                _("Some characters can't be shown here. Type it by hand."),
                field=name,
            )
        return value


def _not_whole() -> Refusal:
    return Refusal("bad-args", _("That didn’t arrive whole. Load the page again."), status=400)


def _dispute(asked: Asked) -> None:
    """Open a dispute: a player their own, the host for the entry that is named."""
    match = asked.event.matches.filter(public_id=asked.text("match")).first()
    if match is None:
        raise Refusal("no-match", _("There is no such match at this evening."), status=404)
    if not asked.args.get("seq"):
        raise Refusal("no-entry", _("Choose what it is about."), field="seq")
    runs_it = role_of(asked.event, asked.who.user, asked.who.person) in STAFF
    if runs_it and not asked.args.get("entry"):
        raise Refusal("no-seat", _("Choose whose dispute it is."), field="entry")
    whose: dict[str, Any] = (
        {"by": asked.who.by, "registration_id": asked.number("entry")}
        if runs_it
        else {"person": asked.who.known}
    )
    disputes.open_dispute(
        match_id=match.public_id,
        seq=asked.number("seq"),
        text=asked.text("text"),
        command_id=asked.command_id,
        **whose,
    )


Act = Callable[[Asked], object]

COMMANDS: dict[str, tuple[Action, Act]] = {
    "Answer": (Action.ANSWER_CALL, lambda a: calls.answer_call(**a.as_person)),
    "Claim": (
        Action.CLAIM,
        lambda a: prizes.claim_award(**a.as_person, award_id=a.number("award")),
    ),
    "Dispute": (Action.DISPUTE_TABLE, _dispute),
    "Leave": (Action.WITHDRAW, lambda a: departures.leave(**a.as_person)),
    "Draw": (Action.DRAW, lambda a: draws.draw_round(**a.as_host, source=a.text("source"))),
    "Redraw": (
        Action.DRAW,
        lambda a: draws.redraw_round(**a.as_host, reason=a.text("reason"), source=a.text("source")),
    ),
    "GiveText": (
        Action.DRAW,
        lambda a: awaited.give_text(**a.as_host, text=a.text("text")),
    ),
    "SwitchEntropy": (
        Action.DRAW,
        lambda a: awaited.switch(**a.as_host, mode=a.text("mode"), source=a.text("source")),
    ),
    "SetHeats": (
        Action.EDIT,
        lambda a: programming.set_heats(**a.as_host, heats=a.number("heats") or None),
    ),
    "SetRounds": (
        Action.EDIT,
        lambda a: programming.set_rounds(**a.as_host, rounds=a.number("rounds")),
    ),
    "PassOver": (
        Action.PASS_OVER,
        lambda a: calls.pass_over(
            **a.as_host, call_id=a.number("call"), reason=a.text("reason").strip()
        ),
    ),
    "CallAgain": (
        Action.CALL_AGAIN,
        lambda a: calls.call_again(**a.as_host, call_id=a.number("call")),
    ),
    "RuleDispute": (
        Action.RULE_DISPUTE,
        lambda a: disputes.rule_dispute(
            **a.as_host, dispute_id=a.number("dispute"), ruling=a.text("ruling")
        ),
    ),
    "WaivePriorWinner": (
        Action.HOST_COMMAND,
        lambda a: waivers.waive_prior_winner(
            **a.as_host, match_id=a.text("match"), reason=a.text("reason")
        ),
    ),
    "Announce": (
        Action.ANNOUNCE,
        lambda a: evenings.announce(
            **a.as_host, text="" if "take_down" in a.args else a.text("text")
        ),
    ),
    "Remove": (
        Action.REMOVE,
        lambda a: departures.take_out(
            **a.as_host,
            registration_id=a.number("entry"),
            reason=a.text("reason") or _("removed by the host"),
        ),
    ),
    "AddPractice": (
        Action.PRACTICE,
        lambda a: practice.add_practice_players(**a.as_host, count=a.number("count")),
    ),
    "CloseNow": (Action.PRACTICE, lambda a: rehearsals.close_rehearsal(**a.as_host)),
    "Deliver": (
        Action.DELIVER,
        lambda a: prizes.deliver_award(**a.as_host, award_id=a.number("award")),
    ),
    "Finish": (Action.FINISH, lambda a: evenings.finish_event(**a.as_host)),
}
"""By name: the action it is in the table of roles, and what does it."""


def run(event: Event, who: Visitor, name: str, args: Mapping[str, Any], command_id: str) -> None:
    """Do the command if whoever asks may. Raises Refusal: 400 unknown or mangled, 403 not theirs, and the domain's."""
    if name not in COMMANDS:
        raise Refusal("unknown-command", _("This page is out of date. Load it again."), status=400)
    action, act = COMMANDS[name]
    if not allowed(action, role_of(event, who.user, who.person), event.state):
        raise Refusal(
            "not-allowed", _("That isn’t yours to do here, or not at this moment."), status=403
        )
    act(Asked(event, who, args, command_id))
