"""The key that seeds are encrypted under is changed: afterwards the older one opens nothing any more."""

import pytest
from cryptography.fernet import Fernet
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from events.domain.seed_keys import Rotated, rotate
from events.domain.seeds import SealBroken, open_seed, publish_seed
from events.models import Event, Seed
from events.queries import clock
from tests.events.factories import open_event
from tests.events.playing import act, play_to_end, started_match


@pytest.fixture
def keys(settings: LazySettings) -> tuple[str, str]:
    """The key that everything is under, and a new one; the evening that follows is sealed under the older."""
    older, newer = (Fernet.generate_key().decode() for _key in range(2))
    settings.SEED_KEYS = [older]
    return older, newer


def opened(event: Event) -> list[bytes]:
    return [open_seed(seed) for seed in event.seeds.select_related("event")]


def test_every_seed_is_moved_and_the_older_key_opens_nothing(
    keys: tuple[str, str], settings: LazySettings
) -> None:
    older, newer = keys
    event = open_event()
    publish_seed(event.seeds.all()[0], clock.now())
    before, seals = opened(event), list(event.seeds.values_list("commitment", flat=True))
    settings.SEED_KEYS = [newer, older]
    assert rotate() == Rotated(moved=96, there=0, broken=())
    settings.SEED_KEYS = [newer]
    assert opened(event) == before
    assert list(event.seeds.values_list("commitment", flat=True)) == seals
    settings.SEED_KEYS = [older]
    for seed in event.seeds.all():
        with pytest.raises(SealBroken):
            open_seed(seed)


def test_before_the_move_the_older_key_is_still_needed(
    keys: tuple[str, str], settings: LazySettings
) -> None:
    """The twin: a new key alone is no use for what was sealed before."""
    older, newer = keys
    event = open_event()
    settings.SEED_KEYS = [newer]
    with pytest.raises(SealBroken):
        opened(event)
    settings.SEED_KEYS = [newer, older]
    assert len(opened(event)) == 96


def test_a_second_run_finds_nothing_to_do(keys: tuple[str, str], settings: LazySettings) -> None:
    older, newer = keys
    event = open_event()
    settings.SEED_KEYS = [newer, older]
    rotate()
    sealed = list(event.seeds.values_list("sealed", flat=True))
    assert rotate() == Rotated(moved=0, there=96, broken=())
    assert list(event.seeds.values_list("sealed", flat=True)) == sealed


def test_what_is_sealed_from_now_on_is_under_the_first_key(
    keys: tuple[str, str], settings: LazySettings
) -> None:
    older, newer = keys
    settings.SEED_KEYS = [newer, older]
    event = open_event()
    settings.SEED_KEYS = [newer]
    assert len(opened(event)) == 96


def test_a_seed_that_no_key_opens_is_left_and_named(
    keys: tuple[str, str], settings: LazySettings
) -> None:
    older, newer = keys
    event = open_event()
    lost = event.seeds.get(purpose="game", number=7)
    Seed.objects.filter(pk=lost.pk).update(sealed=b"rubbish")
    settings.SEED_KEYS = [newer, older]
    assert rotate() == Rotated(moved=95, there=0, broken=(lost.scope,))
    lost.refresh_from_db()
    assert bytes(lost.sealed) == b"rubbish"
    with pytest.raises(CommandError, match=lost.scope):
        call_command("rotate_keys")


def test_a_match_goes_on_over_a_change_of_keys(
    keys: tuple[str, str], settings: LazySettings
) -> None:
    older, newer = keys
    match = started_match(3)
    act(match)
    settings.SEED_KEYS = [newer, older]
    rotate()
    settings.SEED_KEYS = [newer]
    assert play_to_end(match).ended_at is not None


def test_the_command_says_how_many(
    keys: tuple[str, str], settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    older, newer = keys
    open_event()
    settings.SEED_KEYS = [newer, older]
    call_command("rotate_keys")
    assert capsys.readouterr().out == "96 seeds were encrypted anew, 0 had been already.\n"


@pytest.mark.parametrize("flag", ["new", "drop_old"])
def test_keys_that_are_set_outside_are_changed_there(flag: str, settings: LazySettings) -> None:
    assert not settings.SEED_KEYS_KEPT
    with pytest.raises(CommandError, match="TACKLEBOX_SEED_KEYS"):
        call_command("rotate_keys", **{flag: True})


def test_an_embedded_set_up_changes_its_own_key(
    tmp_path, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SEED_KEYS_KEPT, settings.VAR = True, tmp_path
    path = tmp_path / "seed_key"
    path.write_text(settings.SEED_KEYS[0])
    event = open_event()
    call_command("rotate_keys", new=True)
    newer, older = path.read_text().split()
    assert older == settings.SEED_KEYS[0]
    settings.SEED_KEYS = [newer, older]  # as after a restart
    call_command("rotate_keys", drop_old=True)
    assert path.read_text() == newer
    settings.SEED_KEYS = [newer]
    assert len(opened(event)) == 96
