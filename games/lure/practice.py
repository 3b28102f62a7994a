"""How practice players play Lure: sensible bids, with a taste of their own for early rolls and for lures."""

from games.kernel import Command, Player, Seat
from games.lure.figures import bid, sensible
from games.lure.model import LureState
from games.lure.rules import LureGame

STYLES = (1.6, 1.0, 0.5)
"""What a die more costs to each taste: few dice and an early roll, in between, many dice and a late one."""
WITH_BOTH = 2
"""More d6 with both special dice are not thought about: a rehearsal shares its process with live tables."""


def act(state: LureState, seat: Seat, style: int, number: int) -> Command | None:
    """What a practice player of this style does; None when nothing is waited for from it."""
    if state.phase == "casting" and seat in state.to_cast():
        taste = STYLES[style % len(STYLES)] * (1 + (number % 5 - 2) / 10)
        return bid(state, seat, taste, hoards=style % 2 == 0, most_with_both=WITH_BOTH)
    if state.phase == "adjusting" and seat in state.to_adjust():
        return sensible(state, Player(seat), LureGame().legal_commands(state, Player(seat)))
    return None
