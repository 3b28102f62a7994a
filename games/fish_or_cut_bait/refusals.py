"""What the rules refuse, in words that say what to do."""

from games.fish_or_cut_bait.commands import Deduct, FlipTimer, RollFish, RollRig, Stop
from games.fish_or_cut_bait.course import LUCKY
from games.fish_or_cut_bait.dice import COLOURS, RIG_DICE
from games.fish_or_cut_bait.model import FishState
from games.kernel import Actor, Command, Host, IllegalMove, Player


def check_actor(state: FishState, who: Actor) -> None:
    """Raises IllegalMove for one who can do nothing in this match, or nothing any more."""
    if state.phase == "over":
        raise IllegalMove("over", "The match is over.")
    if isinstance(who, Player):
        if who.seat not in range(state.seats):
            raise IllegalMove("no-such-seat", "There is no such seat in this match.")
        if who.seat in state.withdrawn:
            raise IllegalMove("left", "That player has left the match.")


def check_turn(state: FishState, who: Actor, command: Command) -> None:
    """Raises IllegalMove for whoever isn't the roller; the host may flip the timer."""
    if isinstance(who, Host):
        if not isinstance(command, FlipTimer):
            raise IllegalMove("player-only", "Only the player whose turn it is does that.")
    elif who.seat != state.roller:
        raise IllegalMove("not-your-turn", "It is not your turn. Wait until you are called.")


def check_flip(state: FishState) -> None:
    """Raises IllegalMove when there is no timer to flip (FC-2)."""
    if state.phase != "ready":
        raise IllegalMove("flipped", "The turn has begun already.")


def check_rig(state: FishState, command: RollRig) -> None:
    """Raises IllegalMove for rig dice that can't be rolled now (FC-4, FC-7)."""
    _check_begun(state)
    if state.phase == "fishing":
        raise IllegalMove("fishing", "You are fishing: only a snag leads back to the rig.")
    _check_choice(command.dice, RIG_DICE)
    if state.rig is None and len(command.dice) < len(RIG_DICE):
        raise IllegalMove("all-four", "A turn begins with all four rig dice.")


def check_fish(state: FishState, command: RollFish) -> None:
    """Raises IllegalMove for fish dice that can't be rolled now (FC-5, FC-7, FC-8)."""
    _check_begun(state)
    fishable = state.fishable()
    if not fishable:
        raise IllegalMove("no-rig", "Nobody fishes without a Pole, a Lure and a Bobber.")
    _check_choice(command.dice, COLOURS)
    if not set(command.dice) <= set(fishable):
        raise IllegalMove("no-boat", "The blue die needs a Boat. Roll red and white.")


def check_stop(state: FishState, command: Stop) -> None:
    """Raises IllegalMove unless a turn is going on (FC-11)."""
    _check_begun(state)


def check_deduct(state: FishState, command: Deduct) -> None:
    """Raises IllegalMove for fish that a lucky seven can't take (FC-14)."""
    if state.phase != "deducting":
        raise IllegalMove("no-seven", "Only a catch of exactly seven takes fish from others.")
    if len(command.points) != state.seats or any(points < 0 for points in command.points):
        raise IllegalMove("bad-split", "Give each player a number of fish to lose, 0 or more.")
    others = state.opponents()
    if any(points for seat, points in enumerate(command.points) if seat not in others):
        raise IllegalMove("bad-split", "Take fish only from the others who are still in.")
    if sum(command.points) > LUCKY:
        raise IllegalMove("too-many", "Take seven fish at most, in all.")


def _check_begun(state: FishState) -> None:
    if state.phase == "ready":
        raise IllegalMove("not-flipped", "Start your turn first: the clock runs from then on.")
    if state.phase == "deducting":
        raise IllegalMove("turn-over", "Your turn is over. Say whom the seven takes fish from.")


def _check_choice(dice: tuple[object, ...], known: tuple[object, ...]) -> None:
    if not dice or len(set(dice)) != len(dice) or not set(dice) <= set(known):
        raise IllegalMove("bad-dice", "Choose one die or more, each once.")
