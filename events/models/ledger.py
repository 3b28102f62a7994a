"""What happened to an event, and the sealed seeds its chance comes from."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.event import Event


class LedgerEntry(models.Model):
    """One line of an event's own log: published, registered, frozen, drawn, called, awarded …

    Rows are only ever added; a database trigger refuses anything else. ``hash`` is the chain's head after this entry.
    People are named by their ``reg`` alone: names can be erased, rows can't.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="ledger")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    data = models.JSONField(default=dict)
    by = models.CharField(max_length=80)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "seq"], name="ledger_is_numbered_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Seed(models.Model):
    """A sealed seed of fair-v1: its commitment is public at once, ``sealed`` is ciphertext until it is opened.

    ``number`` counts from 1 within a purpose; the scope it was committed under is derived from both.
    """

    class Purpose(models.TextChoices):
        DRAW = "draw", _("Draw")
        GAME = "game", _("Match")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seeds")
    purpose = models.CharField(max_length=4, choices=Purpose.choices)
    number = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    sealed = models.BinaryField()
    opened = models.CharField(max_length=64, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["purpose", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "purpose", "number"], name="seeds_are_numbered_once"
            ),
        ]

    def __str__(self) -> str:
        return self.scope

    @property
    def scope(self) -> str:
        return f"{self.event.scope}/{self.purpose}/{self.number}"
