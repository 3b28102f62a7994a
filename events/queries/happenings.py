"""Everything that happened at an evening, in words: one sentence for each entry of its ledger."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from events.models import Event, LedgerEntry, User
from events.queries import award_happenings, entropy_happenings, fair_happenings, told, zones
from events.queries.programme import in_words, name_of

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Happening:
    """A ledger entry in words. ``match`` is the public id of the match it tells of, or empty."""

    seq: int
    at: datetime
    kind: str
    text: str
    match: str = ""


@dataclass(frozen=True, slots=True)
class _Said:
    """What a sentence is made from: the entry's data, who did it by name, the host's zone, and the rounds' kinds."""

    data: Data
    who: str
    zone: str
    kinds: Mapping[int, str]

    @property
    def name(self) -> str:
        return str(self.data.get("name", ""))

    def fill(self, template: str, **more: object) -> str:
        return template % {"who": self.who, **self.data, **self.rounds, **more}

    @property
    def rounds(self) -> dict[str, str]:
        """What the entry's round is called: ``round`` within a sentence, ``title`` at its start."""
        number = self.data.get("round")
        if not isinstance(number, int) or number < 1:
            return {}
        kind = self.kinds.get(number, "round")
        return {"round": in_words(kind, number), "title": name_of(kind, number)}


CHANGES = {
    "title": gettext_lazy("the title"),
    "welcome": gettext_lazy("the welcome line"),
    "zone": gettext_lazy("the time zone"),
    "starts_at": gettext_lazy("the start"),
    "opens_at": gettext_lazy("when registration opens"),
    "closes_at": gettext_lazy("when registration closes"),
    "capacity": gettext_lazy("the number of places"),
    "entry_mode": gettext_lazy("who may enter"),
    "entry_code": gettext_lazy("the code"),
    "format": gettext_lazy("the format"),
    "rounds": gettext_lazy("the number of rounds"),
    "heats": gettext_lazy("the number of heats"),
    "winners_leave": gettext_lazy("whether winners leave the draw"),
    "try_again": gettext_lazy("whether people may try again"),
    "claim_days": gettext_lazy("the days to claim a prize"),
    "game": gettext_lazy("the game"),
    "options": gettext_lazy("the house rules"),
    "answer_s": gettext_lazy("the time to answer a call"),
    "entropy_mode": gettext_lazy("what the draws wait for"),
    "entropy_source": gettext_lazy("the text that is read out"),
    "rehearsal": gettext_lazy("whether it is a rehearsal"),
    "prizes": gettext_lazy("the prizes"),
    "series": gettext_lazy("the series"),
}


def happenings(event: Event) -> list[Happening]:
    """The whole ledger in words, oldest first."""
    rows = list(event.ledger.all())
    people, staff = told.People(event), _staff(rows)
    kinds = dict(event.played_rounds.values_list("number", "kind"))
    return [
        Happening(
            row.seq,
            row.at,
            row.kind,
            sentence(row, people.named(row), staff, event.zone, kinds),
            row.data.get("match", ""),
        )
        for row in rows
    ]


def sentence(
    row: LedgerEntry, data: Data, staff: Mapping[str, str], zone: str, kinds: Mapping[int, str]
) -> str:
    """One entry in words; ``data`` is its own with names put in, ``staff`` names by ``by`` (``user/7``).

    ``kinds`` is the kind of each round.
    """
    co_host = staff.get(f"user/{data.get('user')}", "")
    said = _Said({"name": co_host, **data}, staff.get(row.by, ""), zone, kinds)
    return SENTENCES[row.kind](said)


def _staff(rows: list[LedgerEntry]) -> dict[str, str]:
    """What hosts and organisers are called, for each ``by`` of theirs."""
    keys = {row.by.removeprefix("user/") for row in rows if row.by.startswith("user/")}
    keys |= {str(row.data["user"]) for row in rows if row.kind == "hosted"}
    users = User.objects.filter(pk__in=[key for key in keys if key.isdecimal()])
    named = {f"user/{user.pk}": user.name or _("The host") for user in users}
    return {f"user/{key}": _("The host") for key in keys} | named


def _edited(said: _Said) -> str:
    words = [str(CHANGES.get(name, name)) for name in said.data["changed"]]
    return _("%(who)s changed %(what)s.") % {"who": said.who, "what": ", ".join(words)}


def _registered(said: _Said) -> str:
    if said.data["status"] == "waiting":
        return said.fill(_("%(name)s came as number %(number)s, onto the waiting list."))
    return said.fill(_("%(name)s registered as number %(number)s."))


def _frozen(said: _Said) -> str:
    count = int(said.data["count"])
    text = ngettext(
        "Registration closed and the list was frozen with %(count)s name. Its fingerprint: %(short)s.",
        "Registration closed and the list was frozen with %(count)s names. Its fingerprint: %(short)s.",
        count,
    )
    return text % {"count": count, "short": str(said.data["root"])[:12]}


