"""After a backup was put back: nothing that people may have seen coming is drawn or rolled any more.

Between the backup and its return dice fell and seeds were opened that the restored database knows nothing of. So
every seal that could have been used by then is given up, and what is left of each match goes on under a new one
(design.md 8).
"""

from typing import Any

from events.domain.draws import cancel
from events.domain.entropy import line_of
from events.domain.evenings import DRAW_SEEDS, MATCH_SEEDS
from events.domain.ledger import Ledger
from events.domain.lines import clean_line
from events.domain.seeds import next_sealed, publish_seed, seal, seals_hash
from events.domain.writing import writing
from events.models import Event, Match, Seed
from events.queries import rounds, scopes
from games import fair

_GIVEN_UP = "a backup was put back"
_UNDER_SEAL = (Event.State.PUBLISHED, Event.State.CLOSED, Event.State.RUNNING)


def after_restore(*, reason: str) -> int:
    """Give every evening that is not over new seals for what is left of it; how many there were.

    ``reason`` stands in each ledger for everybody to read. Raises Refusal on ``reason`` without 1 to 240 characters.
    Doing it again is harmless and costs a batch of seals. Run it before anything is served.
    """
    reason = clean_line(reason, field="reason", longest=240, needed=True)
    waiting = Event.objects.filter(state__in=_UNDER_SEAL).order_by("pk")
    return sum(
        _reseal(event_id, reason) for event_id in waiting.values_list("public_id", flat=True)
    )


def _reseal(event_id: str, reason: str) -> int:
    with writing(event_id, by="clock") as ledger:
        event = ledger.event
        if event.state not in _UNDER_SEAL:
            return 0
        _give_up_frozen(ledger)
        given_up = _unused(event)
        seals = [
            *seal(event, Seed.Purpose.DRAW, DRAW_SEEDS),
            *seal(event, Seed.Purpose.GAME, MATCH_SEEDS),
        ]
        ledger.append("seals", hash=seals_hash(seals), draws=DRAW_SEEDS, matches=MATCH_SEEDS)
        for seed in given_up:
            publish_seed(seed, ledger.now)
        ledger.append(
            scopes.RESTORED,
            reason=reason,
            draws_from=seals[0].number,
            matches_from=seals[DRAW_SEEDS].number,
            matches=[_go_on(ledger, match_id) for match_id in _unfinished(event)],
        )
        return 1


def _give_up_frozen(ledger: Ledger) -> None:
    """A draw that was frozen and not drawn may have been drawn since: its names could be known, so it is cancelled."""
    round_ = rounds.current(ledger.event)
    if round_ is not None and rounds.awaits_draw(round_):
        cancel(ledger, round_, _GIVEN_UP)


def _unused(event: Event) -> list[Seed]:
    """Every sealed seed that nothing was drawn from yet."""
    used = event.seeds.filter(purpose=Seed.Purpose.GAME, number__lte=_last_match(event))
    return list(
        event.seeds.filter(opened="", draw=None, match=None)
        .exclude(pk__in=used)
        .select_related("event")
    )


def _last_match(event: Event) -> int:
    """The highest number of a seal that a match was ever played from; those below it open at the end."""
    numbers = event.matches.values_list("seed__number", flat=True)
    return max(numbers, default=0)


def _unfinished(event: Event) -> list[int]:
    return list(event.matches.filter(ended_at=None).order_by("pk").values_list("pk", flat=True))


def _go_on(ledger: Ledger, match_pk: int) -> dict[str, Any]:
    """Put what is left of a match under the next seal, with the same people in the same seats."""
    match = (
        Match.objects.select_for_update(no_key=True, of=("self",))
        .select_related("seed__event")
        .get(pk=match_pk)
    )
    before, lineup_before = match.seed.scope, match.lineup
    match.seed = next_sealed(ledger.event, Seed.Purpose.GAME)
    seats = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.select_related("registration").order_by("number")
    ]
    line = line_of(match)
    match.lineup = fair.game_entropy(match.seed.scope, seats, line) if line else ""
    match.save(update_fields=["seed", "lineup"])
    return {
        "match": match.public_id,
        "after": match.seq,
        "scope_before": before,
        "lineup_before": lineup_before,
        "scope": match.seed.scope,
        "lineup": match.lineup,
    }
