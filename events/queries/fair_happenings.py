"""What a ledger says about its own fairness: entries that didn't check out, and seals given up after a restore."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.queries.programme import name_of

Data = Mapping[str, Any]
Words = Callable[[Data, str], str]
"""A sentence for an entry's data and the name of who did it."""


def _failed(data: Data, who: str) -> str:
    return ngettext(
        "%(round)s: %(count)s stored entry didn’t check out. The table was paused.",
        "%(round)s: %(count)s stored entries didn’t check out. The table was paused.",
        int(data["count"]),
    ) % {"round": name_of(data["kind"], data["round"]), "count": data["count"]}


def _cleared(data: Data, who: str) -> str:
    return _("%(round)s may go on: %(reason)s.") % {
        "round": name_of(data["kind"], data["round"]),
        "reason": _(str(data["reason"])).rstrip("."),
    }


def _restored(data: Data, who: str) -> str:
    text = _(
        "A backup was put back: %(reason)s. What happened after it was made is lost. Whatever is drawn or rolled from "
        "here on comes from new seals: draws from number %(draws_from)s, matches from number %(matches_from)s."
    )
    return text % {**data, "reason": str(data["reason"]).rstrip(".")}


SENTENCES: dict[str, Words] = {
    "recheck-failed": _failed,
    "recheck-cleared": _cleared,
    "restored": _restored,
}
