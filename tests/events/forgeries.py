"""Forgeries of a proof: what somebody might change in it afterwards, and the line that must say so.

Some are crude; the others are done by somebody who can work out every hash anew (`rehashed`).
"""

import copy
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from games import fair
from tests.events.proof_parts import (
    Proof,
    entries,
    opened,
    other,
    rehashed,
    rolled,
    rows,
)
from tests.events.relays import DUE

Forge = Callable[[Proof], None]


@dataclass(frozen=True)
class Forgery:
    """``line`` is how the line begins that it must make wrong, as a regular expression."""

    name: str
    line: str
    forge: Forge

    def of(self, proof: Proof) -> Proof:
        """The forged one; the true one stays as it is."""
        forged = copy.deepcopy(proof)
        self.forge(forged)
        assert forged != proof
        return forged


FORGERIES: list[Forgery] = []


def forgery(line: str, *, rehash: bool = False) -> Callable[[Forge], Forge]:
    def note(forge: Forge) -> Forge:
        def forge_all(proof: Proof) -> None:
            forge(proof)
            rehashed(proof)

        FORGERIES.append(Forgery(forge.__name__, line, forge_all if rehash else forge))
        return forge

    return note


# ----------------------------------------------------------------------------------- by hand


@forgery("Match 1: what was sealed")
def a_sealed_choice_opens_to_another(proof: Proof) -> None:
    opened(proof)["opened"]["data"]["at"] = "2023-08-23T15:16:00+00:00"


@forgery("Match 1: what was sealed")
def a_sealed_choice_stays_closed(proof: Proof) -> None:
    del opened(proof)["opened"]


@forgery("Match 1: 6 players")
def players_swap_seats(proof: Proof) -> None:
    first, second = proof["games"][0]["lineup"][:2]
    first[1:], second[1:] = second[1:], first[1:]


@forgery("The registrations:")
def a_registrant_is_dropped(proof: Proof) -> None:
    del proof["registered"][4]


@forgery("The registrations:")
def a_registrant_is_made_up(proof: Proof) -> None:
    proof["registered"].append({**proof["registered"][3], "reg": "ab" * 16})


@forgery("The registrations:")
def a_name_is_edited(proof: Proof) -> None:
    proof["registered"][3]["names"][-1] = "Somebody else"


@forgery("The registrations:")
def a_browsers_number_is_another(proof: Proof) -> None:
    proof["registered"][3]["client_seed"] = "cd" * 16


@forgery("Match 1: a log of")
def a_die_is_changed(proof: Proof) -> None:
    _entry, told = rolled(proof)
    told["data"]["face"] = other(told["data"]["face"])


@forgery("The seeds:")
def a_draw_has_another_seed(proof: Proof) -> None:
    proof["draws"][0]["seed"] = "12" * 32


@forgery("The seeds:")
def a_match_has_another_seed(proof: Proof) -> None:
    proof["games"][0]["seed"] = "34" * 32


@forgery("The seeds:")
def an_unused_seed_stays_closed(proof: Proof) -> None:
    proof["seals"][20]["seed"] = ""


@forgery("The seals:")
def a_seal_is_another(proof: Proof) -> None:
    proof["seals"][7]["commit"] = "56" * 32


@forgery("The seals:")
def a_seal_more_than_were_published(proof: Proof) -> None:
    scope, seed = f"{proof['event']}/draw/99", bytes(32)
    seal = {"scope": scope, "commit": fair.commit(scope, seed), "seed": seed.hex()}
    proof["seals"].append(seal)


@forgery("The log:")
def entries_change_places(proof: Proof) -> None:
    log = proof["log"]
    log[8], log[9] = log[9], log[8]


@forgery("The log:")
def an_entry_is_taken_out(proof: Proof) -> None:
    del proof["log"][12]


@forgery("The log:")
def the_tail_is_cut(proof: Proof) -> None:
    del proof["log"][-3:]


@forgery("The log:")
def a_prize_is_edited(proof: Proof) -> None:
    entries(proof, "awarded")[0]["data"]["prize"] = "A better rod"


@forgery("Match 2: a log of")
def the_tail_of_a_match_is_cut(proof: Proof) -> None:
    del proof["matches"][1]["log"][-4:]


@forgery("Match 2: a log of 0")
def a_match_is_left_out(proof: Proof) -> None:
    del proof["matches"][1]


