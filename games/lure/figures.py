"""What many matches of Lure come to, and bids that are sensible."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.kernel import Actor, Command, Entry, Player
from games.lure import entries as e
from games.lure.cards import can_catch
from games.lure.commands import Adjust, Cast
from games.lure.model import D6, LureState, adjusted
from games.lure.odds import chances_of

_COST = 0.35
"""Points that a die more is reckoned to cost, since it lets others roll first."""


def sensible(state: LureState, who: Actor, commands: Sequence[Command]) -> Command:
    """A bid that weighs what it may catch against how late it rolls; adjusts to what catches most."""
    if not isinstance(who, Player):
        return commands[0]
    if state.phase == "casting":
        # A seat of its own taste, so that not everybody bids alike.
        return bid(state, who.seat, 1 + ((who.seat * 7 + state.round * 3) % 5 - 2) / 10)
    if state.phase == "adjusting":
        return max(commands, key=lambda command: _worth(state, who.seat, command))
    return commands[0]


def bid(
    state: LureState, seat: int, taste: float, *, hoards: bool = True, most_with_both: int = D6
) -> Cast:
    """The best cast by the points hoped for, where a die more costs ``taste`` times the usual.

    Lures are played with it all at once, as soon as there are two; without ``hoards`` every one at once. With both
    special dice no more than ``most_with_both`` others are weighed: their chances take long to work out.
    """
    cards = tuple(state.card(fish) for fish in state.fish)
    rivals = len(state.there()) - 1
    best, best_value = Cast(0, (), ()), 0.0
    specials = state.specials_of(seat)
    for chosen in dict.fromkeys([(), specials[-1:], specials]):
        for d6 in range((most_with_both if len(chosen) > 1 else D6) + 1):
            chances = chances_of(cards, d6, chosen, ())
            hoped = sum(
                card.points * percent / 100
                for card, (_name, percent) in zip(cards, chances, strict=True)
            )
            dice = d6 + len(chosen)
            value = hoped - _COST * rivals * dice * taste
            if value > best_value:
                best, best_value = Cast(d6, chosen, ()), value
    lures = state.players[seat].lures
    plays = best_value > 0 and len(lures) > (1 if hoards else 0)
    return Cast(best.d6, best.specials, lures) if plays else best


def _worth(state: LureState, seat: int, command: Command) -> int:
    roll = state.players[seat].roll
    if roll is None or not isinstance(command, Adjust):
        return 0
    shown = (*adjusted(roll.faces, command.changes), *roll.extras)
    cards = map(state.card, state.fish)
    return sum(card.points for card in cards if can_catch(card, shown))


def figures(log: Iterable[Entry]) -> Counter[str]:
    """Counts of a match: rounds, fish caught and left to a shared total, rolls, boasts, points by place."""
    found: Counter[str] = Counter()
    for entry in log:
        match entry:
            case e.RoundBegan():
                found["rounds"] += 1
            case e.Rolled(faces=faces):
                found["rolls"] += bool(faces)
            case e.Caught(fish=fish):
                found.update(landed=1, caught=len(fish))
            case e.Shared():
                found["shared"] += 1
            case e.NoFishLeft(seats=seats):
                found["sent home"] += len(seats)
            case e.Boasted(lures=lures):
                found["boasts"] += len(lures)
            case e.Ended(points=points):
                found.update(matches=1, points=sum(points))
                ranked = sorted(points, reverse=True)
                found.update({f"place {number}": one for number, one in enumerate(ranked, 1)})
            case _:
                pass
    return found


def figures_text(found: Counter[str]) -> list[str]:
    """The counts as lines for people, a match each."""
    matches = max(found["matches"], 1)
    lines = [
        ("rounds", found["rounds"]),
        ("fish caught", found["caught"]),
        ("shared totals", found["shared"]),
        ("boasts scored", found["boasts"]),
        ("sent home", found["sent home"]),
        ("points, all", found["points"]),
    ]
    places = range(1, 1 + sum(key.startswith("place ") for key in found))
    ranked = " / ".join(f"{found[f'place {place}'] / matches:.1f}" for place in places)
    landed = 100 * found["landed"] / max(found["rolls"], 1)
    return [
        "in a match",
        *(f"  {what:<16}{count / matches:>7.2f}" for what, count in lines),
        f"  points by place  {ranked}",
        f"  rolls that land {landed:>6.1f} %",
    ]
