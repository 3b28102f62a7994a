"""Which release this is, as far as open pages are concerned: a name for what they are drawn with."""

from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest


def release_of(*folders: Path) -> str:
    """A name that changes with any file in these folders, and is the same on every machine."""
    digest = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def release(request: HttpRequest) -> dict[str, str]:
    """For templates of pages: what a page compares with what its line says."""
    return {"release": settings.RELEASE}
