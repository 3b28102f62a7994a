"""What a ledger says, gathered for the checks."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Data = dict[str, Any]
Key = tuple[str, Any]
"""What entropy is for: ``("draw", 1)`` or ``("match", its id)``."""


@dataclass
class Named:
    """Entropy as entry ``n`` named it before it could be known. ``at`` is in seconds since 1970."""

    n: int
    mode: str
    at: float
    chain: str = ""
    round: int = 0


@dataclass
class Drawn:
    """A draw in the ledger."""

    number: int
    n: int
    root: str = ""
    excluded: set[str] = field(default_factory=set)
    order: list[str] | None = None
    number_problem: str = ""
    list_problem: str = ""


@dataclass
class Stretch:
    """The part of a match's log after entry ``after``, and the seal its chance comes from.

    ``lineup``: the hash it was given; "" where a backup was put back before its public randomness had come.
    """

    after: int
    scope: str
    lineup: str = ""


@dataclass
class Made:
    """A match in the ledger: ``seats`` as draw and answers give them.

    ``rest``: who of the round has no seat, at this table or at a later one.
    """

    match: str
    seats: list[str]
    stretches: list[Stretch]
    made: bool = False
    ended: tuple[str, int] | None = None
    seat_problem: str = ""
    rest: list[str] = field(default_factory=list)


@dataclass
class Facts:
    """What a ledger says was published, drawn, called and played; ``*_problem`` is the first thing amiss."""

    proof: Data
    scope: str
    seals: dict[str, tuple[str, int]] = field(default_factory=dict)
    seal_problem: str = ""
    batches: int = 0
    first_registered: int = 10**9
    receipts: dict[str, str] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    listed: list[str] = field(default_factory=list)
    frozen: Data | None = None
    left: set[str] = field(default_factory=set)
    over: bool = False
    draws: dict[int, Drawn] = field(default_factory=dict)
    matches: dict[str, Made] = field(default_factory=dict)
    named: dict[Key, list[Named]] = field(default_factory=dict)
    came: dict[Key, Data] = field(default_factory=dict)
    voided: set[tuple[int, str, int]] = field(default_factory=set)

    @cached_property
    def sample(self) -> bool:
        """Whether it is of the older, flat form: one draw from everybody, and no logs of matches."""
        return not any("data" in item["entry"] for item in self.proof["log"])

    @cached_property
    def client_seeds(self) -> dict[str, str]:
        """By registration; empty until the list is frozen."""
        return {row["reg"]: row["client_seed"] for row in self.proof["registered"]}
