"""Two sites with other keys and other seeds, and the same dice: what they send to anybody is the same.

Compared for each audience: every frame and every page, in its order, in its bytes and in its size. Masked is only
what two evenings can't share: their ids, seals, times, PINs and the keys of forms.
"""

import difflib
import re
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.listening import Company
from tests.serving import Serving, started
from tests.staging import stage

pytestmark = [pytest.mark.served, pytest.mark.nightly]

PAGES = ("", "seals/", "live/", "screen/", "results/", "happened/", "event.ics", "rules/")
MASKS = [
    (re.compile(pattern), word)
    for pattern, word in (
        (r"\b[a-z2-7]{26}\b", "ID"),
        (r"gAAAA[\w-]+=*", "TOKEN"),
        (r"\b[0-9a-f]{64}\b", "HASH"),
        (r"\b[0-9a-f]{12}(?=…|\.<)", "HASH"),
        (r"\b[0-9a-f]{32}\b", "SEED"),
        (r'(name=\\?"command_id\\?" value=\\?")[\w-]{16}', r"\1KEY"),
        (r"\b[A-Za-z0-9]{64}\b", "KEY"),
        (r"\b[A-Za-z0-9]{32}\b", "KEY"),
        (r"(session|csrf|tb_device|messages)=[^;]+", r"\1=COOKIE"),
        (r"\b1[789]\d{8}(\d{3}|\.\d+)?\b", "EPOCH"),
        (r"\b\d{8}T\d{6}Z?\b", "STAMP"),
        (r"\d{4}-\d\d-\d\dT[\d:.]+(\+\d\d:\d\d|Z)?", "STAMP"),
        (r"\b\d\d:\d\d(:\d\d)?\b", "CLOCK"),
        (r"(?i)expires=[^;\n]+|Date: [^\n]+|X-Request-ID: \w+|Last-Modified: [^\n]+|ETag: [^\n]+", "HEAD"),
        (r"\b\d{3} \d{3}\b|(?<=/join/)\d{6}", "PIN"),
        (r"(127\.0\.0\.1|localhost):\d+", "SITE"),
        (r"\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b", "HASH"),
        (r'<svg[^>]*class=\\?"qr\\?".*?</svg>', "QR"),
    )
]  # fmt: skip


def scripted(folder: Path, static_root: str) -> Serving:
    """A site whose dice are scripted, in one process."""
    folder.mkdir()
    site = Serving.embedded(folder, STATIC_ROOT=static_root)
    site.entry = [sys.executable, "-m", "tests.faults.scripted_site"]
    site.environment["PYTHONHASHSEED"] = "0"  # the policy's directives are a set's
    return site


def masked(text: bytes) -> str:
    plain = text.decode("utf-8", "replace")
    if 'class="qr"' in plain:  # another address is another pattern, in more or fewer letters
        plain = re.sub(r"Content-Length: \d+", "LENGTH", plain)
    for pattern, word in MASKS:
        plain = pattern.sub(word, plain)
    return plain


def evening_at(site: Serving) -> list[str]:
    """An evening from its first name to its results: all that was sent, masked, a line each."""
    company = Company(stage(site, prizes=[(1, "main", "Lantern trophy")], rounds=1))
    try:
        company.register()
        company.look_at(*PAGES)
        company.take_seats()
        company.close()
        company.press(*company.form("Draw"))
        company.play()
        company.look_at(*PAGES)
        company.record.stage = "finished"
        company.press(*company.form("Finish"))
        company.look_at(*PAGES)
    finally:
        company.leave()
    lines = []
    # Two topics have an order each; which of them a page hears of first, nobody promises.
    for one in sorted(company.record.heard, key=lambda one: (one.who, topic_of(one.body))):
        if b'"pong"' in one.body[:12]:
            continue
        text = masked(one.body)
        lines.append(f"{one.who} {one.stage} {masked(one.what.encode())} {len(text)} {text}")
    return lines


def topic_of(body: bytes) -> str:
    found = re.match(rb'\{"topic":"(\w+)/', body)
    return found[1].decode() if found else ""


def differences(first: list[str], second: list[str]) -> list[str]:
    changed = difflib.unified_diff(first, second, "first", "second", n=0, lineterm="")
    return [line[:3000] for line in changed]


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "one", tmp_path / "two"


def test_other_seeds_with_the_same_dice_send_the_same_to_everybody(
    folders: tuple[Path, Path], static_root: str
) -> None:
    with ExitStack() as both:
        sites = [both.enter_context(started(scripted(folder, static_root))) for folder in folders]
        first, second = [evening_at(site) for site in sites]
    keys = [(folder / "seed_key").read_text() for folder in folders]
    assert keys[0] != keys[1]
    assert len([line for line in first if " frame " in line]) > 100
    assert differences(first, second) == []


def test_without_the_script_other_seeds_show_in_what_is_sent(
    folders: tuple[Path, Path], static_root: str
) -> None:
    """The twin: the comparison sees dice that fell otherwise."""
    with ExitStack() as both:
        sites = [both.enter_context(started(scripted(folder, static_root))) for folder in folders]
        sites[1].stop()
        sites[1].entry = [sys.executable, "manage.py"]
        sites[1].start()
        first, second = [evening_at(site) for site in sites]
    assert differences(first, second) != []
