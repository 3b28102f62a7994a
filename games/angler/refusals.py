"""What the rules refuse, in words that say what to do."""

from games.angler.commands import Bait, Stake
from games.angler.model import AnglerState
from games.kernel import Actor, IllegalMove, Player


def check_actor(state: AnglerState, who: Actor) -> None:
    """Raises IllegalMove for one who can do nothing in this match, or nothing any more."""
    if state.phase == "over":
        raise IllegalMove("over", "The match is over.")
    if isinstance(who, Player):
        if who.seat not in range(state.seats):
            raise IllegalMove("no-such-seat", "There is no such seat in this match.")
        if who.seat in state.withdrawn:
            raise IllegalMove("left", "That player has left the match.")


def check_bait(state: AnglerState, who: Player, command: Bait) -> None:
    """Raises IllegalMove for whoever isn't the angler, and for cards the angler doesn't hold (AF-3)."""
    if who.seat != state.angler:
        raise IllegalMove("not-the-angler", "Only the angler baits. Wait for the bait, then stake.")
    if state.phase != "baiting":
        raise IllegalMove("not-now", "The bait lies. Wait until everybody has staked.")
    if command.value not in state.hand.baits:
        raise IllegalMove("no-such-bait", "You don't hold a bait of that value. Choose another.")
    if command.bite not in state.hand.cards():
        raise IllegalMove("no-such-card", "You have no such card left. Lay the other kind.")


def check_stake(state: AnglerState, who: Player, command: Stake) -> None:
    """Raises IllegalMove for whoever may not stake now, and for fish they don't have (AF-4)."""
    if who.seat == state.angler:
        raise IllegalMove("angler", "The angler doesn't stake. Choose a bait and a card.")
    if state.phase != "staking":
        raise IllegalMove("not-now", "Wait until the angler has laid a bait.")
    if any(seat == who.seat for seat, _fish in state.stakes):
        raise IllegalMove("staked", "You have staked on this bait.")
    if not state.fish[who.seat]:
        raise IllegalMove("no-fish", "You have no fish left in this round.")
    if state.stakers()[0] != who.seat:
        raise IllegalMove("not-your-turn", "It is not your turn. The fish stake one after another.")
    if not 0 <= command.fish <= state.fish[who.seat]:
        raise IllegalMove(
            "bad-stake",
            "Stake 0 to %(fish)s fish: so many you have left.",
            fish=state.fish[who.seat],
        )
