"""How an evening's result stands: the one function that every page, export and standing reads it by."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Event, Prize, Registration, Result
from events.queries import programme, result_data

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a result. ``number`` is 0 and ``at`` None while the evening goes on: nothing is final then.

    ``data`` is what `queries.result_data.build` describes.
    """

    number: int
    data: Data
    by: str = ""
    reason: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """What a result says of one entry: the best place in any round, the prizes, and whether it sat at a table."""

    place: int | None
    prizes: tuple[Data, ...]
    played: bool


def latest(event: Event) -> Version:
    """The result as it stands: the last version, or what it would be now. Reads prefetched ``results`` if they are."""
    rows = list(event.results.all())
    if rows:
        return _version(max(rows, key=lambda row: row.version))
    return Version(0, result_data.build(event, 0))


def versions(event: Event) -> list[Version]:
    """Every version there is, the first first."""
    return [_version(row) for row in event.results.order_by("version")]


def changes(event: Event) -> list[tuple[Version, list[str]]]:
    """Every version with what it changed in the one before, in sentences; the latest first."""
    found = versions(event)
    before = {version.number: version.data for version in found}
    return [
        (version, difference(before[version.number - 1], version.data))
        if version.number - 1 in before
        else (version, [])
        for version in reversed(found)
    ]


def own(version: Version, entry: Registration) -> Own:
    """What this version says of one entry."""
    rows = [row for round_ in version.data["rounds"] for row in round_["places"]]
    mine = [row for row in rows if row["reg"] == entry.reg]
    places = [row["place"] for row in mine if row["place"]]
    won = tuple(prize for prize in prizes_in(version.data) if prize["reg"] == entry.reg)
    return Own(min(places, default=None), won, bool(mine))


def prizes_in(data: Data) -> Iterator[dict[str, Any]]:
    """Every prize of a result, each with the ``title`` of its round; the host's own come last, without one."""
    for round_ in data["rounds"]:
        for prize in round_["prizes"]:
            yield {**prize, "title": round_["title"], "round": round_["number"]}
    for prize in data["prizes"]:
        yield {**prize, "title": "", "round": 0}


def difference(before: Data, after: Data) -> list[str]:
    """What changed from one version to the next, a sentence each; none for a note alone."""
    return [*_places_changed(before, after), *_prizes_changed(before, after)]


def place_name(place: str) -> str:
    """What a place is called: "Main prize"."""
    return str(Prize.Place(place).label)


def in_words(round_: Data) -> str:
    """A round of a result within a sentence: "heat 2", "the final"."""
    return programme.in_words(round_["kind"], round_["number"])


def _places_changed(before: Data, after: Data) -> Iterator[str]:
    """Who has no place any more, then who has another; whoever only follows a step up or down is counted."""
    was = {
        (round_["match"], row["reg"]): row
        for round_ in before["rounds"]
        for row in round_["places"]
    }
    for round_ in after["rounds"]:
        changed = [
            (row, old)
            for row in round_["places"]
            if (old := was.get((round_["match"], row["reg"]))) is not None
            and (old["place"], old["state"]) != (row["place"], row["state"])
        ]
        where = in_words(round_)
        followers = {step: _following(changed, step) for step in (1, -1)}
        counted = [row for rows in followers.values() if len(rows) >= _MANY for row in rows]
        for row, old in sorted(changed, key=lambda pair: pair[0]["place"] or 0):
            if row not in counted:
                yield _place_changed(row, old["place"], where)
        for step, rows in followers.items():
            if len(rows) >= _MANY:
                yield _followed(len(rows), step, where)


_MANY = 3
"""From so many on, people behind the third place who all move by one are counted and not named."""


def _following(changed: Sequence[tuple[Data, Data]], step: int) -> list[Data]:
    """Those who were behind the podium, still are, and came so many places nearer to it."""
    return [
        row
        for row, old in changed
        if (row["place"] or 0) > 3
        and (old["place"] or 0) > 3
        and old["place"] - row["place"] == step
    ]


def _followed(count: int, step: int, where: str) -> str:
    text = (
        ngettext(
            "%(count)s person behind them moves up by one place in %(round)s.",
            "%(count)s people behind them move up by one place in %(round)s.",
            count,
        )
        if step > 0
        else ngettext(
            "%(count)s person behind them moves down by one place in %(round)s.",
            "%(count)s people behind them move down by one place in %(round)s.",
            count,
        )
    )
    return text % {"count": count, "round": where}


def _place_changed(row: Data, was: int | None, where: str) -> str:
    words = {"name": row["name"], "round": where, "was": was, "place": row["place"]}
    if row["state"] == "disqualified":
        return _("%(name)s is disqualified in %(round)s.") % words
    if row["place"] is None:
        return _("%(name)s has no place in %(round)s any more.") % words
    if was is None:
        return _("%(name)s is number %(place)s in %(round)s.") % words
    return _("%(name)s is number %(place)s in %(round)s, not %(was)s.") % words


def _prizes_changed(before: Data, after: Data) -> Iterator[str]:
    """By what is won, and for how often: who has it now and had it not, and the reverse."""
    was, now = _holders(before), _holders(after)
    for key in dict.fromkeys([*was, *now]):
        had = dict(was.get(key, {}))
        have = dict(now.get(key, {}))
        lost = [name for reg, name in had.items() if reg not in have]
        got = [name for reg, name in have.items() if reg not in had]
        what = _what(key)
        for name in got:
            yield (
                _("%(what)s goes to %(name)s, not %(was)s.")
                % {"what": what, "name": name, "was": lost.pop(0)}
                if lost
                else _("%(what)s goes to %(name)s.") % {"what": what, "name": name}
            )
        for name in lost:
            yield _("%(what)s does not go to %(name)s any more.") % {"what": what, "name": name}


_Key = tuple[int, str, str, str]


def _holders(data: Data) -> dict[_Key, dict[str, str]]:
    found: dict[_Key, dict[str, str]] = {}
    for prize in prizes_in(data):
        key = (prize["round"], prize["place"], prize["prize"], prize["label"])
        holders = found.setdefault(key, {})
        if prize["reg"]:
            holders[prize["reg"]] = prize["name"]
    return found


def _what(key: _Key) -> str:
    _round, place, title, label = key
    name = label or place_name(place)
    return f"{name} ({title})" if title else name


def _version(row: Result) -> Version:
    return Version(row.version, row.data, row.by, row.reason, row.at)
