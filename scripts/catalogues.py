"""Message catalogues with Babel, so that nobody needs the system's gettext.

    python -m scripts.catalogues collect     # bring locale/*/LC_MESSAGES/*.po up to date, compile
    python -m scripts.catalogues check       # exit 1 when a string of a language is missing

Strings come from Python (`gettext` and its kin, `IllegalMove`'s sentence), Django templates, our
own JavaScript, and each game's `words.TEMPLATES`. English is the source and has no catalogue; a
language exists once it has a folder in locale/. The compiled files are in the repository.
"""

import importlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_python
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "IllegalMove": (2,),
}


def template_strings(
    file: io.BytesIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[Any]:
    """Babel's extraction method for Django templates: what `templatize` leaves is Python."""
    left = templatize(file.read().decode())
    # Python minds how lines are indented; templates don't.
    flat = "\n".join(line.lstrip() for line in left.splitlines())
    yield from extract_python(io.BytesIO(flat.encode()), keywords, comment_tags, options)


SOURCES: dict[str, list[tuple[Any, list[str]]]] = {
    "django": [
        ("python", ["config/**/*.py", "events/**/*.py", "games/**/*.py"]),
        (template_strings, ["templates/**/*.html", "templates/**/*.txt"]),
    ],
    "djangojs": [("javascript", ["static/js/*.js"])],
}


def strings_of(domain: str) -> Catalog:
    """Every string of the domain, as a catalogue without translations."""
    found = Catalog(project="Tacklebox", charset="utf-8")
    for method, patterns in SOURCES[domain]:
        for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
            place = path.relative_to(ROOT).as_posix()
            with path.open("rb") as file:
                for line, message, comments, context in extract(
                    method, file, KEYWORDS, ["Translators:"]
                ):
                    found.add(
                        message, None, [(place, line)], auto_comments=comments, context=context
                    )
    if domain == "django":
        for path in sorted((ROOT / "games").glob("*/words.py")):
            words = importlib.import_module(f"games.{path.parent.name}.words")
            for sentence in words.TEMPLATES:
                found.add(sentence, None, [(path.relative_to(ROOT).as_posix(), 1)])
    return found


def languages() -> list[str]:
    """The languages there are besides English."""
    return sorted(path.name for path in LOCALE.glob("*") if path.is_dir() and path.name != "en")


def catalogue_path(language: str, domain: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    path = catalogue_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, project="Tacklebox")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def collect() -> int:
    for domain in SOURCES:
        strings = strings_of(domain)
        print(f"{domain}: {len(strings)} strings")
        for language in languages() if len(strings) else []:
            catalogue = read(language, domain)
            strings.creation_date = catalogue.creation_date
            catalogue.update(strings, no_fuzzy_matching=True)
            path = catalogue_path(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalogue, include_lineno=False, ignore_obsolete=True)
            with path.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)
    return 0


def check() -> int:
    faults = []
    for domain in SOURCES:
        strings = strings_of(domain)
        print(f"{domain}: {len(strings)} strings, in English and {languages() or 'no more'}")
        for language in languages() if len(strings) else []:
            catalogue = read(language, domain)
            compiled = catalogue_path(language, domain).with_suffix(".mo")
            ready: Any = {}
            if compiled.exists():
                with compiled.open("rb") as file:
                    ready = read_mo(file)
            for message in strings:
                if message.id:
                    fault = fault_of(message, catalogue, ready)
                    if fault:
                        faults.append(f"{language}/{domain}: {fault}: {message.id!r}")
    print(*faults, sep="\n", end="\n" if faults else "")
    if faults:
        print("Run `make messages`, translate what is missing, and run it again.")
    return 1 if faults else 0


def fault_of(message: Message, catalogue: Catalog, compiled: Catalog) -> str | None:
    """What is wrong with the translation of one string, in words; None when nothing is."""
    translated = catalogue.get(message.id, message.context)
    if translated is None:
        return "not collected"
    texts = [translated.string] if isinstance(translated.string, str) else translated.string or [""]
    if translated.fuzzy or not all(texts):
        return "not translated"
    errors = list(translated.check(catalogue))
    if errors:
        return str(errors[0])
    known = compiled.get(message.id, message.context) if compiled else None
    return None if known and known.string == translated.string else "not compiled"


if __name__ == "__main__":
    sys.exit({"collect": collect, "check": check}[sys.argv[1]]())
