"""What the rules refuse, in words that say what to do."""

from games.kernel import Actor, Host, IllegalMove, Player
from games.live_bait.floor import FloorState
from games.live_bait.model import LiveBaitState


def check_actor(state: FloorState, who: Actor) -> None:
    """Raises IllegalMove for one who can do nothing in this match, or nothing any more."""
    if state.phase == "over":
        raise IllegalMove("over", "The match is over.")
    if isinstance(who, Player):
        if who.seat not in range(state.seats):
            raise IllegalMove("no-such-seat", "There is no such seat in this match.")
        if who.seat in state.withdrawn:
            raise IllegalMove("left", "That player has left the match.")


def roll_refusal(state: FloorState, who: Actor) -> IllegalMove:
    """Why this actor can't roll now."""
    if isinstance(who, Host):
        return IllegalMove("not-your-turn", "It is not the host's turn to roll.")
    if who.seat in state.caught:
        return IllegalMove("caught", "You are caught. Watch the others play on.")  # LB-14
    match state.phase:
        case "picking" | "ready":
            return IllegalMove("not-now", "Wait until the host calls the roll.")
        case "opening" | "duel":
            return IllegalMove("not-your-turn", "You have rolled. Wait for the others.")
        case "choosing":
            return IllegalMove("not-now", "Nobody rolls until the choice is made.")  # LB-11
        case "live":
            return IllegalMove("not-your-turn", "Only the LIVE player rolls.")  # LB-8
        case "waiting":
            return IllegalMove("not-now", "Wait until the next player has come.")  # KO-3
        case _:
            return IllegalMove("not-now", "Wait for the host to roll.")


def waive_refusal(state: LiveBaitState) -> IllegalMove | None:
    """Why LB-18 can't be waived now, or None when it can."""
    options = state.options
    applies = options.duel and options.prior_winner_takes_door and not options.final
    if not (applies and options.prior_winners):
        return IllegalMove("nothing-to-waive", "No prior winner's rule applies to this match.")
    if state.waived:
        return IllegalMove("waived", "The prior winner's rule is waived already.")
    rolled = state.duel_round > 1 or any(state.face_of(seat) for seat in state.standing())
    if state.phase in ("duel_host", "over") or (state.phase == "duel" and rolled):
        return IllegalMove("too-late", "The rule can be waived until the first duel roll.")
    return None
