"""``manage.py recheck``: does everything that is stored of the matches check out?"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.domain import recheck
from events.domain.refusal import Refusal


class Command(BaseCommand):
    """Recheck the matches being played, as every start does, or all there are; or let one go on."""

    help = (
        "Derive every stored die and pick of the running matches again, walk the chain of their logs, and compare. "
        "A match in which something differs is paused, and the organisers are told."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="finished matches as well")
        parser.add_argument("--go-on", metavar="MATCH", help="let this match go on; needs --reason")
        parser.add_argument("--reason", default="", help="why it may; everybody reads it")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["go_on"]:
            self._go_on(options["go_on"], options["reason"])
            return
        wrong = recheck.recheck_all() if options["all"] else recheck.recheck_running()
        if wrong:
            raise CommandError(f"{wrong} matches hold entries that don't check out.")
        self.stdout.write("Everything checks out.")

    def _go_on(self, match_id: str, reason: str) -> None:
        try:
            recheck.clear(match_id=match_id, by="clock", reason=reason)
        except Refusal as refusal:
            raise CommandError(f"{refusal} (--{refusal.field or 'go-on'})") from refusal
        self.stdout.write("The host can let it go on now.")
