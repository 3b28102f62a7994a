"""What a ledger says about draws and line-ups that wait for public randomness, and about draws that were cancelled."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.programme import in_words

Data = Mapping[str, Any]
Words = Callable[[Data, str], str]
"""A sentence for an entry's data and the name of who did it."""


def awaits(entropy: Data) -> str:
    """What was named, as a sentence of its own."""
    match entropy["mode"]:
        case "drand":
            return _("It waits for round %(round)s of the public beacon.") % entropy
        case "public":
            return _("It waits for what will be read out: %(source)s.") % {
                "source": _(str(entropy["source"])).rstrip(".")
            }
    return _("It waits for nothing: no public randomness enters it.")


def _what(data: Data) -> str:
    if "draw" in data:
        return _("Draw %(draw)s") % data
    return _("The line-up")


def _frozen(data: Data, who: str) -> str:
    text = ngettext(
        "Draw %(draw)s, for %(round)s: %(count)s name is in it, and the list was frozen. Its fingerprint: %(short)s.",
        "Draw %(draw)s, for %(round)s: %(count)s names are in it, and the list was frozen. Its fingerprint: %(short)s.",
        int(data["count"]),
    ) % {
        "draw": data["draw"],
        "round": in_words(data["kind"], data["round"]),
        "count": data["count"],
        "short": str(data["root"])[:12],
    }
    return f"{text} {awaits(data['entropy'])}"


def _lineup(data: Data, who: str) -> str:
    text = _("The line-up of %(round)s was locked: %(names)s.") % {
        "round": in_words(data["kind"], data["round"]),
        "names": ", ".join(seat["name"] for seat in data["seats"]),
    }
    return f"{text} {awaits(data['entropy'])}"


def _came(data: Data, who: str) -> str:
    kind, *rest = str(data["line"]).split()
    if kind == "drand":
        text = _("%(what)s: round %(round)s of the public beacon came, %(short)s….")
        return text % {"what": _what(data), "round": rest[1], "short": rest[2][:12]}
    if kind == "public":
        text = _("%(what)s: %(who)s typed what was read out, “%(text)s”.")
        return text % {"what": _what(data), "who": who, "text": data["text"]}
    return _("%(what)s: no public randomness; the seal alone decides.") % {"what": _what(data)}


def _late(data: Data, who: str) -> str:
    return _(
        "%(what)s: what it waits for is ten minutes late. The host may take something else."
    ) % {"what": _what(data)}


def _switched(data: Data, who: str) -> str:
    text = _("%(what)s: %(who)s gave up waiting.") % {"what": _what(data), "who": who}
    return f"{text} {awaits(data['entropy'])}"


def _skipped(data: Data, who: str) -> str:
    return _("%(name)s was passed by in draw %(draw)s: %(reason)s.") % {
        **data,
        "reason": _(str(data["reason"])),
    }


def _cancelled(data: Data, who: str) -> str:
    draws = ", ".join(str(number) for number in data["draws"])
    text = ngettext(
        "%(who)s cancelled draw %(draws)s for %(round)s: %(reason)s. It stays public, and is drawn again.",
        "%(who)s cancelled draws %(draws)s for %(round)s: %(reason)s. They stay public, and are drawn again.",
        len(data["draws"]),
    )
    return text % {
        "who": who,
        "draws": draws,
        "round": in_words(data["kind"], data["round"]),
        "reason": str(data["reason"]).rstrip("."),
    }


SENTENCES: dict[str, Words] = {
    "draw-frozen": _frozen,
    "lineup": _lineup,
    "entropy": _came,
    "entropy-late": _late,
    "entropy-switched": _switched,
    "skipped": _skipped,
    "draw-cancelled": _cancelled,
}
