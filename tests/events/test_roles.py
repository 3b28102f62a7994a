"""Who may do what: the table, and what somebody is at an event."""

import pytest

from events.models import Event, EventStaff, Registration
from events.queries.roles import ALLOWED, Action, Role, allowed, role_of
from tests.events.factories import make_event, make_person, make_user, open_event, register


def test_every_action_is_in_the_table() -> None:
    assert set(ALLOWED) == set(Action)


def test_an_action_that_is_not_listed_is_an_error() -> None:
    with pytest.raises(ValueError, match="'shout' is not a valid Action"):
        allowed("shout", Role.HOST, Event.State.RUNNING)


GUEST_ROLES = [Role.PLAYER, Role.SPECTATOR, Role.STRANGER]


@pytest.mark.parametrize("action", Action)
def test_guests_see_nothing_of_a_draft(action: Action) -> None:
    assert not [role for role in GUEST_ROLES if allowed(action, role, Event.State.DRAFT)]


@pytest.mark.parametrize(
    "action",
    [
        Action.DRAW,
        Action.PASS_OVER,
        Action.CALL_AGAIN,
        Action.HOST_COMMAND,
        Action.REMOVE,
        Action.ANNOUNCE,
        Action.EDIT,
        Action.PUBLISH,
        Action.CANCEL,
        Action.FINISH,
        Action.PRACTICE,
    ],
)
def test_running_the_evening_is_for_host_and_co_hosts(action: Action) -> None:
    who = {role for role in Role for state in Event.State if allowed(action, role, state)}
    assert who == {Role.HOST, Role.CO_HOST}


@pytest.mark.parametrize(
    "action",
    [
        *(Action.SEAT_COMMAND, Action.ANSWER_CALL),
        *(Action.CLAIM, Action.CONFIRM, Action.DISPUTE_PRIZE),
    ],
)
def test_a_seat_and_what_it_won_are_for_players(action: Action) -> None:
    who = {role for role in Role for state in Event.State if allowed(action, role, state)}
    assert who == {Role.PLAYER}


@pytest.mark.parametrize("action", list(Action))
def test_once_over_only_reading_handing_over_and_putting_right_are_left(action: Action) -> None:
    left = {
        *(Action.ANNOUNCE, Action.RESUME_LINK, Action.ADMINISTER),
        *(Action.REPEAT, Action.PUT_IN_SERIES),
        *(Action.CLAIM, Action.CLAIM_BY_CODE, Action.SEE_CLAIM_CODE, Action.DELIVER),
        *(Action.CONFIRM, Action.DISPUTE_PRIZE),
        *(Action.VOID_AWARD, Action.AWARD_SUCCESSOR, Action.AWARD_CUSTOM, Action.RULE),
    }
    over = any(allowed(action, role, Event.State.SETTLED) for role in Role)
    assert over == (action in left or action.startswith("view-"))


def test_only_an_organiser_administers_and_only_the_host_adds_co_hosts() -> None:
    def who(action: Action) -> set[Role]:
        return {role for role in Role if allowed(action, role, Event.State.RUNNING)}

    assert who(Action.ADMINISTER) == {Role.ORGANISER}
    assert who(Action.ADD_CO_HOST) == {Role.HOST}
    runs_it = {Role.HOST, Role.CO_HOST}
    for action in (Action.DELIVER, Action.VOID_AWARD, Action.AWARD_SUCCESSOR, Action.RULE):
        assert who(action) == {*runs_it, Role.ORGANISER}
    for action in (Action.SEE_CLAIM_CODE, Action.AWARD_CUSTOM):
        assert who(action) == runs_it
    assert who(Action.CLAIM_BY_CODE) == set(Role)


def test_everybody_has_one_role() -> None:
    host, helper, standby = make_user(), make_user(), make_user()
    organiser, guest = make_user(is_staff=True), make_user()
    event = open_event(host)
    EventStaff.objects.create(event=event, user=helper)
    EventStaff.objects.create(event=event, user=standby, role=EventStaff.Role.STANDBY)
    player = register(event).person
    assert role_of(event, host, None) == Role.HOST
    assert role_of(event, helper, None) == Role.CO_HOST
    assert role_of(event, standby, None) == Role.STANDBY
    assert role_of(event, organiser, None) == Role.ORGANISER
    assert role_of(event, None, player) == Role.PLAYER
    assert role_of(event, guest, None) == Role.SPECTATOR
    assert role_of(event, None, make_person()) == Role.SPECTATOR
    assert role_of(event, None, None) == Role.STRANGER


def test_a_role_holds_at_its_own_event_only() -> None:
    event, other = open_event(), open_event()
    player = register(event).person
    assert role_of(other, event.host, None) == Role.SPECTATOR
    assert role_of(other, None, player) == Role.SPECTATOR


def test_an_organiser_who_plays_is_a_player_there() -> None:
    organiser = make_user(is_staff=True)
    event, person = open_event(), make_person(organiser)
    entry = register(event, person)
    assert role_of(event, organiser, person) == Role.PLAYER
    Registration.objects.filter(pk=entry.pk).update(status="withdrawn")
    assert role_of(event, organiser, person) == Role.ORGANISER


def test_a_disabled_account_is_no_organiser() -> None:
    assert role_of(make_event(), make_user(is_staff=True, is_active=False), None) == Role.SPECTATOR
