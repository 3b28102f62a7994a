"""Picking names: rounds, draws and the calls that follow."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from events.models.event import Event, Registration
from events.models.ledger import Seed


class Round(models.Model):
    """One round of an evening: its draws, calls and match.

    A round whose draw came to nothing (too few answered) is tried anew under the same number: ``attempt`` counts.
    """

    class Kind(models.TextChoices):
        ROUND = "round", _("Round")
        HEAT = "heat", _("Heat")
        HEATS = "heats", _("Heats side by side")
        FINAL = "final", _("Final")
        KNOCKOUT = "knockout", _("KnockOut")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.ROUND)

    BEFORE_A_FINAL = (Kind.HEAT, Kind.HEATS)

    class Meta:
        ordering: ClassVar = ["number", "attempt"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "number", "attempt"], name="rounds_are_numbered_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def prize_round(self) -> int:
        """The number its prizes are bound to: 0 for what decides the evening."""
        return 0 if self.kind in (self.Kind.FINAL, self.Kind.KNOCKOUT) else self.number


class Draw(models.Model):
    """A public ranking of everyone eligible: the first ``places`` are called, the rest are reserves in that order.

    ``eligible`` is a list of ``{"reg", "client_seed"}``, ``excluded`` a list of ``{"reg", "reason"}``, ``order`` the
    ranked regs. ``entropy`` is the scheme's entropy line. It is frozen ``at`` an instant; until its entropy has come
    there is neither line nor order. A cancelled one stays public, with the reason.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="draws")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    seed = models.OneToOneField(Seed, on_delete=models.PROTECT, related_name="draw")
    number = models.PositiveSmallIntegerField()
    places = models.PositiveSmallIntegerField()
    eligible = models.JSONField()
    excluded = models.JSONField()
    root = models.CharField(max_length=64)
    entropy = models.CharField(max_length=200, blank=True)
    order = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_reason = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="draws_are_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number}"


class Call(models.Model):
    """That a drawn person is asked to come. ``rank`` is the place in the draw's order, from 1."""

    class State(models.TextChoices):
        CALLED = "called", _("Called")
        HERE = "here", _("Here")
        PASSED = "passed", _("Passed over")

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="calls")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="calls")
    rank = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=6, choices=State.choices, default=State.CALLED)
    called_at = models.DateTimeField()
    deadline = models.DateTimeField(db_index=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering: ClassVar = ["rank"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draw", "registration"], name="called_once_a_draw"),
            models.UniqueConstraint(fields=["draw", "rank"], name="one_call_a_rank"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], condition=Q(state="called"), name="calls_due"),
        ]

    def __str__(self) -> str:
        return f"call {self.rank} to {self.registration}"
