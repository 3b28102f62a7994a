"""Keys of the embedded set-up are made once and are nobody else's to read."""

import stat

from config.keys import (
    drop_old_seed_keys,
    kept_secret_key,
    kept_seed_keys,
    put_first_seed_key,
)


def test_keys_are_kept(tmp_path):
    assert kept_secret_key(tmp_path) == kept_secret_key(tmp_path)
    assert kept_seed_keys(tmp_path) == kept_seed_keys(tmp_path)
    assert kept_seed_keys(tmp_path) != [kept_secret_key(tmp_path)]


def test_keys_are_their_owners_only(tmp_path):
    kept_secret_key(tmp_path)
    kept_seed_keys(tmp_path)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"secret_key": 0o600, "seed_key": 0o600}


def test_keys_differ_between_places(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    assert kept_seed_keys(tmp_path / "here") != kept_seed_keys(tmp_path / "there")


def test_a_new_seed_key_stands_first_and_older_ones_stay(tmp_path):
    before = kept_seed_keys(tmp_path)
    put_first_seed_key(tmp_path)
    newest, *older = kept_seed_keys(tmp_path)
    assert older == before
    assert newest not in before
    assert stat.S_IMODE((tmp_path / "seed_key").stat().st_mode) == 0o600
    drop_old_seed_keys(tmp_path)
    assert kept_seed_keys(tmp_path) == [newest]
    assert [path.name for path in tmp_path.iterdir()] == ["seed_key"]
