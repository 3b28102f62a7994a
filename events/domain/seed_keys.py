"""Changing the key that seeds are encrypted under: of SEED_KEYS the first encrypts, and all of them decrypt."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from events.domain.seeds import SealBroken, open_seed
from events.models import Seed

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Rotated:
    """What was done: seeds newly under the first key, those that were there before, scopes of those that don't open."""

    moved: int
    there: int
    broken: tuple[str, ...]


def rotate() -> Rotated:
    """Encrypt every seed under the first key, opened ones as well, a batch in a transaction.

    It can be stopped and run again. A seed that no key opens, or that isn't the one committed to, is left as it is and
    named. Commitments don't change, so nobody outside sees a difference.
    """
    newest = Fernet(settings.SEED_KEYS[0])
    moved = there = 0
    broken: list[str] = []
    for batch in _batches():
        with transaction.atomic():
            rows = Seed.objects.select_for_update(of=("self",)).select_related("event")
            for seed in rows.filter(pk__in=batch).order_by("pk"):
                if _opens(newest, seed):
                    there += 1
                elif _moved(newest, seed):
                    moved += 1
                else:
                    broken.append(seed.scope)
    return Rotated(moved, there, tuple(broken))


def _batches() -> Iterator[list[int]]:
    pks = list(Seed.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(pks), _BATCH):
        yield pks[start : start + _BATCH]


@sensitive_variables()
def _opens(box: Fernet, seed: Seed) -> bool:
    try:
        box.decrypt(bytes(seed.sealed))
    except InvalidToken:
        return False
    return True


@sensitive_variables()
def _moved(box: Fernet, seed: Seed) -> bool:
    """Encrypt a seed anew; whether it could be opened."""
    try:
        seed.sealed = box.encrypt(open_seed(seed))
    except SealBroken:
        return False
    seed.save(update_fields=["sealed"])
    return True
