"""Which names the site answers to: the one people open, and this machine itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = "import json; from config import settings; print(json.dumps(settings.ALLOWED_HOSTS))"
ITSELF = ["127.0.0.1", "localhost", "[::1]"]


@pytest.mark.parametrize(
    ("address", "first"),
    [
        ("http://pier.example:8000", "pier.example"),
        ("http://192.0.2.7:8000", "192.0.2.7"),
        ("http://[2001:db8::7]:8000", "[2001:db8::7]"),
    ],
)
def test_the_public_address_is_answered_to(address: str, first: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"PUBLIC_URL": address, "VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [first, *ITSELF]
