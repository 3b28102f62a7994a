"""Keys of the embedded set-up are made once and are nobody else's to read."""

import stat

from config.keys import kept_secret_key, kept_seed_key


def test_keys_are_kept(tmp_path):
    assert kept_secret_key(tmp_path) == kept_secret_key(tmp_path)
    assert kept_seed_key(tmp_path) == kept_seed_key(tmp_path)
    assert kept_seed_key(tmp_path) != kept_secret_key(tmp_path)


def test_keys_are_their_owners_only(tmp_path):
    kept_secret_key(tmp_path)
    kept_seed_key(tmp_path)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"secret_key": 0o600, "seed_key": 0o600}


def test_keys_differ_between_places(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    assert kept_seed_key(tmp_path / "here") != kept_seed_key(tmp_path / "there")
