"""The public randomness that a draw or a line-up waits for, and what it got."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from events.models.draw import Draw
from events.models.event import Event
from events.models.match import Match


class Entropy(models.Model):
    """Named when a list or a line-up is frozen, come later: nobody can know it when they freeze.

    ``round`` is the beacon's round that was named, ``source`` the text the host said would be read out; ``due_at`` is
    when it can be there, ``late_at`` when pages were told that it is late. ``line`` is the scheme's entropy line,
    with what it was made from: ``text`` or ``signature``. ``settled_at`` is set once it has come, or is waited for no
    more because its draw was cancelled.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entropies")
    draw = models.OneToOneField(
        Draw, null=True, blank=True, on_delete=models.CASCADE, related_name="awaits"
    )
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="awaits"
    )
    mode = models.CharField(max_length=8, choices=Event.EntropyMode.choices)
    round = models.PositiveBigIntegerField(null=True, blank=True)
    source = models.CharField(max_length=120, blank=True)
    due_at = models.DateTimeField()
    late_at = models.DateTimeField(null=True, blank=True)
    line = models.CharField(max_length=200, blank=True)
    text = models.CharField(max_length=240, blank=True)
    signature = models.CharField(max_length=96, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name_plural = "entropies"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(draw__isnull=False, match__isnull=True)
                | Q(draw__isnull=True, match__isnull=False),
                name="entropy_is_for_one_thing",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(settled_at=None), name="entropy_awaited"),
        ]

    def __str__(self) -> str:
        return f"{self.mode} for {self.draw or self.match}"
