"""The arguments that every command about a game's rules takes."""

from argparse import ArgumentParser
from dataclasses import fields
from typing import Any

from django.core.management.base import CommandError

from games import TABLES
from games.playthrough import options_from
from games.table import Table


def add_arguments(parser: ArgumentParser) -> None:
    """Game, seats, seed and house rules."""
    parser.add_argument("game", choices=sorted(TABLES))
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="RULE=VALUE",
        help="a house rule, its value as JSON: duel=false, roll_s=10, prior_winners=[0,2]",
    )
    parser.add_argument(
        "--no-duel",
        action="append_const",
        dest="option",
        const="duel=false",
        help="the same as --option duel=false",
    )


def game_and_options(arguments: dict[str, Any]) -> tuple[Table[Any], dict[str, Any]]:
    """The table and the house rules by name. Raises CommandError that says what is wrong."""
    table = TABLES[arguments["game"]]
    try:
        options = options_from(table, arguments["option"])
    except ValueError as error:
        raise CommandError(str(error)) from error
    return table, {rule.name: getattr(options, rule.name) for rule in fields(options)}
