"""How practice players play Angler & Fish: the angler bluffs by chance, the fish by temper and by what was seen."""

from fractions import Fraction

from games.angler.commands import Bait, Stake
from games.angler.model import AnglerState
from games.kernel import Command, Seat

CAREFUL, EVEN, BOLD = Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)
STYLES = (CAREFUL, EVEN, BOLD)
"""The share of its fish that a fish player of each temper likes to stake, and how often such an angler bites."""


def act(state: AnglerState, seat: Seat, style: int, number: int) -> Command | None:
    """What a practice player of this style does; None when nothing is waited for from it.

    ``number`` decides what chance decides: any number of the size of a hash.
    """
    temper = STYLES[style % len(STYLES)]
    if state.phase == "baiting" and seat == state.angler:
        return _bait(state, temper, number)
    if state.phase == "staking" and seat == next(iter(state.stakers()), None):
        return _stake(state, seat, temper, number)
    return None


def _bait(state: AnglerState, temper: Fraction, number: int) -> Bait:
    """Any bait, and a bite as often as the temper says: what lies on a high bait tells nothing."""
    values, cards = state.hand.baits, state.hand.cards()
    value = values[number % len(values)]
    wants_bite = number // 101 % 100 < 100 * temper
    bite = wants_bite if len(cards) > 1 else cards[0]
    return Bait(value, bite)


def _stake(state: AnglerState, seat: Seat, temper: Fraction, number: int) -> Stake:
    """More where the bait is worth more and a bite is less likely, by what everybody has seen; a little by chance."""
    options, left = state.options, state.fish[seat]
    unseen = len(options.baits) - len(state.seen)
    safe = Fraction(options.no_bites - state.seen.count(False), max(unseen, 1))
    worth = Fraction(state.bait or 0, max(options.baits))
    wanted = left * temper * (safe + worth) + Fraction(number % 3 - 1, 2)
    return Stake(max(0, min(left, round(wanted))))
