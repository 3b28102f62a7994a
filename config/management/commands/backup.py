"""``manage.py backup``: the database and the pictures, as they stand at one moment, while the site serves."""

import os
import shutil
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    """Write a backup into a new folder. Nobody waits for it: it only reads."""

    help = (
        "Copy the database (SQLite: database.sqlite3, PostgreSQL: database.dump by pg_dump) and the pictures into a "
        "new folder. The keys aren't in it: keep them elsewhere. docs/operations.md says how it is put back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where to; it must not be there yet")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        if folder.exists():
            raise CommandError(f"{folder} is there already. Name a new one for each backup.")
        partial = folder.with_name(f"{folder.name}.partial")
        try:
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True, mode=0o700)
            # Before and after: so no picture is missing that the database knows, whatever is changed meanwhile.
            _copy_pictures(partial)
            if connection.vendor == "sqlite":
                _copy_sqlite(partial / "database.sqlite3")
            else:
                _dump_postgresql(partial / "database.dump")
            _copy_pictures(partial)
            partial.rename(folder)
        except (OSError, sqlite3.Error) as problem:
            raise CommandError(f"There is no backup: {problem}") from problem
        self.stdout.write(f"{folder} holds the database and the pictures. The keys are not in it.")


def _copy_pictures(folder: Path) -> None:
    if settings.MEDIA_ROOT.exists():
        shutil.copytree(settings.MEDIA_ROOT, folder / "media", dirs_exist_ok=True)


def _copy_sqlite(path: Path) -> None:
    """All pages in one step, as of one moment; in WAL nobody who writes waits for it."""
    source = sqlite3.connect(f"file:{connection.settings_dict['NAME']}?mode=ro", uri=True)
    with closing(source), closing(sqlite3.connect(path)) as copy:
        source.backup(copy)
        [(verdict,)] = copy.execute("PRAGMA integrity_check").fetchall()
    if verdict != "ok":
        raise CommandError(f"There is no backup: the copy is broken ({verdict}).")


def _dump_postgresql(path: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise CommandError("pg_dump isn't installed here, and a backup of PostgreSQL needs it.")
    known = connection.settings_dict
    # Not as arguments: everybody on the machine reads those.
    where = {
        "PGHOST": known["HOST"],
        "PGPORT": str(known["PORT"]),
        "PGUSER": known["USER"],
        "PGPASSWORD": known["PASSWORD"],
        "PGDATABASE": known["NAME"],
    }
    done = subprocess.run(  # noqa: S603 - our own arguments
        [program, "--format=custom", f"--file={path}"],
        env=os.environ | {name: value for name, value in where.items() if value},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise CommandError(f"There is no backup: {done.stderr.strip()}")
