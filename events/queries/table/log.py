"""What happened at a table, in words: the log's groups of entries as sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from events.models import LogEntry, Match
from events.queries.table.games import mentioned, said
from events.queries.table.reading import Reading, decoded
from events.queries.table.sight import names_of
from games import table
from games.kernel import Entry, Player, Seat

_HEADERS = (
    table.Acted,
    table.TimedOut,
    table.Skipped,
    table.Started,
    table.Paused,
    table.Resumed,
    table.TimeAdded,
    table.Withdrew,
    table.Voided,
)
_SILENT = (*_HEADERS, table.DeadlineSet)
SHOWN_LINES = 8
"""How many happenings a page shows."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One command's worth of log. ``seq`` is its last entry's number, ``void`` whether it was undone since."""

    seq: int
    at: datetime
    text: str
    void: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """One command's entries, decoded."""

    seq: int
    at: datetime
    entries: tuple[Entry, ...]
    void: bool
    mentioned: frozenset[Seat]
    text: str
    """What it says to those it doesn't speak of."""


def newest(match: Match, me: Seat | None, *, count: int) -> list[Happening]:
    """The latest things that happened, newest first, as the reader in seat ``me`` is told them.

    What is the same for all readers is put in words once for a match object.
    """
    reading = Reading.of(match)
    groups = reading.once("newest in words", lambda: _groups(match, reading.newest))
    return _happenings(match, groups, me)[::-1][:count]


def moment(match: Match, seq: int) -> Happening | None:
    """What happened with entry ``seq``, with names throughout; None where it says nothing."""
    rows = group_until(match, seq)
    happened = _happenings(match, _groups(match, decoded(match, rows)), None)
    return happened[-1] if happened else None


def group_until(match: Match, seq: int) -> list[LogEntry]:
    """The rows of the command that wrote entry ``seq``, up to it; none for a number that isn't there."""
    kinds = [kind.__name__ for kind in _HEADERS]
    header = match.log.filter(seq__lte=seq, kind__in=kinds).last()
    return list(match.log.filter(seq__gte=header.seq, seq__lte=seq)) if header else []


def everything(match: Match) -> list[Happening]:
    """The whole log in words, oldest first, with names throughout."""
    rows = match.log.filter(seq__lte=match.seq).order_by("seq")
    return _happenings(match, _groups(match, decoded(match, list(rows))), None)


def _groups(match: Match, logged: Sequence[tuple[LogEntry, Entry]]) -> list[_Group]:
    undone = {
        seq for _row, entry in logged if isinstance(entry, table.Voided) for seq in entry.seqs
    }
    names = names_of(match.pk)
    groups = []
    for group in _grouped(logged):
        row, entries = group[-1][0], tuple(entry for _row, entry in group)
        played = [entry for entry in entries if not isinstance(entry, _SILENT)]
        groups.append(
            _Group(
                row.seq,
                row.at,
                entries,
                void=row.seq in undone,
                mentioned=mentioned(match.game, played),
                text=_text(match.game, entries, names, None),
            )
        )
    return groups


def _happenings(match: Match, groups: Sequence[_Group], me: Seat | None) -> list[Happening]:
    names = names_of(match.pk)
    happenings = []
    for group in groups:
        own = me in group.mentioned
        text = _text(match.game, group.entries, names, me) if own else group.text
        if text:
            happenings.append(Happening(group.seq, group.at, text, void=group.void))
    return happenings


def _grouped(
    logged: Iterable[tuple[LogEntry, Entry]],
) -> list[list[tuple[LogEntry, Entry]]]:
    groups: list[list[tuple[LogEntry, Entry]]] = []
    for row, entry in logged:
        if isinstance(entry, _HEADERS):
            groups.append([])
        if groups:
            groups[-1].append((row, entry))
    return groups


def _text(game: str, group: Sequence[Entry], names: Sequence[str], me: Seat | None) -> str:
    header = _header(group[0], names, me)
    played = said(game, [entry for entry in group if not isinstance(entry, _SILENT)], names, me)
    return " ".join(filter(None, [header, played]))


def _header(header: Entry, names: Sequence[str], me: Seat | None) -> str:
    match header:
        case table.Started():
            return _("The match began.")
        case table.Paused():
            return _("The match was paused.")
        case table.Resumed():
            return _("The match goes on.")
        case table.TimeAdded(seconds=seconds):
            return _("Every running clock got %(seconds)s seconds more.") % {"seconds": seconds}
        case table.Skipped(who=Player(seat=seat)):
            return _("The host went on without waiting for %(who)s.") % {"who": names[seat]}
        case table.Withdrew(reason=reason) if reason:
            return _("Reason: %(reason)s.") % {"reason": reason.rstrip(".")}
        case table.Voided(reason=reason):
            return _("The host undid the last move. Reason: %(reason)s.") % {
                "reason": reason.rstrip(".")
            }
    return ""
