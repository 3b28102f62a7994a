"""Where an evening's rounds stand."""

from django.db.models import Exists, OuterRef, Q, Subquery

from events.models import Call, Draw, Entropy, Event, Match, Person, Registration, Round


def current(event: Event) -> Round | None:
    """The round that was drawn last."""
    return event.played_rounds.last()


def tables(event: Event) -> list[Match]:
    """The matches of the round that was seated last, over or not: one, or one for each of its tables (EV-9).

    One whose line-up still waits for its entropy isn't made yet.
    """
    made = event.matches.exclude(lineup="")
    newest = made.order_by("-number").values("round")[:1]
    found = made.filter(round=Subquery(newest)).select_related("round")
    return list(found.order_by("number"))


def current_match(event: Event) -> Match | None:
    """Of those, the one to show to whoever sits at none: the first that goes on, or else the last."""
    found = tables(event)
    return next((match for match in found if match.ended_at is None), found[-1] if found else None)


def match_for(event: Event, person: Person | None, wanted: str = "") -> Match | None:
    """Of those, the one at which a person sits; else the one they chose, by its number from 1; else the current one."""
    found = tables(event)
    if len(found) < 2:
        return found[0] if found else None
    own = (
        person
        and event.matches.filter(
            seats__registration__person=person, pk__in=[match.pk for match in found]
        ).last()
    )
    if own:
        return next(match for match in found if match.pk == own.pk)
    number = number_in(wanted)
    if number is not None and number <= len(found):
        return found[number - 1]
    return next((match for match in found if match.ended_at is None), found[-1])


def number_in(wanted: str) -> int | None:
    """The table somebody names in an address, from 1; None for what is no number of one."""
    if not (wanted.isascii() and wanted.isdecimal()):
        return None
    return int(wanted[:4]) or None


def table_number(match: Match) -> int | None:
    """Which of its round's tables a match is played at, from 1; None where the round has one."""
    laid = list(match.round.matches.order_by("number").values_list("pk", flat=True))
    return laid.index(match.pk) + 1 if len(laid) > 1 else None


def played(event: Event) -> int:
    """How many rounds are over: all their matches are."""
    going_on = Match.objects.filter(round=OuterRef("pk"), ended_at=None)
    seated = Match.objects.filter(round=OuterRef("pk"))
    return event.played_rounds.filter(Exists(seated)).exclude(Exists(going_on)).count()


def under_way(event: Event) -> bool:
    """Whether a round is going on: its draw is awaited, somebody is called, or one of its matches isn't over."""
    round_ = current(event)
    if round_ is None:
        return False
    if round_.matches.exists():
        return round_.matches.filter(ended_at=None).exists()
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
