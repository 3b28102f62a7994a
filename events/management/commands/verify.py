"""Checking a proof.json without a browser and without this site's database."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.proof import State, check


class Command(BaseCommand):
    help = "Check an evening's proof.json, line by line (docs/fairness.md). Fails if anything is wrong."
    requires_system_checks = ()  # the file is all there is to look at

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--receipt", type=Path, metavar="R", help="what a registrant kept, as JSON"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        receipt = _read(options["receipt"]) if options["receipt"] else None
        lines = check(_read(options["file"]), receipt)
        for line in lines:
            self.stdout.write(str(line))
        made = [line for line in lines if line.state != State.LATER]
        wrong = sum(line.state == State.WRONG for line in made)
        if wrong:
            raise CommandError(f"{wrong} OF {len(made)} CHECKS FAILED")
        self.stdout.write(f"ALL {len(made)} CHECKS HOLD")


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} can't be read: {error}") from error
