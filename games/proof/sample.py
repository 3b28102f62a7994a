"""Games of the older, flat form, which have no log of their own, and what both forms share: the line-up."""

from games import fair
from games.proof.facts import Data, Facts
from games.proof.lines import Lines, need


def lineup(scope: str, game: Data) -> str:
    """The hash of who sits where."""
    return fair.game_entropy(scope, [tuple(row) for row in game["lineup"]], game["entropy"])


def check_lineup(facts: Facts, game: Data, seats: list[str]) -> None:
    """These people sit there, each with the number that their browser made."""
    need([reg for _seat, reg, _seed in game["lineup"]] == seats, "others sat there")
    for _seat, reg, client_seed in game["lineup"]:
        need(facts.client_seeds[reg] == client_seed, "the line-up")


def check_game(lines: Lines, facts: Facts, game: Data) -> None:
    """A game by what the file lists of it."""
    number = game["game_no"]
    what, scope = f"Match {number}", f"{facts.scope}/game/{number}"
    draw = facts.proof["draws"][0]
    skipped = {
        item["entry"]["reg"] for item in facts.proof["log"] if item["entry"]["kind"] == "skipped"
    }
    seats = [reg for reg in draw["order"] if reg not in skipped][: draw["places"]]
    with lines.about(f"{what}: {len(seats)} players, seated as they were drawn and answered."):
        check_lineup(facts, game, seats)
    with lines.about(
        f"{what}: all rolls and draws, {len(game['rolls']) + len(game['shuffles'])} of them, come from its sealed seed."
    ):
        source = (bytes.fromhex(game["seed"]), scope, lineup(scope, game))
        for one in game["rolls"]:
            dice = fair.roll(*source, one["label"], one["attempt"], one["sides"], one["count"])
            need(list(dice) == one["dice"], one["label"])
        for one in game["shuffles"]:
            order = fair.shuffle(*source, one["label"], one["attempt"], one["n"])
            need(list(order) == one["order"], one["label"])
    with lines.about(f"{what}: nothing was rolled again that wasn’t undone first."):
        seen = set()
        for one in (*game["rolls"], *game["shuffles"]):
            at, before = one["attempt"], (number, one["label"], one["attempt"] - 1)
            need((one["label"], at) not in seen, one["label"])
            need(not at or before in facts.voided, one["label"])
            seen.add((one["label"], at))
    if game["choices"]:
        count = len(game["choices"])
        with lines.about(f"{what}: what was sealed is what was opened, {count} in all."):
            for one in game["choices"]:
                made = fair.choice_commit(
                    scope, one["label"], one["seat"], one["salt"], one["code"]
                )
                need(made == one["commit"], one["label"])
