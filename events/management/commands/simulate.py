"""Many matches at once: who wins from which seat, and how long a match takes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.management.house_rules import add_arguments, game_and_options
from games.odds import GOOD_PLAY, odds_text, simulate

MATCHES, FEWEST = 1000, 20
"""How many matches of six are played unless said otherwise, and the fewest of any size."""


class Command(BaseCommand):
    help = "Play many matches and print win share by seat and the distribution of length."
    requires_system_checks = ()  # the rules need no database and no pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument(
            "--games",
            type=int,
            help=f"how many matches; {MATCHES}, or fewer where more than six play",
        )
        parser.add_argument(
            "--play",
            choices=("good", "random"),
            default="good",
            help="how people choose, in games where that can be told apart",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        table, rules = game_and_options(options)
        seats, matches = options["seats"], options["games"]
        if matches is None:
            matches = min(MATCHES, max(FEWEST, 6 * MATCHES // max(seats, 1)))
        if matches < 1:
            raise CommandError("--games: play at least one.")
        try:
            chosen = table.game.options(**rules)
            choose = GOOD_PLAY.get(table.key) if options["play"] == "good" else None
            odds = simulate(table.game, seats, chosen, matches, str(options["seed"]), choose)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(odds_text(odds), ending="")
