"""Somebody who would know the dice beforehand: everything they have read, tried as the seed in every way they know.

They win a roll only if they can show that they had it: by the seal that their seed fits, or by dice that have fallen
and that it gives.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken

from games import fair
from games.chance import Drawn

_HEX = re.compile(rb"[0-9a-fA-F]{64,}")
_BASE64 = re.compile(rb"[0-9A-Za-z_+/-]{43,}={0,2}")
_WORD = re.compile(rb"[0-9A-Za-z_/+-]{4,96}")
_TOKEN = re.compile(rb"gAAAA[0-9A-Za-z_-]{60,}={0,2}")
_LONGEST = 2000


@dataclass(frozen=True)
class Aim:
    """A match under its seal: what is known of it in public. ``seen``: dice that have fallen."""

    scope: str
    lineup: str
    commitment: str
    seen: tuple[Drawn, ...]


def derived(aim: Aim, known: bytes, labels: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The coming dice by label, as far as what is known gives a seed that can be shown to be the one."""
    tried = candidates(known)
    tried |= set(decrypted(known, tried))
    for seed in tried:
        if fits(aim, seed):
            return {
                label: fair.roll(seed, aim.scope, aim.lineup, label, 0, 6, 1) for label in labels
            }
    return {}


def fits(aim: Aim, seed: bytes) -> bool:
    """Whether the seal opens to this seed, or all dice that have fallen follow from it."""
    if fair.commit(aim.scope, seed) == aim.commitment:
        return True
    return bool(aim.seen) and all(
        fair.roll(seed, aim.scope, aim.lineup, label, attempt, n, count) == values
        for _kind, label, attempt, n, count, values in aim.seen
    )


def candidates(known: bytes) -> set[bytes]:
    """Every 32 bytes that what is known spells, holds or hashes to."""
    found = {hashlib.sha256(word).digest() for word in set(_WORD.findall(known))}
    found |= {word for word in set(_WORD.findall(known)) if len(word) == 32}
    for raw in _spelled(known):
        found.add(hashlib.sha256(raw).digest())
        found.update(raw[start : start + 32] for start in range(max(1, len(raw) - 31)))
    return {seed for seed in found if len(seed) == 32}


def decrypted(known: bytes, keys: set[bytes]) -> Iterator[bytes]:
    """What lies encrypted in what is known, opened with any key that is in there too."""
    tokens = sorted(set(_TOKEN.findall(known)))
    for key in keys if tokens else ():
        box = Fernet(base64.urlsafe_b64encode(key))
        try:
            box.decrypt(tokens[0])
        except InvalidToken:
            continue
        for token in tokens:
            try:
                yield box.decrypt(token)
            except InvalidToken:
                continue


def _spelled(known: bytes) -> Iterator[bytes]:
    for run in set(_HEX.findall(known)):
        yield bytes.fromhex(run[: len(run) // 2 * 2].decode()[:_LONGEST])
    for run in set(_BASE64.findall(known)):
        text = run[:_LONGEST].rstrip(b"=")
        for altchars in (b"-_", b"+/"):
            try:
                yield base64.b64decode(text + b"=" * (-len(text) % 4), altchars, validate=True)
            except binascii.Error:
                continue
