"""``manage.py rotate_keys``: the key that seeds are encrypted under is changed."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.keys import drop_old_seed_keys, put_first_seed_key
from events.domain.seed_keys import Rotated, rotate


class Command(BaseCommand):
    """Encrypt every seed under the first of TACKLEBOX_SEED_KEYS; on an embedded set-up also make and drop keys."""

    help = (
        "Encrypt all seeds under the first of TACKLEBOX_SEED_KEYS. Put a new key first, restart every process, run "
        "this, then take the older keys out and restart again. Keep them as long as you keep backups made before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        one = parser.add_mutually_exclusive_group()
        one.add_argument("--new", action="store_true", help="put a fresh key first in VAR/seed_key")
        one.add_argument(
            "--drop-old", action="store_true", help="then keep only the first key of VAR/seed_key"
        )

    def handle(self, *args: Any, new: bool, drop_old: bool, **options: Any) -> None:
        if (new or drop_old) and not settings.SEED_KEYS_KEPT:
            raise CommandError(
                "Keys are kept in VAR only where nothing sets them: change TACKLEBOX_SEED_KEYS."
            )
        if new:
            put_first_seed_key(settings.VAR)
            self.stdout.write(
                "A fresh key stands first. Restart the site, then run rotate_keys and rotate_keys --drop-old."
            )
            return
        done = rotate()
        self._tell(done)
        if drop_old and not done.broken:
            drop_old_seed_keys(settings.VAR)
            self.stdout.write("Older keys are gone. Restart the site.")

    def _tell(self, done: Rotated) -> None:
        self.stdout.write(f"{done.moved} seeds were encrypted anew, {done.there} had been already.")
        if done.broken:
            raise CommandError(
                f"{len(done.broken)} seeds don't open with any key, so nothing may be taken out: "
                + ", ".join(done.broken[:10])
            )
