"""Who takes a prize when its winner doesn't."""

from django.utils.translation import gettext as _

from events.models import Award, Event, Registration, Seat

PODIUM = ("main", "first", "second", "third")
_TOP = ("main", "first")
_STANDING = (
    Award.State.AWARDED,
    Award.State.CLAIMED,
    Award.State.DELIVERED,
    Award.State.CONFIRMED,
    Award.State.DISPUTED,
)


def candidates(award: Award) -> list[Registration]:
    """Who may take it instead, the first of them being the one to propose.

    The evening's first and a main prize go to the next by place, whatever they hold. A second and a third prize go to
    the next by place without a podium prize; a door prize to the next without any: in a KnockOut whoever was caught
    first (KO-5), elsewhere whoever came closest. Withdrawn, removed and disqualified people take none. A custom prize
    is the host's to give: nobody is proposed.
    """
    if award.match is None:
        return []
    had_it = _had_it(award)
    seats = [
        seat
        for seat in award.match.seats.exclude(place=None)
        .select_related("registration__person")
        .order_by("place", "number")
        if seat.registration.status == Registration.Status.REGISTERED
        and seat.registration_id not in had_it
    ]
    if award.place in _TOP:
        return [seat.registration for seat in seats]
    taken = _takers(award, PODIUM if award.place in PODIUM else None)
    free = [seat for seat in seats if seat.registration_id not in taken]
    return [seat.registration for seat in _by_the_games_rule(award, free)]


def why(award: Award) -> str:
    """Why the first of `candidates` is the one to propose, within a sentence."""
    if award.match is None:
        return _("the host chooses")
    if award.place in _TOP:
        return _("the next by place")
    if award.place in PODIUM:
        return _("the next by place without a prize on the podium")
    if award.event.format == Event.Format.KNOCKOUT:
        return _("the first caught without a prize")
    return _("the next by place without a prize")


def gives_up(award: Award, entry: Registration) -> list[Award]:
    """What somebody who takes it instead would give up: the rest of what they won at that table and haven't got yet."""
    if award.match is None:
        return []
    rows = award.match.awards.filter(registration=entry, state__in=Award.OWED)
    rows = rows.exclude(pk=award.pk).exclude(state=Award.State.DISPUTED)
    return list(rows.select_related("prize", "registration"))


def _by_the_games_rule(award: Award, seats: list[Seat]) -> list[Seat]:
    first_out = award.place == "door" and award.event.format == Event.Format.KNOCKOUT
    return seats[::-1] if first_out else seats


def _had_it(award: Award) -> set[int]:
    """Those who had this prize, and those who lost another of the match and have none of it now."""
    same = Award.objects.filter(match=award.match, prize=award.prize, place=award.place)
    void = Award.objects.filter(match=award.match, state=Award.State.VOID)
    lost = set(void.values_list("registration_id", flat=True)) - _takers(award, None)
    return lost | set(same.values_list("registration_id", flat=True))


def _takers(award: Award, places: tuple[str, ...] | None) -> set[int]:
    rows = Award.objects.filter(match=award.match, state__in=_STANDING)
    if places is not None:
        rows = rows.filter(place__in=places)
    return set(rows.values_list("registration_id", flat=True))
