"""Making the matches of a round, once everybody who is coming has answered."""

from dataclasses import fields
from typing import Any

from events.domain import entropy
from events.domain.ledger import Ledger
from events.domain.refusal import Refusal
from events.domain.seeds import next_sealed, top_up
from events.models import Award, Entropy, Event, Match, Registration, Round, Seat, Seed
from events.queries.house_rules import options_from
from events.queries.programme import evening_of
from games import TABLES, codec, fair
from games.programme import split, tables_for


def seat_players(ledger: Ledger, round_: Round, players: list[Registration]) -> list[Match]:
    """Seat the players of a round at as few tables as its game needs, in draw order; a match for each (EV-9).

    Makes none where they are too few. A KnockOut and a final are one table each; heats side by side have each their
    own.
    """
    game = TABLES[ledger.event.game].game
    if len(players) < game.min_seats:
        return []
    if round_.kind in (Round.Kind.KNOCKOUT, Round.Kind.FINAL):
        return [create_match(ledger, round_, players)]
    wanted = 1
    if round_.kind == Round.Kind.HEATS:
        wanted = tables_for(evening_of(ledger.event), "heats", len(players))
    tables = split(players, fewest=game.min_seats, most=game.max_seats, wanted=wanted)
    return [create_match(ledger, round_, list(table)) for table in tables]


def create_match(ledger: Ledger, round_: Round, players: list[Registration]) -> Match:
    """Seat the players in draw order and lock the line-up, with the entropy it waits for.

    Without any to wait for the match is ready at once (`finish_lineup`). Raises Refusal 422 if the house rules no
    longer make a game (never, once an event is published).
    """
    event = ledger.event
    sealed = next_sealed(event, Seed.Purpose.GAME)
    match = Match.objects.create(
        event=event,
        round=round_,
        seed=sealed,
        number=event.matches.count() + 1,
        game=event.game,
        options=_options(event, round_, _prior_winners(ledger, players)),
        touched_at=ledger.now,
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, registration=entry) for seat, entry in enumerate(players)
    )
    top_up(ledger, Seed.Purpose.GAME, sealed.number)
    awaited = entropy.named(ledger, entropy.LINEUP_LEAD, match=match)
    ledger.append(
        "lineup",
        by="clock",
        match=match.public_id,
        scope=sealed.scope,
        round=round_.number,
        kind=round_.kind,
        seats=_seats(match),
        entropy=entropy.described(awaited),
    )
    if entropy.settle_none(ledger, awaited):
        finish_lineup(ledger, awaited)
    return match


def finish_lineup(ledger: Ledger, awaited: Entropy) -> None:
    """Fix what the dice are derived from, now that the line-up's entropy is there. The host starts the match."""
    made = awaited.match
    assert made is not None  # noqa: S101 - whoever calls has looked
    match = Match.objects.select_for_update(no_key=True).get(pk=made.pk)
    rows = [
        (seat.number, seat.registration.reg, seat.registration.client_seed)
        for seat in match.seats.select_related("registration").order_by("number")
    ]
    match.lineup = fair.game_entropy(match.seed.scope, rows, awaited.line)
    match.touched_at = ledger.now
    match.save(update_fields=["lineup", "touched_at"])
    made.lineup = match.lineup
    ledger.append(
        "match-made",
        by="clock",
        round=match.round.number,
        kind=match.round.kind,
        match=match.public_id,
        lineup=match.lineup,
        seats=_seats(match),
    )


def _seats(match: Match) -> list[dict[str, Any]]:
    rows = match.seats.order_by("number").values_list("number", "registration__reg")
    return [{"seat": seat, "reg": reg} for seat, reg in rows]


def _prior_winners(ledger: Ledger, players: list[Registration]) -> tuple[int, ...]:
    """The seats of those who have won a main prize at this event (LB-18)."""
    winners = set(
        ledger.event.awards.filter(place="main")
        .exclude(state=Award.State.VOID)
        .values_list("registration_id", flat=True)
    )
    return tuple(seat for seat, entry in enumerate(players) if entry.pk in winners)


def _options(event: Event, round_: Round, prior_winners: tuple[int, ...]) -> object:
    """The house rules as the match keeps them: the event's, what its kind of round asks for, who has won before."""
    asked: dict[str, Any] = {}
    if round_.kind in Round.BEFORE_A_FINAL:
        asked["duel"] = False  # LB-17: off in heats that lead to a final
    if round_.kind == Round.Kind.FINAL:
        asked["final"] = True  # LB-22
    if round_.kind == Round.Kind.KNOCKOUT:
        asked["answer_s"] = event.answer_s  # KO-4: the evening's limit for a call
    if round_.kind == Round.Kind.ROUND:
        asked["prior_winners"] = prior_winners
    known = {rule.name for rule in fields(TABLES[event.game].game.options)}
    chosen = {**event.options, **{name: value for name, value in asked.items() if name in known}}
    try:
        options = options_from(event.game, chosen)
    except ValueError as wrong:
        raise Refusal("house-rules", str(wrong)) from wrong
    return codec.encode(options)
