"""Where an evening stands, read once for everything a page shows of it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from events.live import presence
from events.models import (
    Award,
    Call,
    Dispute,
    Draw,
    Entropy,
    Event,
    Match,
    Prize,
    Registration,
    Round,
    Seat,
)
from events.queries import clock, disputes, programme, rounds
from games.programme import Next


@dataclass(frozen=True)
class Standing:
    """An event at ledger entry ``event.seq``; everything else is read when it is asked for, and once."""

    event: Event
    contexts: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False)
    """The shared context of each surface, once it was asked for."""

    @classmethod
    def of(cls, event: Event) -> "Standing":
        """The standing of this very object, made when it is first asked for."""
        known: Standing | None = event.__dict__.get("_standing")
        if known is None:
            known = event.__dict__["_standing"] = cls(event)
        return known

    @cached_property
    def now(self) -> Any:
        """The database's clock. Only ever compared; what is shown is an instant."""
        return clock.now()

    @cached_property
    def told_at(self) -> Any:
        """When the ledger's last entry was written."""
        last = self.event.ledger.filter(seq=self.event.seq).first()
        return last.at if last else self.now

    @cached_property
    def is_open(self) -> bool:
        """Whether people can register now (EV-1), whatever any worker has done."""
        return (
            self.event.state == Event.State.PUBLISHED
            and self.event.opens_at <= self.now < self.event.closes_at
        )

    @cached_property
    def has_closed(self) -> bool:
        """Whether the closing instant has passed, frozen already or not."""
        state = self.event.state
        if state == Event.State.PUBLISHED:
            return bool(self.now >= self.event.closes_at)
        return state not in (Event.State.DRAFT, Event.State.CANCELLED)

    @property
    def is_over(self) -> bool:
        return self.event.state in (
            Event.State.FINISHED,
            Event.State.SETTLED,
            Event.State.CANCELLED,
        )

    @cached_property
    def entries(self) -> list[Registration]:
        """The active entries in the order they came."""
        return list(
            self.event.registrations.filter(status__in=Registration.ACTIVE)
            .select_related("person")
            .order_by("number")
        )

    @cached_property
    def listed(self) -> list[Registration]:
        """Those of them who have a place."""
        return [entry for entry in self.entries if entry.status == Registration.Status.REGISTERED]

    @cached_property
    def here(self) -> dict[str, presence.Presence]:
        """Who is here, by the person's public id. Practice players always are."""
        known = presence.state(
            self.event.public_id, [entry.person.public_id for entry in self.entries]
        )
        return known | {
            entry.person.public_id: presence.Presence("here", None)
            for entry in self.entries
            if entry.person.practice
        }

    @cached_property
    def round(self) -> Round | None:
        return rounds.current(self.event)

    @cached_property
    def match(self) -> Match | None:
        """The match to show to whoever sits at none: of the round seated last."""
        return next((match for match in self.tables if match.ended_at is None), None) or (
            self.tables[-1] if self.tables else None
        )

    @cached_property
    def tables(self) -> list[Match]:
        """The matches of the round seated last: one, or one for each of its tables (EV-9)."""
        return rounds.tables(self.event)

    @cached_property
    def own_tables(self) -> dict[int, Match]:
        """At which of several tables each entry sits."""
        rows = Seat.objects.filter(match__in=self.tables).values_list("registration_id", "match_id")
        by_key = {match.pk: match for match in self.tables}
        return {entry: by_key[match] for entry, match in rows}

    @cached_property
    def open_match(self) -> Match | None:
        return self.match if self.match is not None and self.match.ended_at is None else None

    @property
    def table_tells(self) -> bool:
        """Whether a match is going on whose own fragments show everybody and what is at stake."""
        return self.open_match is not None and self.open_match.game == "knockout"

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of the round drawn last."""
        return rounds.calls_of(self.round) if self.round else []

    @cached_property
    def calling(self) -> bool:
        """Whether people are being called and their match isn't made yet."""
        return self.round is not None and not self.seated and self.open_match is None

    @cached_property
    def seated(self) -> bool:
        """Whether the round drawn last has its match."""
        return self.round is not None and self.round.matches.exclude(lineup="").exists()

    @cached_property
    def awaited(self) -> list[Entropy]:
        """The public randomness that the round's draw or line-up waits for."""
        return rounds.awaited(self.round) if self.round else []

    @cached_property
    def draws(self) -> list[Draw]:
        return list(self.round.draws.order_by("number")) if self.round else []

    @cached_property
    def prizes(self) -> list[Prize]:
        return sorted(self.event.prizes.all(), key=programme.prize_order)

    @cached_property
    def awards(self) -> list[Award]:
        return list(
            self.event.awards.select_related("prize", "registration__person", "match__round")
        )

    @cached_property
    def disputes(self) -> list[Dispute]:
        """The open disputes, and those ruled on at the match made last."""
        return disputes.shown(self.event, self.match)

    @cached_property
    def rounds_played(self) -> int:
        return rounds.played(self.event)

    @cached_property
    def coming(self) -> Next | None:
        """The round that can be drawn now, or once the open match is over, if one can."""
        return programme.next_round(self.event, going_on=self.open_match)

    @cached_property
    def labels(self) -> list[str]:
        """The programme's rounds by name, as it is now."""
        return programme.labels(self.event)

    @cached_property
    def heats(self) -> int:
        """How many heats the programme has, one after the other or side by side."""
        return programme.heats_of(self.event)

    @cached_property
    def planned_left(self) -> bool:
        """Whether the programme has a round that wasn't played yet and isn't being played."""
        return self.rounds_played + (self.open_match is not None) < len(self.labels)

    @cached_property
    def round_name(self) -> str:
        """What the round drawn last is called."""
        return programme.title_of(self.round) if self.round else ""

    def reserves(self) -> list[Registration]:
        """Who would be called next, in order."""
        return (
            [entry for _draw, _rank, entry in rounds.reserves_of(self.round)] if self.round else []
        )
