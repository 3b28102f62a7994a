"""A ready text that tells a community who won, in the markup of their thread."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.models import Event
from events.queries import results

_WORD_JOINER = "\u2060"
"""No width and no break: between a bracket and what follows it, no forum takes the two for a tag."""


@dataclass(frozen=True, slots=True)
class Markup:
    """How a community's thread writes what it means: typed text as it is read, bold, and a line of a list."""

    text: Callable[[str], str]
    bold: Callable[[str], str]
    item: Callable[[str], str]


def _markdown(text: str) -> str:
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def _bbcode(text: str) -> str:
    return text.replace("[", "[" + _WORD_JOINER)


MARKUPS = {
    "plain": Markup(str, str, lambda line: f"- {line}"),
    "markdown": Markup(_markdown, lambda text: f"**{text}**", lambda line: f"- {line}"),
    "bbcode": Markup(_bbcode, lambda text: f"[b]{text}[/b]", lambda line: f"[*] {line}"),
}


def winners_post(event: Event, markup: str) -> str:
    """The winners of an evening with their prizes; ``markup`` is one of `MARKUPS`, or it raises KeyError.

    What people typed is escaped, so no name turns into a link, a heading or a tag.
    """
    way = MARKUPS[markup]
    version = results.latest(event)
    lines = [way.bold(way.text(event.title)), ""]
    if not any(results.prizes_in(version.data)):
        lines += [way.item(_step(way, step)) for step in version.data["podium"]]
    for round_ in version.data["rounds"]:
        lines += _section(way, round_["title"], round_["prizes"])
    lines += _section(way, _("From the host"), version.data["prizes"])
    if version.number > 1:
        lines.append(_("Version %(number)s of the result.") % {"number": version.number})
    return "\n".join(lines).strip() + "\n"


def _section(way: Markup, title: str, prizes: list[dict[str, Any]]) -> list[str]:
    won = [way.item(_won(way, prize)) for prize in prizes if prize["name"]]
    return [way.bold(way.text(title)), *won, ""] if won else []


def _won(way: Markup, prize: dict[str, Any]) -> str:
    place = way.text(prize["label"] or results.place_name(prize["place"]))
    line = f"{place}: {way.bold(way.text(prize['name']))}"
    if not prize["prize"]:
        return line
    if prize["from_whom"]:
        return _("%(line)s, %(prize)s from %(whom)s") % {
            "line": line,
            "prize": way.text(prize["prize"]),
            "whom": way.text(prize["from_whom"]),
        }
    return f"{line}, {way.text(prize['prize'])}"


def _step(way: Markup, step: dict[str, Any]) -> str:
    return f"{step['place']}: {way.bold(way.text(step['name']))}"
