"""One line of text that people typed and others will read."""

import regex
from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal

_UNFIT = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_PILE = regex.compile(r"\p{M}{5,}")
"""More marks on a letter than any script needs: they cover the lines above and below."""
_SEEN = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")


def clean_line(text: str, *, field: str, longest: int, needed: bool = False) -> str:
    """The line trimmed, with spaces and line ends collapsed to single spaces.

    Raises Refusal on ``field`` for more than ``longest`` characters, for none that can be seen where
    some are needed, and for control characters, piles of accents, or characters that turn the
    direction of the text around it.
    """
    line = " ".join(text.split())
    if len(line) > longest:
        raise Refusal(
            "text-long",
            _("Shorten this to %(longest)s characters.") % {"longest": longest},
            field=field,
        )
    if needed and (not line or (not _SEEN.search(line) and not _UNFIT.search(line))):
        raise Refusal("text-missing", _("Write something here."), field=field)
    if _UNFIT.search(line) or _PILE.search(line):
        raise Refusal(
            "text-unfit", _("Some characters can't be shown here. Type it by hand."), field=field
        )
    return line
