"""Exports as spreadsheets open them: by commas, or by semicolons where decimals have a comma."""

# ruff: noqa: RUF001 full-width signs are what is tested

import csv
import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from events.domain.series import create_series
from events.models import Event, Prize, Registration
from events.queries import exports, standings, statistics
from events.queries.exports import csv_file, safe_cell
from tests.events.awards import PODIUM
from tests.security.nasty_names import SENT
from tests.web.winning import Played

SIGNS = tuple("=+-@＝＋－＠﹢﹣﹦﹫")
UNSAFE = [text for text in SENT if not re.search("[\ud800-\udfff]", text)]


def cells(raw: bytes, separator: str) -> list[str]:
    """Every cell of a file as whoever splits it at ``separator`` reads it."""
    text = raw.decode("utf-8-sig")
    return [
        cell
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        for cell in row
    ]


def formulas(raw: bytes, separator: str) -> list[str]:
    # What was quoted as a whole is text to whoever splits where we do; to others the quote is the cell's own.
    before = " \t\r\n\u00a0\u3000" + ('"' if separator != "," else "")
    return [cell for cell in cells(raw, separator) if cell.strip(before)[:1] in SIGNS]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_text_of_the_corpus_makes_a_formula_in_any_column(separator: str) -> None:
    raw = csv_file(("a", "b", "c"), [(1, text, text) for text in UNSAFE])
    # A number alone begins with its sign, and is none of ours: every text that does is guarded.
    assert formulas(raw, separator) == []


def test_without_the_guard_formulas_would_be_there() -> None:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([(1, text) for text in UNSAFE])
    raw = text.getvalue().encode()
    assert len(formulas(raw, ",")) > 10
    assert any(cell.startswith("=1+1") for cell in cells(raw, ";"))


@pytest.mark.parametrize("text", ["Rod; reel", "3; 4-5", "a;b=c", "x\u00a0; y"])
def test_text_with_a_semicolon_stays(text: str) -> None:
    assert safe_cell(text) == text


@pytest.mark.parametrize("text", ["Bo;=1+1", "Bo; -1", 'Bo;"=1+1', "Bo;＝1", "Bo\t@SUM(1)", ";;+1"])
def test_what_would_be_a_formula_behind_a_semicolon_is_guarded(text: str) -> None:
    guarded = str(safe_cell(text))
    assert guarded.replace("'", "") == text
    assert "'" in guarded


WORST = ('=HYPERLINK("//e.vil")', "@SUM(1) Bo", "+1+1 Bo", "-1+1 Bo", "＝1+1", "Bo;=1+1", '"=1+1"')


def files() -> dict[str, bytes]:
    """Every kind of export, of an evening whose players, prizes and title have the worst names."""
    played = Played(prizes=PODIUM)
    event = played.event
    series = create_series(host=event.host, title="=1+1")
    Event.objects.filter(pk=event.pk).update(title="=1+1", series=series)
    entries = event.registrations.order_by("number")
    for entry, name in zip(entries, WORST, strict=False):
        Registration.objects.filter(pk=entry.pk).update(name=name)
    Prize.objects.filter(place="first").update(title="=1+1", from_whom="@SUM(1)")
    played.finish()
    return {
        "places": exports.places_csv(event),
        "prizes": exports.prizes_csv(event),
        "standings": standings.standings_csv(series),
        "rolls": statistics.rolls_csv(statistics.records(statistics.of_event(event))),
    }


def test_no_export_of_an_evening_holds_a_formula() -> None:
    made = files()
    for name, raw in made.items():
        for separator in (",", ";", "\t"):
            assert (name, separator, formulas(raw, separator)) == (name, separator, [])
    for name in ("places", "standings"):
        assert "SUM(1)" in made[name].decode(), "the names are in it"


@pytest.fixture
def soffice() -> str:
    """LibreOffice's program. By night it must be there."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found is None:
        pytest.fail("LibreOffice is missing: apt-get install libreoffice-calc-nogui")
    return found


def opened(soffice: str, folder: Path, raw: bytes, separators: str) -> str:
    """The file as LibreOffice keeps it once opened with these separators (their codes), formulas wanted."""
    source = folder / "export.csv"
    source.write_bytes(raw)
    # Tokens: separators, quote, UTF-8, first line, columns, language, quoted as text, special numbers,
    # as shown, formulas, trimmed, sheet, formulas evaluated.
    wanted = f"CSV:{separators},34,76,1,,0,false,true,false,false,false,-1,true"
    subprocess.run(
        [soffice, f"-env:UserInstallation=file://{folder}/profile", "--headless"]
        + [f"--infilter={wanted}", "--convert-to", "fods", "--outdir", str(folder), str(source)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return (folder / "export.fods").read_text()


@pytest.mark.nightly
@pytest.mark.parametrize("separators", ["44", "59", "9", "44/59/9"])
def test_an_export_opened_in_a_spreadsheet_computes_nothing(
    soffice: str, tmp_path: Path, separators: str
) -> None:
    for name, raw in files().items():
        sheet = opened(soffice, tmp_path, raw, separators)
        assert (name, "table:formula" in sheet) == (name, False)
    unguarded = "\ufeffa,b\r\n1,=1+1\r\n2;=1+1\t=1+1\r\n".encode()
    assert "table:formula" in opened(soffice, tmp_path, unguarded, separators), "it could have"
