"""What the rules refuse, in words that say what to do."""

from collections import Counter

from games.kernel import Actor, IllegalMove, Player, Seat
from games.lure.commands import Adjust, Cast
from games.lure.model import D6, LureState, adjusted


def check_actor(state: LureState, who: Actor) -> None:
    """Raises IllegalMove for one who can do nothing in this match, or nothing any more."""
    if state.phase == "over":
        raise IllegalMove("over", "The match is over.")
    if isinstance(who, Player):
        if who.seat not in range(state.seats):
            raise IllegalMove("no-such-seat", "There is no such seat in this match.")
        if who.seat in state.withdrawn:
            raise IllegalMove("left", "That player has left the match.")


def check_cast(state: LureState, seat: Seat, cast: Cast) -> None:
    """Raises IllegalMove for dice or lures that this seat can't play now (LU-6, LU-13)."""
    if state.phase == "ready":
        raise IllegalMove("not-now", "Wait until the host deals.")
    if state.phase != "casting":
        raise IllegalMove("revealed", "The casts are open. Cast again in the next round.")
    if not 0 <= cast.d6 <= D6:
        raise IllegalMove("bad-dice", "Choose 0 to 5 of the six-sided dice.")
    available = state.specials_of(seat)
    if len(set(cast.specials)) != len(cast.specials) or not set(cast.specials) <= set(available):
        raise IllegalMove("resting", "That special die rests, or is not there. Choose again.")
    held = state.players[seat].lures
    if len(set(cast.lures)) != len(cast.lures) or not set(cast.lures) <= set(held):
        raise IllegalMove("no-such-lure", "Choose among the lures you hold, each once.")


def check_adjust(state: LureState, seat: Seat, command: Adjust) -> None:
    """Raises IllegalMove for turns of dice that this seat can't make now (LU-8)."""
    one = state.players[seat]
    if state.phase != "adjusting" or seat not in state.rolling() or one.roll is None:
        raise IllegalMove("not-now", "You can adjust once your dice have fallen.")
    if one.changes is not None:
        raise IllegalMove("adjusted", "You have settled your dice. Wait for the others.")
    if seat not in state.to_adjust():
        raise IllegalMove("nothing-to-adjust", "You played no adjust lure for these dice.")
    dice = Counter(die for die, _steps in command.changes)
    if (
        any(die not in range(len(one.roll.faces)) for die in dice)
        or max(dice.values(), default=1) > 1
    ):
        raise IllegalMove("bad-die", "Turn dice of your own roll, each named once.")
    if sum(abs(steps) for _die, steps in command.changes) > state.steps_of(seat):
        raise IllegalMove("too-many-steps", "Each adjust lure turns one die by one.")
    turned = adjusted(one.roll.faces, command.changes)
    if any(not 1 <= face <= sides for face, sides in zip(turned, one.roll.sides, strict=True)):
        raise IllegalMove("beyond", "No die turns beyond its lowest or highest number.")