def _drawn(said: _Said) -> str:
    names, places = said.data["names"], said.data["places"]
    text = _("Draw %(draw)s, for %(round)s: %(drawn)s.")
    if names[places:]:
        text += " " + _("Reserves, in this order: %(reserves)s.")
    return said.fill(text, drawn=", ".join(names[:places]), reserves=", ".join(names[places:]))


def _called(said: _Said) -> str:
    if said.data.get("again"):
        return said.fill(_("%(name)s was called again."))
    if said.data.get("reserve"):
        return said.fill(_("%(name)s was called, as a reserve."))
    return said.fill(_("%(name)s was called."))


def _passed(said: _Said) -> str:
    return _("%(name)s was passed over: %(reason)s.") % {
        "name": said.name,
        "reason": _(str(said.data["reason"])).rstrip("."),
    }


def _made(said: _Said) -> str:
    seats = ", ".join(seat["name"] for seat in said.data["seats"])
    return said.fill(_("%(title)s: %(names)s took their seats."), names=seats)


def _ended(said: _Said) -> str:
    places = ", ".join(f"{place}. {name}" for place, name in said.data["places"])
    return said.fill(_("%(title)s ended: %(standing)s."), standing=places or _("no places"))


def _announced(said: _Said) -> str:
    if said.data["text"]:
        return said.fill(_("%(who)s announced: “%(text)s”"))
    return said.fill(_("%(who)s took the announcement down."))


def _published(said: _Said) -> str:
    closes = zones.said(datetime.fromisoformat(said.data["closes_at"]), said.zone)
    return said.fill(
        _("%(who)s published the evening. Registration closes at %(closes)s."), closes=closes
    )


def _moved(said: _Said) -> str:
    return (
        _("After a break of the server every clock was moved on by %(seconds)s seconds.")
        % said.data
    )


def _finished(said: _Said) -> str:
    rounds = int(said.data["rounds"])
    text = ngettext(
        "%(who)s finished the evening after %(rounds)s round. Every seal was opened.",
        "%(who)s finished the evening after %(rounds)s rounds. Every seal was opened.",
        rounds,
    )
    return text % {"who": said.who, "rounds": rounds}


def _same(template: Any) -> Callable[[_Said], str]:
    return lambda said: said.fill(str(template))


def _by_data(words: Callable[[Data, str], str]) -> Callable[[_Said], str]:
    return lambda said: words({**said.data, **said.rounds}, said.who)


def _as_it_is(words: Callable[[Data, str], str]) -> Callable[[_Said], str]:
    return lambda said: words(said.data, said.who)


SENTENCES: dict[str, Callable[[_Said], str]] = {
    "created": _same(gettext_lazy("%(who)s planned the evening.")),
    "edited": _edited,
    "published": _published,
    "seals": _same(
        gettext_lazy("%(draws)s draws and %(matches)s matches were sealed. The seal: %(hash)s.")
    ),
    "opened": _same(gettext_lazy("Registration opened.")),
    "registered": _registered,
    "renamed": _same(gettext_lazy("%(before)s is called %(name)s now.")),
    "withdrawn": _same(gettext_lazy("%(name)s withdrew.")),
    "removed": _same(gettext_lazy("%(who)s removed %(name)s: %(reason)s.")),
    "promoted": _same(gettext_lazy("%(name)s came off the waiting list: a place was free.")),
    "frozen": _frozen,
    "drawn": _drawn,
    "called": _called,
    "here": _same(gettext_lazy("%(name)s said “I am here”.")),
    "passed": _passed,
    "round-empty": _same(gettext_lazy("Too few answered for %(round)s, so it is drawn again.")),
    "match-made": _made,
    "match-started": _same(gettext_lazy("%(title)s began.")),
    "match-ended": _ended,
    **{kind: _by_data(said) for kind, said in award_happenings.SENTENCES.items()},
    **{kind: _as_it_is(said) for kind, said in fair_happenings.SENTENCES.items()},
    **{kind: _as_it_is(said) for kind, said in entropy_happenings.SENTENCES.items()},
    "waived": _same(
        gettext_lazy("%(who)s waived the prior winner’s rule for %(round)s: %(reason)s.")
    ),
    "announced": _announced,
    "clocks-moved": _moved,
    "finished": _finished,
    "settled": _same(gettext_lazy("Every prize has been handed over. The evening is settled.")),
    "name-erased": _same(gettext_lazy("The name of an entry was erased, as its owner wished.")),
    "cancelled": _same(gettext_lazy("%(who)s cancelled the evening: %(reason)s.")),
    "hosted": _same(gettext_lazy("%(who)s made %(name)s a co-host.")),
}
"""A sentence for every kind of entry; a test fails for a kind that has none."""
