"""Public identifiers: random, so that none can be guessed from another."""

import base64
import secrets


def new_public_id() -> str:
    """26 characters of lower-case base32: 128 random bits, fit for an address and for a fairness scope."""
    return base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()


def new_pin() -> str:
    """Six digits to read off a screen. They find an event; they open nothing."""
    return f"{secrets.randbelow(1_000_000):06d}"


def new_claim_code() -> str:
    """Ten characters of base32 (50 random bits) that a winner can read out to claim by."""
    return base64.b32encode(secrets.token_bytes(7)).decode("ascii").lower()[:10]


def new_reg() -> str:
    """A registration's identity in the fairness scheme: 128 random bits in lower-case hex."""
    return secrets.token_hex(16)
