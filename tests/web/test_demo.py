"""`manage.py demo`: a host and a rehearsal at once, the same when asked again."""

import io
import stat
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from events.models import Event, User


def demo() -> str:
    out = io.StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture(autouse=True)
def var(settings: LazySettings, tmp_path: Path) -> Path:
    settings.VAR = tmp_path
    return tmp_path


def test_a_rehearsal_is_open_with_practice_players(var: Path) -> None:
    said = demo()
    event = Event.objects.get()
    assert (event.rehearsal, event.state, event.registrations.count()) == (True, "published", 7)
    assert f"/{event.public_id}/host/" in said
    kept = var / "demo_host.txt"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    email, password = kept.read_text().split()
    assert password in said
    assert User.objects.get(email=email).check_password(password)


def test_asked_again_it_is_the_same_and_prints_no_password(var: Path) -> None:
    demo()
    password = (var / "demo_host.txt").read_text().split()[1]
    said = demo()
    assert password not in said
    assert (Event.objects.count(), User.objects.count()) == (1, 1)


def test_once_it_has_closed_there_is_a_new_one() -> None:
    demo()
    Event.objects.update(state=Event.State.CLOSED)
    demo()
    assert Event.objects.filter(state=Event.State.PUBLISHED).count() == 1


def test_where_others_can_reach_it_a_printed_password_is_refused(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, var: Path
) -> None:
    demo()
    password = (var / "demo_host.txt").read_text().split()[1]
    settings.HOST = "0.0.0.0"  # noqa: S104 - what the site listens on
    with pytest.raises(CommandError, match="TACKLEBOX_HOST_PASSWORD"):
        demo()
    monkeypatch.setenv("TACKLEBOX_HOST_PASSWORD", "short")
    with pytest.raises(CommandError, match="too short"):
        demo()
    monkeypatch.setenv("TACKLEBOX_HOST_PASSWORD", "harbour lights at ten")
    demo()
    host = User.objects.get()
    assert host.check_password("harbour lights at ten")
    assert not host.check_password(password)
