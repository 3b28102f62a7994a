"""The public beacon: drand's rounds, when each is due, and whether what a relay gives for one is genuine.

A round is a BLS signature (scheme ``bls-unchained-g1-rfc9380``) by a network of which no minority can know it
earlier or choose it: nobody, this site included, can tell it before it is due (research: reliability 3.1).
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from py_arkworks_bls12381 import GT, G1Point, G2Point

from games import fair

_DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The domain separation tag that the scheme hashes rounds with (RFC 9380, 8.8.1)."""
_SIGNATURE_BYTES = 48


@dataclass(frozen=True, slots=True)
class Chain:
    """A beacon's chain, as its relays' ``/info`` describes it.

    ``genesis`` is the first round's time in seconds since 1970, ``period`` the seconds from one to the next.
    """

    hash: str
    public_key: str
    genesis: int
    period: int

    def round_from(self, instant: datetime) -> int:
        """The first round that isn't due before this instant (aware)."""
        since = instant - _instant(self.genesis)
        return max(0, -(-since // timedelta(seconds=self.period))) + 1

    def due(self, round_: int) -> datetime:
        """The instant at which a round is made."""
        return _instant(self.genesis + (round_ - 1) * self.period)

    def is_genuine(self, round_: int, signature: str) -> bool:
        """Whether the chain signed this round. ``signature``: a compressed point of G1 in lower-case hex."""
        try:
            raw = bytes.fromhex(signature)
        except ValueError:
            return False
        if len(raw) != _SIGNATURE_BYTES or raw.hex() != signature:
            return False
        try:
            signed = G1Point.from_compressed_bytes(raw)
        except ValueError:  # no point of the curve, or outside the group
            return False
        message = hashlib.sha256(round_.to_bytes(8, "big")).digest()
        key = G2Point.from_compressed_bytes(bytes.fromhex(self.public_key))
        # e(signature, generator) = e(hash of the round, public key), as one product
        return GT.pairing_check(
            [signed, -G1Point.hash_to_curve(message, _DOMAIN)], [G2Point(), key]
        )

    def line(self, round_: int, signature: str) -> str:
        """The scheme's entropy line of a round: its randomness is the SHA-256 of its signature."""
        randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
        return fair.entropy_line("drand", self.hash, str(round_), randomness)


QUICKNET = Chain(
    hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1692803367,
    period=3,
)
"""drand's public network of the League of Entropy with a round every three seconds."""


def chain() -> Chain:
    """The chain that draws wait for: quicknet, unless the site was set up with another."""
    given = settings.BEACON_CHAIN
    if not given:
        return QUICKNET
    return Chain(
        hash=str(given["hash"]),
        public_key=str(given["public_key"]),
        genesis=int(given["genesis_time"]),
        period=int(given["period"]),
    )


def is_offered() -> bool:
    """Whether there is a relay to ask."""
    return bool(settings.BEACON_SOURCES)


def _instant(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
