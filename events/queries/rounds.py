"""Where an evening's rounds stand."""

from django.db.models import Q

from events.models import Call, Draw, Entropy, Event, Match, Registration, Round


def current(event: Event) -> Round | None:
    """The round that was drawn last."""
    return event.played_rounds.last()


def current_match(event: Event) -> Match | None:
    """The match that was made last, over or not. One whose line-up still waits for its entropy isn't made yet."""
    return event.matches.exclude(lineup="").select_related("round").last()


def under_way(event: Event) -> bool:
    """Whether a round is going on: its draw is awaited, somebody is called, or its match isn't over."""
    round_ = current(event)
    if round_ is None:
        return False
    match = round_.matches.last()
    if match is not None:
        return match.ended_at is None
    return is_calling(round_) or awaits_draw(round_)


def awaited(round_: Round) -> list[Entropy]:
    """What its draws or its line-up wait for."""
    found = Entropy.objects.filter(Q(draw__round=round_) | Q(match__round=round_), settled_at=None)
    return list(found.select_related("draw__round", "match__round").order_by("pk"))


def awaits_draw(round_: Round) -> bool:
    """Whether a list is frozen whose names are still to come."""
    return Entropy.objects.filter(draw__round=round_, settled_at=None).exists()


def is_calling(round_: Round) -> bool:
    """Whether somebody's answer is awaited. Once nobody's is, there is a match or the round came to nothing."""
    return Call.objects.filter(draw__round=round_, state=Call.State.CALLED).exists()


def calls_of(round_: Round) -> list[Call]:
    """The round's calls: those of its first draw first, each draw's in the order drawn."""
    return list(
        Call.objects.filter(draw__round=round_)
        .select_related("draw", "registration__person")
        .order_by("draw__number", "rank")
    )


def reserves_of(round_: Round) -> list[tuple[Draw, int, Registration]]:
    """Who can still be called for the round, with draw and rank, in the order they would be.

    Somebody who has left or was removed since the draw is passed by; the order of the rest stays (EV-7).
    """
    reserves: list[tuple[Draw, int, Registration]] = []
    seen = set(Call.objects.filter(draw__round=round_).values_list("registration__reg", flat=True))
    for draw in round_.draws.order_by("number"):
        entries = {
            entry.reg: entry for entry in round_.event.registrations.filter(reg__in=draw.order)
        }
        reserves += [
            (draw, rank, entries[reg])
            for rank, reg in enumerate(draw.order, start=1)
            if reg not in seen and entries[reg].status == Registration.Status.REGISTERED
        ]
    return reserves
