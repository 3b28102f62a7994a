"""The parts of a scaled site as files of the repository name them: each file says the same."""

import os
import re
import shutil
import subprocess

import pytest

from tests.operations.deployed import parts
from tests.operations.proxy import TEMPLATE
from tests.serving import ROOT

COMPOSE = (ROOT / "compose.yaml").read_text()
ASKED_FOR = {
    "PUBLIC_URL": "https://play.example.org",
    "SECRET_KEY": "known",
    "TACKLEBOX_SEED_KEYS": "known",
    "POSTGRES_PASSWORD": "known",
    "CERTIFICATES": "/certificates",
}


def commands(text: str) -> list[str]:
    """What compose starts by the names of our programs, folded lines joined."""
    folded = re.sub(
        r"command: >\n((?:      .*\n)+)", lambda m: f"command: {' '.join(m[1].split())}\n", text
    )
    return re.findall(r"command: ((?:python|celery) .*)", folded)


def test_compose_starts_what_the_procfile_starts() -> None:
    written = parts()
    beat = written["beat"].replace("$VAR", "/var/tacklebox")
    assert commands(COMPOSE) == [written["web"], written["worker"], beat]


def test_compose_sets_no_variable_that_nobody_reads() -> None:
    settings = (ROOT / "config/settings.py").read_text()
    ours = COMPOSE.split("environment:\n", 1)[1].split("\nservices:", 1)[0]
    names = set(re.findall(r"^    ([A-Z_]+):", ours, re.MULTILINE))
    of_python = {"PATH", "PYTHONDONTWRITEBYTECODE"}
    assert {name for name in names - of_python if f'"{name}"' not in settings} == set()
    of_nginx = set(re.findall(r"^      (TACKLEBOX_[A-Z_]+):", COMPOSE, re.MULTILINE))
    asked = set(re.findall(r"\$\{(TACKLEBOX_[A-Z_]+)\}", TEMPLATE.read_text()))
    assert of_nginx == asked


def test_compose_lets_only_the_proxy_be_reached() -> None:
    assert COMPOSE.count("ports:") == 1
    assert COMPOSE.index("ports:") > COMPOSE.index("\n  proxy:")


def compose(*arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("docker-compose")
    assert program, "docker-compose isn't installed: scripts/system_packages.sh night"
    clean = {name: value for name, value in os.environ.items() if name not in ASKED_FOR}
    return subprocess.run(
        [program, "--file", str(ROOT / "compose.yaml"), "config", *arguments],
        env=clean | ASKED_FOR | changed,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


@pytest.mark.nightly
def test_compose_fits_its_own_schema() -> None:
    found = compose("--services")
    assert (found.returncode, found.stderr) == (0, "")
    assert set(found.stdout.split()) == {
        *("postgres", "redis", "prepare", "web-1", "web-2", "worker", "beat", "proxy"),
    }


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(ASKED_FOR))
def test_compose_refuses_to_start_without_what_it_needs(name: str) -> None:
    refused = compose("--quiet", **{name: ""})
    assert refused.returncode != 0
    assert name in refused.stderr
