"""Celery's tasks. Each finds in the database what is to be done: twice or late is harmless."""

from celery import shared_task

from events.domain import outbox
from events.domain import sweep as sweeping


@shared_task
def sweep() -> None:
    """Do what is due by the clock."""
    sweeping.sweep()


@shared_task
def drain_outbox() -> None:
    """Do the side work that transactions left in the outbox."""
    outbox.drain()