@forgery("Draw 2: made from")
def a_draw_is_left_out(proof: Proof) -> None:
    del proof["draws"][1]


@forgery("Draw 1: the order")
def the_order_is_another(proof: Proof) -> None:
    order = proof["draws"][0]["order"]
    order[0], order[5] = order[5], order[0]


@forgery("Draw 1: its public randomness")
def another_round_of_the_beacon(proof: Proof) -> None:
    line = proof["draws"][0]["entropy"].split(" ")
    proof["draws"][0]["entropy"] = " ".join([*line[:2], str(int(line[2]) + 1), line[3]])


# ----------------------------------------------------------------- with every hash made anew


@forgery("Match 1: all rolls", rehash=True)
def a_die_is_told_that_was_not_rolled(proof: Proof) -> None:
    _entry, told = rolled(proof)
    told["data"]["face"] = other(told["data"]["face"])


@forgery("Match 1: all rolls", rehash=True)
def a_die_is_recorded_that_the_seed_does_not_give(proof: Proof) -> None:
    entry, told = rolled(proof)
    face = other(told["data"]["face"])
    told["data"]["face"], entry["chance"][0][5] = face, [face]


@forgery("Match 1: nothing was rolled again", rehash=True)
def a_die_is_rolled_again_without_an_undo(proof: Proof) -> None:
    """The second roll of the same label is as the seed gives it, only that nobody undid the first."""
    entry, told = rolled(proof)
    game = proof["games"][0]
    scope = f"{proof['event']}/game/{game['game_no']}"
    lineup = fair.game_entropy(scope, [tuple(row) for row in game["lineup"]], game["entropy"])
    label = entry["chance"][0][1]
    dice = fair.roll(bytes.fromhex(game["seed"]), scope, lineup, label, 1, 6, 1)
    entry["chance"][0] = ["roll", label, 1, 6, 1, list(dice)]
    told["data"]["face"] = dice[0]


@forgery("Match 1: nothing was rolled again", rehash=True)
def the_undo_is_hidden(proof: Proof) -> None:
    for entry in rows(proof):
        if entry["kind"] == "Voided":
            entry["kind"], entry["data"] = "Paused", {"type": "Paused", "at": entry["at"]}


@forgery("The list:", rehash=True)
def a_registrant_never_came(proof: Proof) -> None:
    """Whoever changed their name, since the entry that tells of it stays."""
    reg = next(row["reg"] for row in proof["registered"] if len(row["names"]) > 1)
    proof["registered"] = [row for row in proof["registered"] if row["reg"] != reg]
    proof["log"] = [
        item
        for item in proof["log"]
        if item["entry"]["kind"] != "registered" or item["entry"]["data"]["reg"] != reg
    ]


@forgery("Draw 2: [0-9]+ could be drawn", rehash=True)
def somebody_is_left_out_without_a_reason(proof: Proof) -> None:
    for entry in entries(proof, "draw-frozen", "drawn"):
        if entry["data"]["draw"] == 2:
            del entry["data"]["excluded"][0]


@forgery("Match 1: 6 players", rehash=True)
def a_reserve_sits_in_somebodys_place(proof: Proof) -> None:
    game, order = proof["games"][0], proof["draws"][0]["order"]
    seeds = {row["reg"]: row["client_seed"] for row in proof["registered"]}
    seated = [row[1] for row in game["lineup"]]
    reserve = next(reg for reg in order if reg not in seated)
    game["lineup"][2][1:] = [reserve, seeds[reserve]]
    for entry in entries(proof, "lineup", "match-made"):
        if entry["data"]["match"] == game["match"]:
            entry["data"]["seats"][2]["reg"] = reserve


@forgery("Match 1: 6 players", rehash=True)
def somebody_is_passed_by_in_silence(proof: Proof) -> None:
    reg = entries(proof, "passed")[0]["data"]["reg"]
    proof["log"] = [
        item
        for item in proof["log"]
        if item["entry"]["kind"] not in ("called", "passed") or item["entry"]["data"]["reg"] != reg
    ]


@forgery("Match 1: 6 players", rehash=True)
def a_match_takes_a_seal_out_of_turn(proof: Proof) -> None:
    seeds = {seal["scope"]: seal["seed"] for seal in proof["seals"]}
    proof["games"][0] |= {"game_no": 9, "seed": seeds[f"{proof['event']}/game/9"]}


