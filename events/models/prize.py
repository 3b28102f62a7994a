"""What can be won, who won it, how an evening's result stands, and what was disputed."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.event import Event, Registration
from events.models.identifiers import new_claim_code, new_public_id
from events.models.match import Match


def picture_place(prize: "Prize", name: str) -> str:
    """Where a picture is kept: under a name that tells nothing and is never given out twice."""
    return f"prizes/{new_public_id()}.webp"


class Prize(models.Model):
    """Something to win, bound to a round and to the place the rules name.

    ``round`` is 0 for what decides the evening: a final or a KnockOut. A custom prize has its own ``label`` and is the
    host's to award. ``announced`` is what was said about it before anybody could win it.
    """

    class Place(models.TextChoices):
        MAIN = "main", _("Main prize")
        FIRST = "first", _("First prize")
        SECOND = "second", _("Second prize")
        THIRD = "third", _("Third prize")
        DOOR = "door", _("Door prize")
        CUSTOM = "custom", _("Special prize")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    round = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=8, choices=Place.choices)
    title = models.CharField(_("prize"), max_length=80)
    label = models.CharField(_("for"), max_length=48, blank=True)
    from_whom = models.CharField(_("from"), max_length=48, blank=True)
    announced = models.CharField(_("announced text"), max_length=240, blank=True)
    picture = models.ImageField(_("picture"), upload_to=picture_place, blank=True)

    class Meta:
        ordering: ClassVar = ["round", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "round", "place"],
                condition=~Q(place="custom"),
                name="one_prize_a_round_and_place",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Award(models.Model):
    """That somebody won something: awarded, claimed by them, delivered, and confirmed or disputed by them.

    Unclaimed after ``claim_until`` it goes back. A void one may have a ``successor``. ``prize`` is empty where the
    evening has none for that place; the place is recorded all the same. ``claim_code`` is for a winner whose device
    is gone: the host hands it over.
    """

    class State(models.TextChoices):
        AWARDED = "awarded", _("Awarded")
        CLAIMED = "claimed", _("Claimed")
        DELIVERED = "delivered", _("Delivered")
        CONFIRMED = "confirmed", _("Received")
        DISPUTED = "disputed", _("Disputed")
        RETURNED = "returned", _("Gone back")
        VOID = "void", _("Void")

    OWED = (State.AWARDED, State.CLAIMED, State.DISPUTED)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="awards")
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="awards"
    )
    prize = models.ForeignKey(
        Prize, null=True, blank=True, on_delete=models.PROTECT, related_name="awards"
    )
    place = models.CharField(max_length=8)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="awards")
    state = models.CharField(max_length=9, choices=State.choices, default=State.AWARDED)
    claim_code = models.CharField(max_length=10, default=new_claim_code, editable=False)
    claim_until = models.DateTimeField(null=True, blank=True, db_index=True)
    reason = models.CharField(max_length=240, blank=True)
    successor = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="predecessor"
    )
    awarded_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "place", "registration"],
                condition=~Q(place="custom") & ~Q(state="void"),
                name="awarded_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} to {self.registration}"


class Result(models.Model):
    """A version of an evening's result. A ruling makes the next one; none is changed (design.md 9).

    ``data`` is everything the pages, exports and standings read: rounds with places, and who takes which prize.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField()
    data = models.JSONField()
    by = models.CharField(max_length=80)
    reason = models.CharField(max_length=240, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "version"], name="results_are_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"result version {self.version} of {self.event}"


class Dispute(models.Model):
    """That somebody doesn't accept what happened at a table, and what was ruled.

    ``sent_at`` is the page's time of the act in question, ``received_at`` the server's.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, related_name="disputes"
    )
    seq = models.PositiveIntegerField()
    said = models.CharField(max_length=240)
    sent_at = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField()
    ruling = models.CharField(max_length=240, blank=True)
    ruled_by = models.CharField(max_length=80, blank=True)
    ruled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"dispute about entry {self.seq} of {self.match}"
