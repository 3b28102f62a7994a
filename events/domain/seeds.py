"""Sealed seeds: made in batches before the list they serve is frozen, opened when they are used up.

A seed in the clear lives in local variables only: never in a log, a repr, an exception or a task.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.models import Event, Seed
from games import fair

SEED_BYTES = 32
LOW, BATCH = 8, 16
"""With fewer sealed seeds left than the first, as many as the second are added."""

_NO_SEALS = _("Every seal of this evening is used up. Finish it and plan another one.")


class SealBroken(Exception):
    """A stored seed can't be read with the keys there are, or isn't the one committed to."""


@sensitive_variables()
def seal(event: Event, purpose: str, count: int) -> list[Seed]:
    """Make ``count`` more seeds of a purpose, numbered on from those there are.

    Each has 256 random bits: its commitment in the clear, itself only as ciphertext under
    ``SEED_KEYS``. Call it under the event's lock.
    """
    box = _box()
    first = (event.seeds.filter(purpose=purpose).aggregate(last=Max("number"))["last"] or 0) + 1
    rows = []
    for number in range(first, first + count):
        row = Seed(event=event, purpose=purpose, number=number)
        seed = secrets.token_bytes(SEED_BYTES)
        row.commitment = fair.commit(row.scope, seed)
        row.sealed = box.encrypt(seed)
        rows.append(row)
    return Seed.objects.bulk_create(rows)


def top_up(ledger: Ledger, purpose: str, used: int) -> None:
    """Seal another batch while enough are left for what comes next; ``used`` is how many are gone.

    The batch is in the ledger before the list it will serve is frozen. Call it after each use.
    """
    if ledger.event.seeds.filter(purpose=purpose).count() - used >= LOW:
        return
    seals = seal(ledger.event, purpose, BATCH)
    made = {purpose: BATCH}
    ledger.append(
        "seals",
        hash=seals_hash(seals),
        draws=made.get(Seed.Purpose.DRAW, 0),
        matches=made.get(Seed.Purpose.GAME, 0),
    )


def next_sealed(event: Event, purpose: str) -> Seed:
    """The seed that serves next: the first that is sealed still, numbered after all that have served.

    Those that were given up after a backup was restored are open, so they are passed over. Raises Refusal when every
    seal is used up.
    """
    sealed = event.seeds.filter(purpose=purpose)
    served = sealed.filter(Q(draw__isnull=False) | Q(match__isnull=False))
    last = served.aggregate(last=Max("number"))["last"] or 0
    found = sealed.filter(number__gt=last, opened="").order_by("number").first()
    if found is None:
        raise Refusal("no-seals", _NO_SEALS)
    return found


def seals_hash(seals: Iterable[Seed]) -> str:
    """SHA-256 in hex over a line ``purpose number commitment`` for each seal, in the order given.

    Lines are ASCII and end in a line feed. Everybody can compute it from the published list.
    """
    text = "".join(f"{seal.purpose} {seal.number} {seal.commitment}\n" for seal in seals)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@sensitive_variables()
def open_seed(seed: Seed) -> bytes:
    """The seed itself, in memory only; it stays sealed for everybody else.

    Raises SealBroken if no key fits or the commitment doesn't.
    """
    opened = _decrypted(bytes(seed.sealed))
    if opened is None or not hmac.compare_digest(fair.commit(seed.scope, opened), seed.commitment):
        raise SealBroken(
            f"The sealed seed {seed.scope} doesn't open: are TACKLEBOX_SEED_KEYS whole?"
        )
    return opened


@sensitive_variables()
def publish_seed(seed: Seed, now: datetime) -> None:
    """Show a seed to everybody, once; ``now`` is the instant under the event's lock."""
    if seed.opened:
        return
    seed.opened = open_seed(seed).hex()
    seed.opened_at = now
    seed.save(update_fields=["opened", "opened_at"])


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.SEED_KEYS])


@sensitive_variables()
def _decrypted(sealed: bytes) -> bytes | None:
    """The seed, or None if no key fits."""
    try:
        return _box().decrypt(sealed)
    except InvalidToken:
        return None
