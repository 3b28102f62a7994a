"""How each prize of an evening gets to its winner: where it stands in words, and what a reader may do about it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.models import Award, Event, Person, Prize, Round
from events.queries import outcome, pictures, programme
from events.queries.roles import Action, Role, allowed

State = Award.State

SHORT = {
    "main": gettext_lazy("Main"),
    "first": gettext_lazy("1st"),
    "second": gettext_lazy("2nd"),
    "third": gettext_lazy("3rd"),
    "door": gettext_lazy("Door"),
    "custom": gettext_lazy("Special"),
}
_STEPS = {State.AWARDED: 1, State.CLAIMED: 2, State.DISPUTED: 2, State.DELIVERED: 3}
_OPEN = (State.VOID, State.RETURNED)

BY_STATE: dict[str, tuple[Action, ...]] = {
    State.AWARDED: (Action.CLAIM, Action.SEE_CLAIM_CODE, Action.VOID_AWARD),
    State.CLAIMED: (Action.DELIVER, Action.VOID_AWARD),
    State.DELIVERED: (Action.CONFIRM, Action.DISPUTE_PRIZE),
    State.DISPUTED: (Action.CONFIRM, Action.DELIVER, Action.VOID_AWARD),
    State.CONFIRMED: (),
    State.RETURNED: (Action.AWARD_SUCCESSOR, Action.AWARD_CUSTOM),
    State.VOID: (Action.AWARD_SUCCESSOR, Action.AWARD_CUSTOM),
}
"""What can be done about an award in each state, by whoever may."""
_WINNERS = (Action.CLAIM, Action.CONFIRM, Action.DISPUTE_PRIZE)


@dataclass(frozen=True, slots=True)
class Line:
    """An award for one reader. ``place`` is short ("1st"), ``round`` empty where the evening has only one.

    ``steps`` are the three of its way, ``word`` says the state, ``more`` what else there is to say about it,
    ``acts`` is what this reader may do now, and ``picture`` as `queries.pictures` gives it.
    """

    award: Award
    place: str
    round: str
    steps: tuple[bool, bool, bool]
    word: str
    more: str
    mine: bool
    acts: frozenset[Action]
    picture: dict[str, Any] | None

    @property
    def claim_code(self) -> str:
        """In two halves to read out; empty for whoever may not see it."""
        if Action.SEE_CLAIM_CODE not in self.acts:
            return ""
        code = self.award.claim_code
        return f"{code[:5]}-{code[5:]}"


def lines(event: Event, role: Role, person: Person | None) -> list[Line]:
    """Every award there has been, void ones too: rounds in order, the podium first.

    A heat's winner goes on to the final; that is no line of its own unless a prize came with it.
    """
    awards = [award for award in outcome.awards_of(event) if not _only_goes_on(award)]
    several = len({award.match_id for award in awards if award.match_id}) > 1
    return [_line(event, award, role, person, several=several) for award in awards]


def to_give(event: Event) -> list[Prize]:
    """The host's own prizes that nobody has: never given, void or gone back."""
    taken = event.awards.exclude(state__in=_OPEN).values("prize")
    return list(event.prizes.filter(place=Prize.Place.CUSTOM).exclude(pk__in=taken))


def summary(lines_: Iterable[Line]) -> str:
    """Like "6 prizes awarded, 4 claimed, 2 delivered"; each counts those that got at least so far."""
    states = Counter(line.award.state for line in lines_ if line.award.prize is not None)
    delivered = states[State.DELIVERED] + states[State.CONFIRMED]
    claimed = delivered + states[State.CLAIMED] + states[State.DISPUTED]
    total = claimed + states[State.AWARDED]
    said = ngettext(
        "%(total)s prize awarded, %(claimed)s claimed, %(delivered)s delivered",
        "%(total)s prizes awarded, %(claimed)s claimed, %(delivered)s delivered",
        total,
    ) % {"total": total, "claimed": claimed, "delivered": delivered}
    parts = [said] if total else []
    if states[State.DISPUTED]:
        parts.append(_("%(count)s disputed") % {"count": states[State.DISPUTED]})
    if states[State.RETURNED]:
        parts.append(_("%(count)s gone back") % {"count": states[State.RETURNED]})
    return ", ".join(parts)


def round_of(award: Award) -> str:
    """Where it was won, within a sentence: "heat 2", "the final"; empty for what the host gave."""
    if award.match is None:
        return ""
    return programme.in_words(award.match.round.kind, award.match.round.number)


def _line(event: Event, award: Award, role: Role, person: Person | None, *, several: bool) -> Line:
    done = 3 if award.state == State.CONFIRMED else _STEPS.get(State(award.state), 0)
    mine = person is not None and award.registration.person_id == person.pk
    return Line(
        award,
        str(SHORT[award.place]),
        round_of(award) if several else "",
        (done >= 1, done >= 2, done >= 3),
        award.get_state_display(),
        _more(award),
        mine and role == Role.PLAYER,
        frozenset(act for act in BY_STATE[award.state] if _may(act, event, award, role, mine)),
        pictures.shown(event, award.prize) if award.prize else None,
    )


def _may(act: Action, event: Event, award: Award, role: Role, mine: bool) -> bool:
    if award.prize is None or not allowed(act, role, event.state):
        return False
    if act in _WINNERS:
        return mine
    if award.state in _OPEN:
        is_custom = award.match_id is None
        return award.successor_id is None and is_custom == (act == Action.AWARD_CUSTOM)
    return True


def _more(award: Award) -> str:
    """What else is to be said: why it is void, who has it instead, what the winner says about it."""
    said = []
    if award.state == State.VOID and award.reason:
        said.append(_("Reason: %(reason)s.") % {"reason": award.reason.rstrip(".")})
    if award.state == State.RETURNED:
        said.append(_("Nobody claimed it in time."))
    if award.state == State.DISPUTED:
        said.append(f"“{award.reason}”")
    if award.state == State.CONFIRMED:
        said.append(_("Both agree."))
    if award.successor is not None:
        said.append(_("%(name)s has it instead.") % {"name": award.successor.registration.name})
    before = getattr(award, "predecessor", None)
    if before is not None and before.registration_id != award.registration_id:
        said.append(_("Instead of %(name)s.") % {"name": before.registration.name})
    elif award.place == Prize.Place.CUSTOM and award.state in Award.OWED[:2]:
        said.append(_("Given for: %(reason)s.") % {"reason": award.reason.rstrip(".")})
    return " ".join(said)


def _only_goes_on(award: Award) -> bool:
    return (
        award.prize is None
        and award.match is not None
        and award.match.round.kind in Round.BEFORE_A_FINAL
    )
