"""A whole match as text, for people who want to read the rules at work."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from events.management.house_rules import add_arguments, game_and_options
from games.playthrough import Script, playthrough


class Command(BaseCommand):
    help = (
        "Print a whole match: every command, what it wrote, and what could be seen and done then."
    )
    requires_system_checks = ()  # the rules need no database and no pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_arguments(parser)
        parser.add_argument("--late", type=int, default=0, help="every so many moves time runs out")

    def handle(self, *args: Any, **options: Any) -> None:
        table, rules = game_and_options(options)
        script = Script(options["seats"], options["seed"], rules, late=options["late"])
        try:
            self.stdout.write(playthrough(table, script), ending="")
        except ValueError as error:
            raise CommandError(str(error)) from error
