"""Names people go by for an evening: what is refused, and what to do instead."""

import unicodedata

import regex
from confusable_homoglyphs import categories
from django.utils.translation import gettext_lazy as _

from events.domain.likeness import skeleton
from events.domain.refusal import Refusal

__all__ = ["RESERVED", "clean_name", "is_reserved", "skeleton"]

SHORTEST, LONGEST = 2, 24
"""Characters as people count them (grapheme clusters)."""
_MOST_CODE_POINTS = 64
_LONGEST_INPUT = 400

RESERVED_WORDS = (
    "host",
    "the host",
    "co-host",
    "organiser",
    "organizer",
    "admin",
    "administrator",
    "moderator",
    "staff",
    "system",
    "tacklebox",
)
RESERVED = frozenset(skeleton(word) for word in RESERVED_WORDS)
"""Skeletons of names nobody may take."""

_CLUSTER = regex.compile(r"\X")
_UNSEEN = regex.compile(
    # The last two: a blank of Braille's, and what stands for text that didn't arrive whole.
    r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]"
)
_STYLE_OF_EMOJI = regex.compile(r"(?<=\p{Emoji})[\ufe0e\ufe0f]")
_PILE = regex.compile(r"\p{M}{3,}")
_COUNTS = regex.compile(r"[\p{L}\p{Nd}]")
_SPACES = regex.compile(r"\s+")

_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_TOO_LIKE_LATIN = {"CYRILLIC", "GREEK", "COPTIC", "CHEROKEE", "LISU", "DESERET"}


def clean_name(text: str) -> str:
    """The name as it is shown: NFKC, trimmed, spaces collapsed.

    Raises Refusal with field ``name`` for one that is too short or long, has characters nobody can
    see, piles of accents, or letters of several scripts (UTS 39, moderately restrictive).
    """
    if len(text) > _LONGEST_INPUT:
        raise _refused("name-long", _("Take a shorter name: at most 24 characters."))
    _check_seen(text.strip())
    name = _without_styles(unicodedata.normalize("NFKC", text))
    name = _SPACES.sub(" ", name).strip()
    _check_seen(name)
    _check_length(name)
    if _PILE.search(unicodedata.normalize("NFD", name)):
        raise _refused("name-marks", _("Take a name with at most two accents on a letter."))
    if not _scripts_go_together(name):
        raise _refused("name-mixed", _("Write the name in the letters of one alphabet."))
    return name


def is_reserved(name: str) -> bool:
    """Whether a name would pass for whoever runs the evening or the site."""
    return skeleton(name) in RESERVED


def _check_seen(text: str) -> None:
    if _UNSEEN.search(_without_styles(text)):
        raise _refused(
            "name-unseen",
            _("This name has characters nobody can see. Type it by hand, in plain letters."),
        )


def _check_length(name: str) -> None:
    length = len(_CLUSTER.findall(name))
    if length > LONGEST or len(name) > _MOST_CODE_POINTS:
        raise _refused("name-long", _("Take a shorter name: at most 24 characters."))
    if length < SHORTEST or len(_COUNTS.findall(name)) < SHORTEST:
        raise _refused("name-short", _("Take a name with at least two letters or digits."))


def _scripts_go_together(name: str) -> bool:
    scripts = {categories.alias(char).upper() for char in unicodedata.normalize("NFD", name)}
    scripts -= {"COMMON", "INHERITED", "UNKNOWN"}
    if any(scripts <= group for group in _TOGETHER):
        return True
    others = scripts - {"LATIN"}
    return len(scripts) <= 1 or (len(others) == 1 and not others & _TOO_LIKE_LATIN)


def _without_styles(text: str) -> str:
    """Without the selectors that only choose how an emoji is painted."""
    return _STYLE_OF_EMOJI.sub("", text)


def _refused(code: str, message: object) -> Refusal:
    return Refusal(code, message, field="name")
