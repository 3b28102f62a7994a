"""A ledger read from its first entry to its last.

Where an entry breaks a rule of the scheme, the reading notes it for the line it belongs to and goes on.
"""

import hashlib
from datetime import datetime

from games.proof.facts import Data, Drawn, Facts, Key, Made, Named, Stretch


def read(proof: Data) -> Facts:
    """Raises KeyError, TypeError or ValueError for what isn't a proof."""
    reader = _Reader(Facts(proof, proof["event"]))
    for item in proof["log"]:
        entry = item["entry"]
        reader.take(entry, entry.get("data", entry))
    facts = reader.facts
    if {seal["scope"] for seal in proof.get("seals", ())} - facts.seals.keys():
        facts.seal_problem = facts.seal_problem or "more seals than were published"
    return facts


class _Reader:
    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.commits = {seal["scope"]: seal["commit"] for seal in facts.proof.get("seals", ())}
        self.sealed = {"draw": 0, "game": 0}
        self.next = {"draw": 1, "game": 1}
        self.frozen_for: dict[int, tuple[str, list[Data]]] = {}
        self.answers: dict[str, str] = {}
        self.orders: list[list[str]] = []
        self.table: Made | None = None
        self.missed = ""

    def take(self, entry: Data, data: Data) -> None:
        """One entry; ``data`` is its own, or the entry itself where the form is flat."""
        self.entropy(entry, data)
        facts = self.facts
        match entry["kind"]:
            case "commit":
                facts.seals[data["scope"]] = (data["commit"], entry["n"])
            case "seals":
                self.seals(entry, data)
            case "registered":
                self.registered(entry, data)
            case "renamed":
                facts.names.setdefault(data["reg"], []).append(data["name"])
            case "promoted":
                facts.listed.append(data["reg"])
            case "withdrawn" | "removed" | "disqualified":
                self.left(data["reg"])
            case "reinstated":
                facts.left.discard(data["reg"])
            case "frozen":
                self.frozen(entry, data)
            case "draw-frozen" | "drawn" if not facts.sample:
                self.drawn(entry, data)
            case "here" | "passed" | "skipped":
                self.answers[data["reg"]] = entry["kind"]
            case "round-empty" | "draw-cancelled":
                self.answers, self.orders, self.table = {}, [], None
            case "lineup" | "match-made":
                self.made(entry, data)
            case "restored":
                self.restored(data)
            case "match-ended":
                facts.matches[data["match"]].ended = (data["head"], data["seq"])
            case "voided" if facts.sample:
                facts.voided.add((data["game_no"], data["label"], data["attempt"]))
            case "finished" | "cancelled":
                facts.over = True

    def entropy(self, entry: Data, data: Data) -> None:
        """Public randomness that is named, or has come."""
        of_match = "match" in data
        key: Key = ("match", data["match"]) if of_match else ("draw", data.get("draw"))
        named = data.get("entropy")
        if isinstance(named, dict):
            at = datetime.fromisoformat(entry["at"]).timestamp()
            self.facts.named.setdefault(key, []).append(
                Named(entry["n"], named["mode"], at, named.get("chain", ""), named.get("round", 0))
            )
        if entry["kind"] == "entropy":
            self.facts.came[key] = {**data, "n": entry["n"]}

    def seals(self, entry: Data, data: Data) -> None:
        """A batch of the numbered list, by its hash."""
        facts, text = self.facts, ""
        for purpose, count in (("draw", data["draws"]), ("game", data["matches"])):
            for _ in range(count):
                self.sealed[purpose] += 1
                number = self.sealed[purpose]
                scope = f"{facts.scope}/{purpose}/{number}"
                facts.seals[scope] = (self.commits.get(scope, ""), entry["n"])
                text += f"{purpose} {number} {facts.seals[scope][0]}\n"
        if hashlib.sha256(text.encode("ascii")).hexdigest() != data["hash"]:
            facts.seal_problem = facts.seal_problem or f"entry {entry['n']}"

    def registered(self, entry: Data, data: Data) -> None:
        facts = self.facts
        facts.first_registered = min(facts.first_registered, entry["n"])
        facts.receipts[str(data.get("reg", data["receipt"]))] = data["receipt"]
        if "name" in data:
            facts.names[data["reg"]] = [data["name"]]
        if data.get("status") == "registered":
            facts.listed.append(data["reg"])

    def left(self, reg: str) -> None:
        """Whoever leaves before the closing isn't on the list; afterwards the list stays as it is."""
        self.facts.left.add(reg)
        if self.facts.frozen is None and reg in self.facts.listed:
            self.facts.listed.remove(reg)

    def frozen(self, entry: Data, data: Data) -> None:
        facts = self.facts
        facts.frozen = {**data, "n": entry["n"]}
        if facts.sample:
            number = data["draw_no"]
            facts.draws[number] = Drawn(number, entry["n"], data["root"])
            facts.named["draw", number] = [
                Named(entry["n"], "drand", data["at"], round=data["round"])
            ]

    def drawn(self, entry: Data, data: Data) -> None:
        """A draw is frozen, or made."""
        draw = self.facts.draws.get(data["draw"])
        if draw is None:
            draw = self.facts.draws[data["draw"]] = Drawn(data["draw"], entry["n"], data["root"])
            if draw.number != self.next["draw"]:
                draw.number_problem = f"not seal {self.next['draw']}"
            self.next["draw"] = draw.number + 1
            draw.excluded = {row["reg"] for row in data["excluded"]}
            self.frozen_for[draw.number] = (data["root"], data["excluded"])
        if entry["kind"] == "drawn":
            draw.order = data["order"]
            if (data["root"], data["excluded"]) != self.frozen_for[draw.number]:
                draw.list_problem = "another list than was frozen"
            self.orders.append(data["order"])

    def made(self, entry: Data, data: Data) -> None:
        """A match; its seats are known from the draws and the answers already."""
        made = self.facts.matches.get(data["match"])
        if made is None:
            made = self.facts.matches[data["match"]] = self.seated(
                data["match"], len(data["seats"])
            )
        if [seat["reg"] for seat in data["seats"]] != made.seats:
            made.seat_problem = made.seat_problem or "others were drawn or answered"
        if entry["kind"] == "match-made":
            made.made = True
            made.stretches[-1].lineup = data["lineup"]

    def seated(self, match: str, count: int) -> Made:
        """The next table: whoever is left of its round, or else of those who answered since."""
        if self.orders or self.table is None:
            here = self.here()
        else:
            here, self.table.rest = self.table.rest, []
        scope = f"{self.facts.scope}/game/{self.next['game']}"
        made = Made(match, here[:count], [Stretch(0, scope)], rest=here[count:])
        made.seat_problem = self.missed if scope in self.facts.seals else "not sealed before"
        self.next["game"] += 1
        self.answers, self.orders, self.table = {}, [], made
        return made

    def here(self) -> list[str]:
        """Who answered, in the order drawn; without calls, everybody. Nobody before the last of them was left out."""
        answers, left = self.answers, self.facts.left
        wanted = "here" if "here" in answers.values() else None
        seats = [
            reg
            for order in self.orders
            for reg in order
            if answers.get(reg) == wanted and reg not in left
        ]
        self.missed = ""
        for order in self.orders:
            last = max((at for at, reg in enumerate(order) if reg in seats), default=0)
            missed = [reg for reg in order[:last] if reg not in left and reg not in answers]
            if wanted and missed:
                self.missed = missed[0]
        return seats

    def restored(self, data: Data) -> None:
        """After a backup was put back: new seals for what is left."""
        self.next = {"draw": data["draws_from"], "game": data["matches_from"]}
        for change in data["matches"]:
            made = self.facts.matches[change["match"]]
            scope = f"{self.facts.scope}/game/{self.next['game']}"
            self.next["game"] += 1
            made.stretches[-1].lineup = change["lineup_before"]
            made.stretches.append(Stretch(change["after"], scope, change["lineup"]))
