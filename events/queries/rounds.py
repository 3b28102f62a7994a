"""Where an evening's rounds stand."""

from django.db.models import Exists, OuterRef, Subquery

from events.models import Call, Draw, Event, Match, Person, Registration, Round


def current(event: Event) -> Round | None:
    """The round that was drawn last."""
    return event.played_rounds.last()


def tables(event: Event) -> list[Match]:
    """The matches of the round that was seated last, over or not: one, or one for each of its tables (EV-9)."""
    newest = event.matches.order_by("-number").values("round")[:1]
    found = event.matches.filter(round=Subquery(newest)).select_related("round")
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
    if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted[:4]) <= len(found):
        return found[int(wanted[:4]) - 1]
    return next((match for match in found if match.ended_at is None), found[-1])


def played(event: Event) -> int:
    """How many rounds are over: all their matches are."""
    going_on = Match.objects.filter(round=OuterRef("pk"), ended_at=None)
    seated = Match.objects.filter(round=OuterRef("pk"))
    return event.played_rounds.filter(Exists(seated)).exclude(Exists(going_on)).count()


def under_way(event: Event) -> bool:
    """Whether a round is going on: somebody is called, or one of its matches isn't over."""
    round_ = current(event)
    if round_ is None:
        return False
    if round_.matches.exists():
        return round_.matches.filter(ended_at=None).exists()
    return is_calling(round_)


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
