"""Who may do what, and when: one table of action, role and state (design: roles)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from events.models import Event, EventStaff, Person, Registration, User

State = Event.State


class Role(StrEnum):
    """What somebody is at one event. Exactly one: whoever plays is a player, whatever else."""

    ORGANISER = "organiser"
    HOST = "host"
    CO_HOST = "co-host"
    STANDBY = "standby"
    PLAYER = "player"
    SPECTATOR = "spectator"
    STRANGER = "stranger"


class Action(StrEnum):
    """What can be asked for at an event."""

    VIEW_EVENT = "view-event"
    VIEW_LIVE = "view-live"
    VIEW_SCREEN = "view-screen"
    VIEW_RESULTS = "view-results"
    VIEW_CALENDAR = "view-calendar"
    VIEW_CONSOLE = "view-console"
    REGISTER = "register"
    RENAME = "rename"
    WITHDRAW = "withdraw"
    RESUME_LINK = "resume-link"
    ANSWER_CALL = "answer-call"
    SEAT_COMMAND = "seat-command"
    DISPUTE_TABLE = "dispute-table"
    CLAIM = "claim"
    HOST_COMMAND = "host-command"
    RULE_DISPUTE = "rule-dispute"
    DRAW = "draw"
    PASS_OVER = "pass-over"  # noqa: S105 it is no password
    CALL_AGAIN = "call-again"
    REMOVE = "remove"
    ANNOUNCE = "announce"
    PRACTICE = "practice"
    EDIT = "edit"
    PUBLISH = "publish"
    CANCEL = "cancel"
    FINISH = "finish"
    ADD_CO_HOST = "add-co-host"
    CONFIRM = "confirm"
    DISPUTE_PRIZE = "dispute-prize"
    CLAIM_BY_CODE = "claim-by-code"
    SEE_CLAIM_CODE = "see-claim-code"
    DELIVER = "deliver"
    REPEAT = "repeat"
    PUT_IN_SERIES = "put-in-series"
    VOID_AWARD = "void-award"
    AWARD_SUCCESSOR = "award-successor"
    AWARD_CUSTOM = "award-custom"
    RULE = "rule"
    ADMINISTER = "administer"


@dataclass(frozen=True, slots=True)
class Rule:
    """An action is allowed to these roles in these states of the event."""

    roles: frozenset[Role]
    states: frozenset[Event.State]


ANYBODY = frozenset(Role)
STAFF = frozenset({Role.HOST, Role.CO_HOST})
WATCHES_STAFF = STAFF | {Role.STANDBY, Role.ORGANISER}
GUESTS = frozenset({Role.PLAYER, Role.SPECTATOR, Role.STRANGER, Role.ORGANISER})
PLAYERS = frozenset({Role.PLAYER})

EVERY_STATE = frozenset(State)
SHOWN = EVERY_STATE - {State.DRAFT}
PLANNED = frozenset({State.DRAFT, State.PUBLISHED})
GOING_ON = frozenset({State.PUBLISHED, State.CLOSED, State.RUNNING})
PLAYING = frozenset({State.CLOSED, State.RUNNING})
WON = frozenset({State.RUNNING, State.FINISHED, State.SETTLED})

ALLOWED: Mapping[Action, Rule] = {
    Action.VIEW_EVENT: Rule(ANYBODY, SHOWN),
    Action.VIEW_LIVE: Rule(ANYBODY, SHOWN),
    Action.VIEW_SCREEN: Rule(ANYBODY, SHOWN),
    Action.VIEW_RESULTS: Rule(ANYBODY, SHOWN),
    Action.VIEW_CALENDAR: Rule(ANYBODY, SHOWN),
    Action.VIEW_CONSOLE: Rule(WATCHES_STAFF, EVERY_STATE),
    Action.REGISTER: Rule(GUESTS, frozenset({State.PUBLISHED})),
    Action.RENAME: Rule(PLAYERS, frozenset({State.PUBLISHED})),
    Action.WITHDRAW: Rule(PLAYERS, GOING_ON),
    Action.RESUME_LINK: Rule(PLAYERS, SHOWN),
    Action.ANSWER_CALL: Rule(PLAYERS, PLAYING),
    Action.SEAT_COMMAND: Rule(PLAYERS, PLAYING),
    Action.DISPUTE_TABLE: Rule(PLAYERS | STAFF, PLAYING),
    Action.CLAIM: Rule(PLAYERS, WON),
    Action.HOST_COMMAND: Rule(STAFF, PLAYING),
    Action.RULE_DISPUTE: Rule(STAFF, PLAYING),
    Action.DRAW: Rule(STAFF, PLAYING),
    Action.PASS_OVER: Rule(STAFF, PLAYING),
    Action.CALL_AGAIN: Rule(STAFF, PLAYING),
    Action.REMOVE: Rule(STAFF, GOING_ON),
    Action.ANNOUNCE: Rule(STAFF, SHOWN),
    Action.PRACTICE: Rule(STAFF, frozenset({State.PUBLISHED})),
    Action.EDIT: Rule(STAFF, PLANNED | GOING_ON),
    Action.PUBLISH: Rule(STAFF, frozenset({State.DRAFT})),
    Action.CANCEL: Rule(STAFF, PLANNED | GOING_ON),
    Action.FINISH: Rule(STAFF, PLAYING),
    Action.ADD_CO_HOST: Rule(frozenset({Role.HOST}), PLANNED | GOING_ON),
    Action.CONFIRM: Rule(PLAYERS, WON),
    Action.DISPUTE_PRIZE: Rule(PLAYERS, WON),
    Action.CLAIM_BY_CODE: Rule(ANYBODY, WON),
    Action.SEE_CLAIM_CODE: Rule(STAFF, WON),
    Action.DELIVER: Rule(STAFF | {Role.ORGANISER}, WON),
    Action.REPEAT: Rule(frozenset({Role.HOST}), EVERY_STATE),
    Action.PUT_IN_SERIES: Rule(frozenset({Role.HOST}), EVERY_STATE),
    Action.VOID_AWARD: Rule(STAFF | {Role.ORGANISER}, WON),
    Action.AWARD_SUCCESSOR: Rule(STAFF | {Role.ORGANISER}, WON),
    Action.AWARD_CUSTOM: Rule(STAFF, WON | {State.CLOSED}),
    Action.RULE: Rule(STAFF | {Role.ORGANISER}, WON | {State.CLOSED}),
    Action.ADMINISTER: Rule(frozenset({Role.ORGANISER}), EVERY_STATE),
}
"""Every action there is. A draft exists for nobody but those who run it, and for organisers."""


def allowed(action: str, role: Role, state: str) -> bool:
    """Whether the table lets this role do it in this state. Raises ValueError for no such action.

    More may stand against it (too late, not your turn): that is for the domain to say.
    """
    rule = ALLOWED[Action(action)]
    return role in rule.roles and state in rule.states


def role_of(event: Event, user: User | None, person: Person | None) -> Role:
    """What somebody is at this event, by their account and the person they are known as.

    Players are those with an active entry, and those who ended in a seat or with a prize.
    Organisers who play are players there, so nobody hands a prize to themself.
    """
    if user is not None and user.pk is not None:
        if event.host_id == user.pk:
            return Role.HOST
        staff = event.staff.filter(user_id=user.pk).values_list("role", flat=True).first()
        if staff is not None:
            return Role.STANDBY if staff == EventStaff.Role.STANDBY else Role.CO_HOST
    if person is not None and _plays(event, person):
        return Role.PLAYER
    if user is not None and user.is_active and user.is_staff:
        return Role.ORGANISER
    return Role.SPECTATOR if user is not None or person is not None else Role.STRANGER


def _plays(event: Event, person: Person) -> bool:
    entries = event.registrations.filter(person=person)
    return (
        entries.filter(status__in=Registration.ACTIVE).exists()
        or entries.filter(awards__isnull=False).exists()
        or entries.filter(seats__match__ended_at=None, seats__isnull=False).exists()
    )
