"""Which texts look alike: skeletons after UTS 39, so that one name can't pass for another."""

import unicodedata
from functools import cache

from confusable_homoglyphs import confusables

_MARKS = str.maketrans("", "", "\u200e\u200f")
_ONE_STROKE = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o", "\u0131": "l"})


def skeleton(text: str) -> str:
    """A key that is equal for texts people would take for one another; never shown to anybody.

    Look-alikes are replaced by their UTS 39 prototype, case, spaces and punctuation don't count,
    and i, l, 1 and | are one letter, 0 and o another. A name in another script whose capitals all
    look Latin is compared by them. At most 128 characters.
    """
    plain = "".join(
        char
        for char in unicodedata.normalize("NFKC", text)
        if unicodedata.category(char)[0] not in "ZPC"
    )
    if not plain.isascii():
        for shape in (_prototype(plain), _prototype(plain.upper())):
            if all(char.isascii() or unicodedata.combining(char) for char in shape):
                plain = shape
                break
    folded = _prototype(plain.casefold()).casefold()
    return unicodedata.normalize("NFC", _prototype(folded).translate(_ONE_STROKE))[:128]


def _prototype(text: str) -> str:
    table = _prototypes()
    return "".join(table.get(char, char) for char in unicodedata.normalize("NFD", text))


@cache
def _prototypes() -> dict[str, str]:
    """What each look-alike stands for.

    The data lists, for a look-alike, its one prototype and, for a prototype, all that look like
    it. Where two know only each other, the longer text or the lower code point is the prototype.
    """
    data: dict[str, list[str]] = {}
    for text, entries in confusables.confusables_data.items():
        found = data.setdefault(text.translate(_MARKS), [])
        found.extend(entry["c"].translate(_MARKS) for entry in entries)
    table = {}
    for text, others in data.items():
        if len(text) != 1 or len(others) != 1:
            continue
        (other,) = others
        many = len(data.get(other, [])) > 1
        if many or len(other) > 1 or ord(other) < ord(text):
            table[text] = unicodedata.normalize("NFD", other)
    return table
