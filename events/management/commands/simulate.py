"""Many matches at once: who wins from which seat, and how long a match takes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.management.house_rules import add_arguments, game_and_options
from games.odds import odds_text, simulate


class Command(BaseCommand):
    help = "Play many matches and print win share by seat and the distribution of length."
    requires_system_checks = ()  # the rules need no database and no pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument("--games", type=int, default=1000, help="how many matches")

    def handle(self, *args: Any, **options: Any) -> None:
        table, rules = game_and_options(options)
        if options["games"] < 1:
            raise CommandError("--games: play at least one.")
        try:
            chosen = table.game.options(**rules)
            odds = simulate(
                table.game, options["seats"], chosen, options["games"], str(options["seed"])
            )
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(odds_text(odds), ending="")
