"""One audience's look at a match: who they are, the state, and everybody's names."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from events.models import Match
from events.queries import rounds, states
from events.queries.table.reading import Reading
from games.kernel import Actor, Audience, Host, Player, Public, Seat, View
from games.table import Table, TableState


@dataclass(frozen=True, slots=True)
class Sight:
    """A match at entry ``seq``, looked at by ``audience``. ``names`` by seat."""

    match: Match
    table: Table[Any]
    state: TableState[Any]
    view: View
    audience: Audience
    names: tuple[str, ...]
    host_name: str

    @property
    def seq(self) -> int:
        return self.match.seq

    @property
    def me(self) -> Seat | None:
        """The seat that looks, if one does."""
        return self.audience.seat if isinstance(self.audience, Player) else None

    @property
    def actor(self) -> Actor | None:
        """Whoever may act from here; the public never does."""
        return None if isinstance(self.audience, Public) else self.audience

    def name_of(self, who: Actor) -> str:
        """What somebody is called on the page."""
        return self.names[who.seat] if isinstance(who, Player) else self.host_name


def sight_of(match: Match, audience: str) -> Sight:
    """What ``public``, ``host`` or ``seat/<n>`` sees of the match. Raises ValueError for anything else."""
    who = _audience(audience)
    table, state = states.table_of(match), states.state_of(match)
    return Sight(
        match=match,
        table=table,
        state=state,
        view=_view(match, table, state, who),
        audience=who,
        names=names_of(match.pk),
        host_name=str(match.event.host),
    )


def _view(match: Match, table: Table[Any], state: TableState[Any], who: Audience) -> View:
    """The audience's view; where nothing is secret it is made once for all of them."""
    if not getattr(table.game, "nothing_is_secret", False):
        return table.view(state, who)
    view: View = Reading.of(match).once("view", lambda: table.view(state, Public()))
    return view


@lru_cache(maxsize=512)
def names_of(match_pk: int) -> tuple[str, ...]:
    """The players' names by seat. A line-up and its names are fixed when the match is made."""
    seats = Match.objects.get(pk=match_pk).seats.select_related("registration").order_by("number")
    return tuple(seat.registration.name for seat in seats)


@lru_cache(maxsize=512)
def table_of_round(match_pk: int) -> int | None:
    """Which of its round's tables this is, from 1; None for the only one. Tables are laid all at once."""
    return rounds.table_number(Match.objects.select_related("round").get(pk=match_pk))


def _audience(text: str) -> Audience:
    match text.split("/"):
        case ["public"]:
            return Public()
        case ["host"]:
            return Host()
        case ["seat", number] if number.isdecimal():
            return Player(int(number))
    raise ValueError(f"no such audience: {text}")
