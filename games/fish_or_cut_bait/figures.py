"""What many matches of Fish or Cut Bait come to: fish a turn, chips and snags; and play that is good."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.fish_or_cut_bait import entries as e
from games.fish_or_cut_bait.model import FishState
from games.fish_or_cut_bait.plan import Plan
from games.fish_or_cut_bait.view import view_of
from games.kernel import Actor, Command, Entry

THROWS_IN_A_TURN = 15
"""How often a practised hand throws in 45 seconds: a throw every three."""


def good_play(state: FishState, who: Actor, commands: Sequence[Command]) -> Command:
    """The best throw for as many throws as are left, by count or by the clock; else the first choice."""
    if state.phase not in ("rigging", "fishing"):
        return commands[0]
    left = state.throws_left()
    if left is None:
        left = max(THROWS_IN_A_TURN - state.throws, 0)
    return Plan(state.options.faces).best(view_of(state), left)


def figures(log: Iterable[Entry]) -> Counter[str]:
    """Counts of a match: turns, fish caught, turns with the chip, turns in which a snag broke the rig."""
    found: Counter[str] = Counter()
    broken = False
    for entry in log:
        match entry:
            case e.ChipEarned():
                found["chips"] += 1
            case e.RigBroken():
                broken = True
            case e.TurnEnded(catch=catch):
                found.update(turns=1, fish=catch, broken=broken, empty=not catch)
                broken = False
            case _:
                pass
    return found


def figures_text(found: Counter[str]) -> list[str]:
    """The counts as lines for people."""
    turns = max(found["turns"], 1)
    shares = [
        ("turns with the chip", found["chips"]),
        ("turns with a broken rig", found["broken"]),
        ("turns without fish", found["empty"]),
    ]
    return [
        f"fish a turn ({found['turns']} turns)  {found['fish'] / turns:.2f}",
        *(f"  {what:<24}{100 * count / turns:>6.2f} %" for what, count in shares),
    ]
