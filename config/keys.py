"""Keys of the embedded set-up: made once, kept in VAR, readable by their owner only."""

import os
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.management.utils import get_random_secret_key


def kept_secret_key(var: Path) -> str:
    """Django's SECRET_KEY, from `var`/secret_key."""
    return _kept(var / "secret_key", get_random_secret_key())


def kept_seed_keys(var: Path) -> list[str]:
    """The Fernet keys that seeds are encrypted under, newest first: the lines of `var`/seed_key."""
    return _kept(var / "seed_key", Fernet.generate_key().decode()).split()


def put_first_seed_key(var: Path) -> None:
    """Put a fresh key before those in `var`/seed_key; it counts from the next start."""
    keys = [Fernet.generate_key().decode(), *kept_seed_keys(var)]
    _replace(var / "seed_key", "\n".join(keys))


def drop_old_seed_keys(var: Path) -> None:
    """Keep only the first key of `var`/seed_key."""
    _replace(var / "seed_key", kept_seed_keys(var)[0])


def _kept(path: Path, fresh: str) -> str:
    """The key in `path`, which is first written whole under another name, so that of two
    processes starting at once both end with the key of the one that was first."""
    if not path.exists():
        draft = _draft(path, fresh)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def _replace(path: Path, text: str) -> None:
    """Write the file anew, whole or not at all."""
    _draft(path, text).replace(path)


def _draft(path: Path, text: str) -> Path:
    """The text in a file beside this one, on the disk, readable by its owner only."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return draft
