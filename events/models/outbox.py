"""Side work that was decided in a transaction and is done after it, and the pulse of the server."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Outbox(models.Model):
    """Something to do once: written in the transaction that decided it, done and marked by a task."""

    kind = models.CharField(max_length=24)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["created_at"], condition=Q(done_at=None), name="outbox_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Heartbeat(models.Model):
    """The one row that says when some server was last known to be alive (design.md 6, outage)."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"alive at {self.at:%Y-%m-%d %H:%M:%S}"
