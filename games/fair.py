"""``fair-v1``: how every draw and every die follows from a seed that was sealed before.

Nothing here keeps state: a value depends on the seed and on what it is for, so a crash, a repeated
request or an extra roll elsewhere changes no other value. Every hash covers ASCII lines, each ended
by a newline and the first naming its purpose; no text that people wrote enters, only ids, digits
and lower-case hexadecimal. Anybody can recompute all of it with SHA-256 and HMAC (FIPS 180-4,
RFC 2104), and the formats must never change under this name.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from games.chance import Drawn, Kind
from games.codec import canonical_json

SEED_BYTES = 32
FIRST_HEAD = "0" * 64
"""What the first entry of a chain follows on."""
NO_ENTROPY = "none"
"""The entropy line of a draw or line-up without public randomness."""

_LABEL = re.compile(r"[a-z0-9][a-z0-9/_.-]{0,95}")


def _text(parts: Sequence[str]) -> bytes:
    """The parts as lines. Raises ValueError for a part that could be read in two ways."""
    for part in parts:
        if not part or "\n" in part or not part.isascii():
            raise ValueError(f"can't be hashed without ambiguity: {part!r}")
    return "".join(f"{part}\n" for part in parts).encode("ascii")


def _hash(*parts: str) -> str:
    return hashlib.sha256(_text(parts)).hexdigest()


def _mac(key: bytes, *parts: str) -> bytes:
    return hmac.digest(key, _text(parts), "sha256")


def _word(text: str) -> str:
    if " " in text:
        raise ValueError(f"an id has no spaces: {text!r}")
    return text


def _label(text: str) -> str:
    if not _LABEL.fullmatch(text):
        raise ValueError(f"not a label: {text!r}")
    return text


def commit(scope: str, seed: bytes) -> str:
    """The seal of a seed, published before registration opens.

    ``scope`` says what the seed is for: ``evt/7k3m9q/draw/1``.
    """
    return _hash("fair-v1/commit", scope, seed.hex())


def receipt(event: str, registration: str, client_seed: str) -> str:
    """What a registrant is given at once, to prove later that they were on the list."""
    return _hash("fair-v1/receipt", event, registration, client_seed)


def list_root(event: str, rows: Iterable[tuple[str, str]]) -> str:
    """The hash of a frozen list of (registration, client seed), in whatever order they come.

    Raises ValueError if a registration is there twice.
    """
    listed = sorted(rows)
    if len({registration for registration, _ in listed}) != len(listed):
        raise ValueError("a registration is on the list twice")
    return _hash(
        "fair-v1/list",
        event,
        str(len(listed)),
        *(f"{_word(registration)} {_word(client_seed)}" for registration, client_seed in listed),
    )


def entropy_line(kind: str, *values: str) -> str:
    """``none``, ``drand <chain> <round> <randomness>`` or ``public <sha256 of the text>``."""
    return " ".join(_word(part) for part in (kind, *values))


def draw_order(
    seed: bytes, event: str, draw: int, root: str, entropy: str, registrations: Iterable[str]
) -> list[str]:
    """Everybody on the list in drawn order: the first are in, the others the reserves.

    Each has a rank of their own, so leaving somebody out keeps the order of all others.
    """
    key = _mac(seed, "fair-v1/draw", event, str(draw), root, entropy)
    return sorted(registrations, key=lambda reg: (_mac(key, "fair-v1/rank", reg), reg))


def game_entropy(match: str, rows: Iterable[tuple[int, str, str]], entropy: str) -> str:
    """The hash ``G`` of who sits where: (seat, registration, client seed) in the order of seats."""
    seated = (f"{seat} {_word(reg)} {_word(client_seed)}" for seat, reg, client_seed in rows)
    return _hash("fair-v1/lineup", match, *seated, entropy)


def roll(
    seed: bytes, match: str, lineup_hash: str, label: str, attempt: int, sides: int, count: int
) -> tuple[int, ...]:
    """``count`` faces of dice with 1 … 256 sides.

    Bytes of HMAC blocks, those at or above the largest multiple of ``sides`` left out, so that no
    face is likelier than another.
    """
    if not 1 <= sides <= 256:
        raise ValueError("a die has 1 to 256 sides")
    if count < 0:
        raise ValueError("a roll has no negative count")
    purpose = (
        "fair-v1/roll",
        match,
        lineup_hash,
        _label(label),
        str(attempt),
        f"{count}d{sides}",
    )
    limit = 256 - 256 % sides
    even = (byte for byte in _bytes(seed, purpose) if byte < limit)
    return tuple(byte % sides + 1 for byte in islice(even, count))


def _bytes(seed: bytes, purpose: tuple[str, ...]) -> Iterator[int]:
    block = 0
    while True:
        yield from _mac(seed, *purpose, str(block))
        block += 1


def shuffle(
    seed: bytes, match: str, lineup_hash: str, label: str, attempt: int, n: int
) -> tuple[int, ...]:
    """The indices 0 … n-1, each ranked by an HMAC of its own."""
    purpose = ("fair-v1/shuffle", match, lineup_hash, _label(label), str(attempt))
    return tuple(sorted(range(n), key=lambda index: (_mac(seed, *purpose, str(index)), index)))


def pick(
    seed: bytes, match: str, lineup_hash: str, label: str, attempt: int, n: int, count: int
) -> tuple[int, ...]:
    """``count`` distinct indices below ``n``: the first of the shuffle with this label."""
    if not 0 <= count <= n:
        raise ValueError(f"can't pick {count} of {n}")
    return shuffle(seed, match, lineup_hash, label, attempt, n)[:count]


def choice_commit(match: str, label: str, seat: int, salt: str, code: str) -> str:
    """The seal of a secret choice, the same length for every choice. ``salt``: 16 bytes in hex."""
    return _hash("fair-v1/choice", match, label, str(seat), salt, code)


def name_hash(registration: str, salt: str, name: str) -> str:
    """How a name enters the chain: with the salt (16 bytes in hex) erased, nobody can tell whose it was."""
    return _hash("fair-v1/name", registration, salt, _digest(name))


def sealed_entry(match: str, number: int, salt: str, content: Any) -> str:
    """What the chain covers of a log entry that is somebody's secret still; ``content`` is JSON data."""
    return _hash("fair-v1/sealed", match, str(number), salt, _digest(canonical_json(content)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def chain(head: str, entry: Any) -> str:
    """The head after one more entry (JSON data); the first follows on ``FIRST_HEAD``."""
    return _hash("fair-v1/log", head, link(entry))


def link(entry: Any) -> str:
    """The hash of one entry (JSON data) alone: with it a head can be worked out from the one before."""
    return _digest(canonical_json(entry))


class FairChance:
    """The chance of one match: every value follows from its seed, line-up, label and attempt.

    ``seed``: 32 bytes. ``scope``: the match's, as sealed (``evt/7k3m9q/game/1``). ``lineup``: its
    line-up hash ``G``. ``attempts``: how often a void has used up each label. ``drawn``: every
    draw so far, to be recorded. Raises ValueError when a label comes twice: two rolls would be one.
    """

    def __init__(
        self,
        seed: bytes,
        scope: str,
        lineup: str,
        attempts: Mapping[str, int] | None = None,
    ) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._seed = seed
        self.scope = scope
        self.lineup = lineup
        self.attempts = dict(attempts or {})
        self.drawn: list[Drawn] = []

    def roll(self, label: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        values = roll(*self._source(label), sides, count)
        return self._record("roll", label, sides, values)

    def pick(self, label: str, n: int, count: int) -> tuple[int, ...]:
        return self._record("pick", label, n, pick(*self._source(label), n, count))

    def shuffle(self, label: str, n: int) -> tuple[int, ...]:
        return self._record("shuffle", label, n, shuffle(*self._source(label), n))

    def _source(self, label: str) -> tuple[bytes, str, str, str, int]:
        if any(drawn[1] == label for drawn in self.drawn):
            raise ValueError(f"{label} was drawn already")
        return self._seed, self.scope, self.lineup, label, self.attempts.get(label, 0)

    def _record(self, kind: Kind, label: str, n: int, values: tuple[int, ...]) -> tuple[int, ...]:
        attempt = self.attempts.get(label, 0)
        self.drawn.append((kind, label, attempt, n, len(values), values))
        return values
