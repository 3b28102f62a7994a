"""Keys of the embedded set-up: made once, kept in VAR, readable by their owner only."""

import os
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.management.utils import get_random_secret_key


def kept_secret_key(var: Path) -> str:
    """Django's SECRET_KEY, from `var`/secret_key."""
    return _kept(var / "secret_key", get_random_secret_key())


def kept_seed_key(var: Path) -> str:
    """The Fernet key that seeds are encrypted under, from `var`/seed_key."""
    return _kept(var / "seed_key", Fernet.generate_key().decode())


def _kept(path: Path, fresh: str) -> str:
    """The key in `path`, which is first written whole under another name, so that of two
    processes starting at once both end with the key of the one that was first."""
    if not path.exists():
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(fresh)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
