"""``manage.py restored``: a backup was put back, so whatever comes next needs new seals."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.domain.refusal import Refusal
from events.domain.restoring import after_restore


class Command(BaseCommand):
    """Say that a backup was put back. Run it once, before the site is started again."""

    help = (
        "After a backup was put back: give up every seal that may have been used since it was made, and let what is "
        "left of each evening go on under new ones. It is told in public, with the reason."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reason", required=True, help="what happened; it stands in every evening's record"
        )

    def handle(self, *args: Any, reason: str, **options: Any) -> None:
        try:
            evenings = after_restore(reason=reason)
        except Refusal as refusal:
            raise CommandError(f"--reason: {refusal}") from refusal
        self.stdout.write(f"{evenings} evenings go on under new seals.")
