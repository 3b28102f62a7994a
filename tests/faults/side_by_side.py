"""What two sites sent, laid side by side: masked only what two evenings can't share.

That is their ids, seals, salts and chain heads, times, PINs, claim codes and the keys of forms.
"""

import difflib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.faults.listening import Heard
from tests.serving import Serving

MASKS = [
    (re.compile(pattern), word)
    for pattern, word in (
        (r"\b[a-z2-7]{26}\b", "ID"),
        (r"gAAAA[\w-]+=*", "TOKEN"),
        (r"\b[0-9a-f]{64}\b", "HASH"),
        (r"\b[0-9a-f]{12}(?=…|\.)", "HASH"),
        (r"\b[0-9a-f]{32}\b", "SEED"),
        (r'(name=\\?"command_id\\?" value=\\?")[\w-]{16}', r"\1KEY"),
        (r"(?<=<code>)[a-z2-7]{5}-[a-z2-7]{5}(?=</code>)", "CODE"),
        (r"\b[A-Za-z0-9]{64}\b", "KEY"),
        (r"\b[A-Za-z0-9]{32}\b", "KEY"),
        (r"(session|csrf|tb_device|messages)=[^;]+", r"\1=COOKIE"),
        (r"\b1[789]\d{8}(\d{3}|\.\d+)?\b", "EPOCH"),
        (r"\b\d{8}T\d{6}Z?\b", "STAMP"),
        (r"\d{4}-\d\d-\d\dT[\d:.]+(\+\d\d:\d\d|Z)?", "STAMP"),
        (r"\b\d{1,2}(:\d\d)? [ap]\.m\.|\bnoon\b|\bmidnight\b", "CLOCK"),
        (r"\b\d\d:\d\d(:\d\d)?\b", "CLOCK"),
        (r"(?i)expires=[^;\n]+|Date: [^\n]+|X-Request-ID: \w+|Last-Modified: [^\n]+|ETag: [^\n]+", "HEAD"),
        (r"\b\d{3} \d{3}\b|(?<=/join/)\d{6}", "PIN"),
        (r"(127\.0\.0\.1|localhost):\d+", "SITE"),
        (r"\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b", "HASH"),
        (r'<svg[^>]*class=\\?"qr\\?".*?</svg>', "QR"),
    )
]  # fmt: skip


def as_scripted(site: Serving, falls: Mapping[str, tuple[int, ...]] | None = None) -> Serving:
    """The site with scripted dice and draws; ``falls`` tells some of them, by label."""
    site.entry = [sys.executable, "-m", "tests.faults.scripted_site"]
    site.environment["PYTHONHASHSEED"] = "0"  # the policy's directives are a set's
    site.environment["SCRIPTED_FALLS"] = json.dumps(falls or {})
    return site


def scripted(
    folder: Path,
    static_root: str,
    empty: Path | None = None,
    falls: Mapping[str, tuple[int, ...]] | None = None,
) -> Serving:
    """A site whose dice are scripted, in one process."""
    folder.mkdir()
    return as_scripted(Serving.embedded(folder, empty, STATIC_ROOT=static_root), falls)


def masked(text: bytes) -> str:
    plain = text.decode("utf-8", "replace")
    # Another address is another pattern, in more or fewer letters; so is a time of day in words.
    if 'class="qr"' in plain or "| Tacklebox</title>" in plain:
        plain = re.sub(r"Content-Length: \d+", "LENGTH", plain)
    for pattern, word in MASKS:
        plain = pattern.sub(word, plain)
    return plain


def lines(heard: Iterable[Heard]) -> list[str]:
    """All that was sent, a line each: who got it, when in the evening, what it answers, its size, its bytes."""
    found: list[str] = []
    known: dict[tuple[str, str], int] = {}
    # Two topics have an order each; which of them a page hears of first, nobody promises.
    for one in sorted(heard, key=lambda one: (one.who, topic_of(one.body))):
        if one.what == "frame" and _is_passing(one, known):
            continue
        text = masked(one.body)
        found.append(f"{one.who} {one.stage} {masked(one.what.encode())} {len(text)} {text}")
    return found


def _is_passing(one: Heard, known: dict[tuple[str, str], int]) -> bool:
    """A beat, or a push that overtook or was overtaken: whether a page that knows it already is sent it is chance."""
    frame = json.loads(one.body)
    if "pong" in frame:
        return True
    where = one.who, topic_of(one.body)
    if frame.get("base") is not None and frame["seq"] <= known.get(where, -1):
        return True
    known[where] = max(frame.get("seq", -1), known.get(where, -1))
    return False


def topic_of(body: bytes) -> str:
    found = re.match(rb'\{"topic":"(\w+)/', body)
    return found[1].decode() if found else ""


def differences(first: list[str], second: list[str]) -> list[str]:
    changed = difflib.unified_diff(first, second, "first", "second", n=0, lineterm="")
    return [line[:3000] for line in changed]