@forgery("Draw 1: its public randomness", rehash=True)
def another_round_was_named(proof: Proof) -> None:
    entries(proof, "draw-frozen")[0]["data"]["entropy"]["round"] += 7


@forgery("Draw 1: its public randomness", rehash=True)
def a_draw_was_frozen_when_the_round_was_known(proof: Proof) -> None:
    at = DUE + timedelta(seconds=1)
    entries(proof, "draw-frozen")[0]["at"] = at.isoformat(timespec="microseconds")


@forgery("Draw 2: its public randomness", rehash=True)
def something_else_was_read_out(proof: Proof) -> None:
    for entry in entries(proof, "entropy"):
        if entry["data"].get("draw") == 2:
            entry["data"]["text"] = "7 21 33 Über 49"


@forgery("The seals:", rehash=True)
def the_seals_came_after_the_first_entry(proof: Proof) -> None:
    log = proof["log"]
    seals = next(item for item in log if item["entry"]["kind"] == "seals")
    log.remove(seals)
    first = next(at for at, item in enumerate(log) if item["entry"]["kind"] == "registered")
    log.insert(first + 1, seals)


def _redrawn(proof: Proof, order: list[str], excluded: list[Any]) -> None:
    """The first draw from these people, with every hash of it anew and the order that its seed gives."""
    seeds = {row["reg"]: row["client_seed"] for row in proof["registered"]}
    root = fair._hash(
        "fair-v1/list",
        proof["event"],
        str(len(order)),
        *(f"{reg} {seeds[reg]}" for reg in sorted(order)),
    )
    draw = proof["draws"][0]
    seed = bytes.fromhex(draw["seed"])
    draw["order"] = fair.draw_order(seed, proof["event"], 1, root, draw["entropy"], order)
    for entry in entries(proof, "draw-frozen", "drawn"):
        if entry["data"]["draw"] == 1:
            entry["data"] |= {"root": root, "excluded": excluded}
            if entry["kind"] == "drawn":
                entry["data"]["order"] = draw["order"]


def _first_draw(proof: Proof) -> tuple[list[str], list[Any]]:
    (data,) = (one["data"] for one in entries(proof, "drawn") if one["data"]["draw"] == 1)
    return data["order"], data["excluded"]


@forgery("Draw 1: [0-9]+ could be drawn", rehash=True)
def somebody_is_in_a_draw_twice(proof: Proof) -> None:
    order, excluded = _first_draw(proof)
    _redrawn(proof, [*order, order[0]], excluded)


@forgery("Draw 1: [0-9]+ could be drawn", rehash=True)
def somebody_is_drawn_who_had_left_the_list(proof: Proof) -> None:
    order, excluded = _first_draw(proof)
    gone = entries(proof, "removed")[0]["data"]["reg"]
    _redrawn(proof, [*order, gone], excluded)


@forgery("Draw 1: [0-9]+ could be drawn", rehash=True)
def somebody_is_drawn_and_excluded(proof: Proof) -> None:
    order, excluded = _first_draw(proof)
    _redrawn(proof, order, [*excluded, {"reg": order[0], "reason": "removed"}])


@forgery("Draw 2: [0-9]+ could be drawn", rehash=True)
def a_draw_excludes_for_other_reasons_than_were_frozen(proof: Proof) -> None:
    entries(proof, "drawn")[1]["data"]["excluded"][0]["reason"] = "removed"


@forgery("Match 1: 6 players", rehash=True)
def the_matches_were_sealed_after_the_line_up(proof: Proof) -> None:
    commits = {seal["scope"]: seal["commit"] for seal in proof["seals"]}
    log, scope = proof["log"], proof["event"]
    seals = next(item for item in log if item["entry"]["kind"] == "seals")
    made = next(at for at, item in enumerate(log) if item["entry"]["kind"] == "lineup")
    late = copy.deepcopy(seals)
    log.insert(made + 1, late)
    for item, draws, matches in (
        (seals, seals["entry"]["data"]["draws"], 0),
        (late, 0, seals["entry"]["data"]["matches"]),
    ):
        named = [("draw", n) for n in range(1, draws + 1)]
        named += [("game", n) for n in range(1, matches + 1)]
        lines = (f"{what} {n} {commits[f'{scope}/{what}/{n}']}\n" for what, n in named)
        text = "".join(lines).encode("ascii")
        item["entry"]["data"] |= {
            "hash": hashlib.sha256(text).hexdigest(),
            "draws": draws,
            "matches": matches,
        }
