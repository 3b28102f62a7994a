"""What many matches of Angler & Fish come to: the points of both roles."""

from collections import Counter
from collections.abc import Iterable

from games.angler import entries as e
from games.kernel import Entry


def figures(log: Iterable[Entry]) -> Counter[str]:
    """Counts of a match: casts and stakes that were chosen, rounds, both roles' points, how many fish players."""
    found: Counter[str] = Counter()
    angler = 0
    for entry in log:
        match entry:
            case e.Baited(forced=False):
                found["casts"] += 1
            case e.Staked(automatic=False):
                found["stakes"] += 1
            case e.RoundBegan(angler=next_angler):
                angler = next_angler
            case e.RoundEnded(why=why, points=points):
                others = [count for seat, count in enumerate(points) if seat != angler]
                found.update(rounds=1, angler=points[angler], fish=sum(others), players=len(others))
                found[f"ended {why}"] += 1
            case _:
                pass
    return found


def figures_text(found: Counter[str]) -> list[str]:
    """The counts as lines for people."""
    rounds, players = max(found["rounds"], 1), max(found["players"], 1)
    return [
        f"points a round ({found['rounds']} rounds)",
        f"  angler            {found['angler'] / rounds:>6.2f}",
        f"  each fish player  {found['fish'] / players:>6.2f}",
        "how rounds ended",
        *(
            f"  {key.removeprefix('ended '):<16}{100 * count / rounds:>6.2f} %"
            for key, count in sorted(found.items())
            if key.startswith("ended ")
        ),
    ]
