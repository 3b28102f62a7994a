"""What the sources must not do: let text through unescaped, run text as script, use packages below their floor."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
OURS = ("config", "events", "games")


def lines(folder: str, ending: str, pattern: str) -> list[str]:
    """Where the pattern stands in the files below a folder, as "file: line"; vendored files aside."""
    found = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
        if "vendor" not in path.parts
        for line in path.read_text().splitlines()
        if found.search(line)
    ]


def test_no_template_lets_text_through_unescaped() -> None:
    assert lines("templates", "html", r"\|\s*safe\b|safeseq|autoescape\s+off") == []
    assert len(lines("templates", "html", r"\{\{")) > 500, "templates are where they were"


def test_text_counts_as_markup_only_where_the_server_made_it() -> None:
    """Two QR codes of our own addresses, and fragments that our own templates rendered."""
    marked = [
        line for folder in OURS
        for line in lines(folder, "py", r"(mark_safe|format_html|SafeText|html_safe)\(")
    ]  # fmt: skip
    assert marked == [
        "events/views/live_pages.py: html = {name: mark_safe(part) for name, part in rendered.html.items()}"
        "  # noqa: S308 our own templates, names escaped",
        "events/views/live_pages.py: return mark_safe(svg)  # noqa: S308 made by the library from our own address",
        "events/views/people.py: return mark_safe(svg)  # noqa: S308 made by the library from our own address",
    ]


SINKS = [
    'static/js/fetched.js: const page = new DOMParser().parseFromString(await response.text(), "text/html");',
    "static/js/fragments.js: template.innerHTML = html;",
    'static/js/register.js: const page = new DOMParser().parseFromString(html, "text/html");',
    'static/js/zone.js: const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("when");',
]
"""Pages and fragments of our own server, in documents that run nothing; their text came escaped."""


def test_no_script_runs_text_or_makes_elements_of_it_but_for_fragments() -> None:
    sinks = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|"
        r"setTimeout\(\s*[\"'`]|createContextualFragment|DOMParser|srcdoc|setAttribute\(\s*[\"']on"
    )
    assert lines("static/js", "js", sinks) == SINKS


def test_htmx_runs_no_text_either() -> None:
    base = (ROOT / "templates" / "base.html").read_text()
    for setting in ('"allowEval":false', '"allowScriptTags":false', '"historyCacheSize":0'):
        assert setting in base
    assert lines("templates", "html", r"hx-on|hx-vals\s*=\s*.js:|hx-vars") == []


def test_no_name_is_drawn_outside_a_bdi_where_a_list_shows_it() -> None:
    rows = (
        ROOT / "templates" / "events" / "_rows.html",
        ROOT / "templates" / "events" / "_roster.html",
    )
    for path in rows:
        for name in re.findall(r"(.{0,5})\{\{ \w+\.name \}\}", path.read_text()):
            assert name.endswith("<bdi>"), path


def test_nothing_runs_a_shell_or_unpickles() -> None:
    for folder in OURS:
        assert (
            lines(folder, "py", r"shell=True|os\.system|pickle|yaml\.load\(|\beval\(|\bexec\(")
            == []
        )


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """Each package of a lock file with its version and how many hashes it has."""
    text = (ROOT / "requirements" / name).read_text()
    found: dict[str, tuple[str, int]] = {}
    for block in re.split(r"\n(?=[a-z0-9A-Z])", text):
        if match := re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ \\\n]+)", block):
            found[match[1].lower()] = (match[2], block.count("--hash=sha256:"))
    return found


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_every_package_is_locked_with_its_hashes(name: str) -> None:
    found = pinned(name)
    assert len(found) > 10
    assert [package for package, (_version, hashes) in found.items() if not hashes] == []


@pytest.mark.parametrize(
    "floor", ["daphne>=4.2.2", "django>=5.2.8,<5.3", "django-allauth>=65.14.2", "channels>=4.3"]
)
def test_packages_with_known_faults_below_are_above(floor: str) -> None:
    wanted = Requirement(floor)
    assert Version(pinned("base.txt")[wanted.name][0]) in wanted.specifier
