"""An evening's result as files: the same version in each, and no cell that a spreadsheet would take for a formula."""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence

from events.models import Event
from events.queries import results

_BOM = "\ufeff"
_FORMULA = tuple("=+-@\t\r\n")
_OTHER_CELLS = re.compile(r"([;\t\r\n])([^;\t\r\n]*)")

CSV_TYPE = "text/csv; charset=utf-8"
JSON_TYPE = "application/json"


def places_csv(event: Event) -> bytes:
    """Everybody at each table by place; whoever has none comes last."""
    version = results.latest(event)
    rows = [
        (
            version.number,
            round_["number"],
            round_["title"],
            row["place"] or "",
            row["name"],
            row["state"],
            "" if row["rolls"] is None else row["rolls"],
            "" if row.get("points") is None else row["points"],
            row["reg"],
        )
        for round_ in version.data["rounds"]
        for row in round_["places"]
    ]
    head = ("version", "round", "title", "place", "name", "state", "rolls", "points", "entry")
    return csv_file(head, rows)


def prizes_csv(event: Event) -> bytes:
    """Every prize with who has it; without a name while nobody does."""
    version = results.latest(event)
    rows = [
        (
            version.number,
            prize["round"] or "",
            prize["title"],
            prize["place"],
            prize["label"],
            prize["prize"],
            prize["from_whom"],
            prize["name"],
            prize["reg"],
        )
        for prize in results.prizes_in(version.data)
    ]
    return csv_file(
        ("version", "round", "title", "place", "for", "prize", "from", "name", "entry"), rows
    )


def result_json(event: Event) -> bytes:
    """The whole result as it is stored, with why and when this version was made."""
    version = results.latest(event)
    body = {
        **version.data,
        "version": version.number,
        "reason": version.reason,
        "at": version.at.isoformat() if version.at else None,
    }
    return json.dumps(body, ensure_ascii=False, indent=2).encode()


def file_name(event: Event, what: str, kind: str) -> str:
    """Like ``friday-bait-places-v2.csv``: ASCII letters, digits and dashes only."""
    return f"{slug_of(event.title)}-{what}-v{results.latest(event).number}.{kind}"


def slug_of(title: str) -> str:
    """A title as a part of a file's name: ASCII letters, digits and dashes only, at most 40."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40] or "evening"


def safe_cell(value: object) -> object:
    """Text that would begin a formula gets a leading apostrophe; numbers stay.

    As a spreadsheet reads it: blanks and invisible characters before it don't count, and full-width signs do. Where
    decimals have a comma, files are split at semicolons, some at tabs, and then at line ends, whatever was quoted: so
    what comes after one of these counts as a beginning too.
    """
    if not isinstance(value, str):
        return value
    shown = unicodedata.normalize("NFKC", value)
    guarded = _OTHER_CELLS.sub(_guarded, value)
    return f"'{guarded}" if shown[:1] in _FORMULA or _begins_formula(shown) else guarded


def _guarded(found: re.Match[str]) -> str:
    separator, cell = found.groups()
    plain = unicodedata.normalize("NFKC", cell).lstrip("\"' ")
    return f"{separator}'{cell}" if _begins_formula(plain) else found[0]


def _begins_formula(shown: str) -> bool:
    return next((sign for sign in shown if not _is_blank(sign)), "") in _FORMULA


def _is_blank(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in ("Cf", "Cc")


def csv_file(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A table as RFC 4180 has it, in UTF-8 with the mark that spreadsheets know it by; each cell safe."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return (_BOM + text.getvalue()).encode()
