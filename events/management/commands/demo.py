"""`manage.py demo`: a host's account and a rehearsal to run at once, made if they aren't there."""

import getpass
import os
import secrets
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.urls import reverse

from events.domain.evenings import Plan, create_event, publish_event
from events.domain.local_time import to_wall
from events.domain.practice import add_practice_players
from events.models import Event, User
from events.queries import clock, evenings

EMAIL = "demo@tacklebox.example"
PRACTICE_PLAYERS = 7
OPEN_FOR = timedelta(minutes=3)
ZONE = "Europe/Lisbon"


class Command(BaseCommand):
    help = "Make a host's account and a rehearsal with practice players, and print the addresses."

    def handle(self, *args: Any, **options: Any) -> None:
        host, password = self._host()
        event = _open_rehearsal(host) or _new_rehearsal(host)
        self._print(event, password)

    def _host(self) -> tuple[User, str]:
        """The account, and its password if it was made just now."""
        there = User.objects.filter(email=EMAIL).first()
        if there is not None:
            if not _at_home() and _has_kept_password(there):
                there.set_password(self._real_password())
                there.save(update_fields=["password"])
                _kept_file().unlink(missing_ok=True)
            return there, ""
        password = secrets.token_urlsafe(9) if _at_home() else self._real_password()
        host = User.objects.create_superuser(EMAIL, password, name="Marlow")
        EmailAddress.objects.create(user=host, email=EMAIL, verified=True, primary=True)
        if _at_home():
            _keep(password)
            return host, password
        return host, ""

    def _real_password(self) -> str:
        """One that somebody chose: others can reach this site, so none is made up and printed."""
        given = os.environ.get("TACKLEBOX_HOST_PASSWORD", "")
        if not given and sys.stdin.isatty():
            given = getpass.getpass(f"Others can reach this site. Password for {EMAIL}: ")
        if not given:
            raise CommandError(
                "Others can reach this site, so the host's password can't be a printed one.\n"
                "Set TACKLEBOX_HOST_PASSWORD to a password of your own, then run this again."
            )
        try:
            validate_password(given)
        except ValidationError as weak:
            raise CommandError(" ".join(weak.messages)) from weak
        return given

    def _print(self, event: Event, password: str) -> None:
        base = settings.PUBLIC_URL
        host_line = f"{base}{reverse('account_login')}   {EMAIL}"
        if password:
            host_line += f"   password {password}"
        elif _kept_file().exists():
            host_line += f"   password in {_kept_file()}"
        pin = f"{event.pin[:3]} {event.pin[3:]}"
        lines = [
            ("First page", f"{base}/"),
            ("Host sign-in", host_line),
            ("Host console", f"{base}{reverse('host', args=[event.public_id])}"),
            ("Join or watch", f"{base}{reverse('event', args=[event.public_id])}   PIN {pin}"),
            ("Big screen", f"{base}{reverse('screen', args=[event.public_id])}"),
        ]
        for what, where in lines:
            self.stdout.write(f"{what:<20} {where}")
        if _at_home():
            self.stdout.write(
                "Only this machine can open these. For phones on your network: "
                "make run HOST=0.0.0.0 PUBLIC_URL=http://<this machine's address>:"
                f"{settings.PORT}"
            )


def _at_home() -> bool:
    """Whether only this machine can reach the site."""
    return settings.HOST in settings.LOOPBACK_HOSTS


def _kept_file() -> Path:
    return Path(settings.VAR) / "demo_host.txt"


def _keep(password: str) -> None:
    """Only the owner of the files reads it again."""
    path = _kept_file()
    path.touch(mode=0o600, exist_ok=True)
    path.chmod(0o600)
    path.write_text(f"{EMAIL}\n{password}\n", encoding="utf-8")


def _has_kept_password(host: User) -> bool:
    """Whether the account still has the password that was printed."""
    path = _kept_file()
    if not path.exists():
        return False
    kept = path.read_text(encoding="utf-8").split("\n")[1]
    return host.check_password(kept)


def _open_rehearsal(host: User) -> Event | None:
    """A rehearsal of theirs that one can still register for, or that is being played."""
    is_open = Q(state=Event.State.PUBLISHED, closes_at__gt=clock.now())
    playing = Q(state=Event.State.RUNNING)
    return evenings.run_by(host).filter(is_open | playing, rehearsal=True).first()


def _new_rehearsal(host: User) -> Event:
    """Open now, closing in three minutes, with practice players on the list."""
    by = f"user/{host.pk}"
    closes_at = (clock.now() + OPEN_FOR).replace(second=0, microsecond=0)
    starts, starts_fold = to_wall(closes_at + timedelta(minutes=1), ZONE)
    closes, closes_fold = to_wall(closes_at, ZONE)
    mark = secrets.token_hex(6)
    plan = Plan(
        title="Rehearsal on the pier",
        welcome="One number to avoid. Come and try a whole evening; nothing can be won.",
        zone=ZONE,
        starts=starts,
        starts_fold=starts_fold,
        closes=closes,
        closes_fold=closes_fold,
        capacity=30,
        rounds=2,
        rehearsal=True,
    )
    event = create_event(host=host, plan=plan, command_id=f"demo-{mark}")
    publish_event(event_id=event.public_id, by=by, command_id=f"demo-publish-{mark}")
    add_practice_players(
        event_id=event.public_id, by=by, count=PRACTICE_PLAYERS, command_id=f"demo-practice-{mark}"
    )
    event.refresh_from_db()
    return event
