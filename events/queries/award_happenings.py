"""What a ledger says about prizes, rulings and disputes, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Data = Mapping[str, Any]
Words = Callable[[Data, str], str]
"""A sentence for an entry's data and the name of who did it."""

PLACES = {
    "main": gettext_lazy("main prize"),
    "first": gettext_lazy("first prize"),
    "second": gettext_lazy("second prize"),
    "third": gettext_lazy("third prize"),
    "door": gettext_lazy("door prize"),
    "custom": gettext_lazy("special prize"),
}


def _awarded(data: Data, who: str) -> str:
    words = {**data, "what": PLACES.get(data["place"], data["place"])}
    if data.get("instead_of"):
        text = _("%(name)s takes the %(what)s instead of %(instead_of)s: %(prize)s.") % words
    elif data["place"] == "custom":
        text = _("%(name)s was given a special prize: %(prize)s.") % words
    elif data["prize"] and data.get("round"):
        text = _("%(name)s won the %(what)s of %(round)s: %(prize)s.") % words
    elif data["prize"]:
        text = _("%(name)s won the %(what)s: %(prize)s.") % words
    else:
        text = _("%(name)s took the place of the %(what)s in %(round)s.") % words
    return f"{text} {_reason(data)}" if data.get("reason") else text


def _voided(data: Data, who: str) -> str:
    words = {**data, "what": PLACES.get(data["place"], data["place"])}
    if data["prize"]:
        text = _("The %(what)s doesn’t go to %(name)s any more: %(prize)s.") % words
    else:
        text = _("The place of the %(what)s isn’t %(name)s’s any more.") % words
    return f"{text} {_reason(data)}"


def _result(data: Data, who: str) -> str:
    if data["version"] == 1:
        return _("The result stands.")
    return _("Version %(version)s of the result stands.") % data


def _corrected(data: Data, who: str) -> str:
    names = list(data["names"])
    if data["ruling"] == "swap":
        text = _("%(who)s ruled: %(one)s and %(other)s change places in %(round)s.") % {
            "who": who,
            "one": names[0],
            "other": names[1],
            "round": data["round"],
        }
    else:
        text = _("%(who)s ruled: %(one)s has no place in %(round)s.") % {
            "who": who,
            "one": names[0],
            "round": data["round"],
        }
    return f"{text} {_reason(data)}"


def _reason(data: Data) -> str:
    return _("Reason: %(reason)s.") % {"reason": str(data["reason"]).rstrip(".")}


def _same(template: Any) -> Words:
    return lambda data, who: str(template) % {**data, "who": who}


SENTENCES: dict[str, Words] = {
    "awarded": _awarded,
    "claimed": _same(gettext_lazy("%(name)s claimed a prize: %(prize)s.")),
    "delivered": _same(gettext_lazy("%(who)s delivered a prize to %(name)s: %(prize)s.")),
    "confirmed": _same(gettext_lazy("%(name)s has the prize: %(prize)s.")),
    "disputed": _same(gettext_lazy("%(name)s says about %(prize)s: “%(text)s”")),
    "returned": _same(gettext_lazy("%(name)s didn’t claim %(prize)s in time, so it went back.")),
    "voided": _voided,
    "result": _result,
    "disqualified": _same(gettext_lazy("%(who)s disqualified %(name)s: %(reason)s.")),
    "reinstated": _same(
        gettext_lazy("%(who)s took back that %(name)s is disqualified: %(reason)s.")
    ),
    "corrected": _corrected,
    "noted": _same(gettext_lazy("%(who)s noted about the result: %(reason)s.")),
    "dispute-opened": _same(gettext_lazy("%(name)s disputed what happened: “%(said)s”")),
    "dispute-ruled": _same(gettext_lazy("%(who)s ruled on %(name)s’s dispute: %(ruling)s.")),
}
"""By the entry's kind."""
