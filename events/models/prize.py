"""What can be won, and who won it."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.event import Event, Registration
from events.models.match import Match


class Prize(models.Model):
    """Something to win: bound to a round and to the place the rules name (``main``, ``door`` …)."""

    class Place(models.TextChoices):
        MAIN = "main", _("Main prize")
        DOOR = "door", _("Door prize")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    round = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=8, choices=Place.choices)
    title = models.CharField(_("prize"), max_length=80)
    from_whom = models.CharField(_("from"), max_length=48, blank=True)

    class Meta:
        ordering: ClassVar = ["round", "-place"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "round", "place"], name="one_prize_a_round_and_place"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Award(models.Model):
    """That somebody won something: awarded, then claimed by them, then delivered.

    ``prize`` is empty where the evening has none for that place; the place is recorded all the same.
    """

    class State(models.TextChoices):
        AWARDED = "awarded", _("Awarded")
        CLAIMED = "claimed", _("Claimed")
        DELIVERED = "delivered", _("Delivered")
        VOID = "void", _("Void")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="awards")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="awards")
    prize = models.ForeignKey(
        Prize, null=True, blank=True, on_delete=models.PROTECT, related_name="awards"
    )
    place = models.CharField(max_length=8)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="awards")
    state = models.CharField(max_length=9, choices=State.choices, default=State.AWARDED)
    awarded_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match_id", "-place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "place", "registration"], name="awarded_once"),
        ]

    def __str__(self) -> str:
        return f"{self.place} to {self.registration}"
