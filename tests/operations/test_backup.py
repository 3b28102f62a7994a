"""Backups are made while people play, and put back as docs/operations.md says: what was told before is there."""

import shutil
import sqlite3
import subprocess
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.faults.clients import Crowd
from tests.faults.history import History
from tests.serving import DATABASE, Serving, new_database
from tests.staging import close_in, rows, stage
from tests.visitor import Live

NAMES = ("Osric", "Tansy", "Wren", "Bram", "Ilka", "Juno", "Mave", "Perrin", "Quill")
"""More than are drawn: whoever wins leaves the draw, and the evening mustn't be over before the test is."""


@pytest.fixture
def idle(tmp_path: Path, empty_site: Path) -> Serving:
    """A site on SQLite that doesn't run."""
    return Serving.embedded(tmp_path, empty_site)


def test_a_backup_holds_the_database_and_the_pictures(idle: Serving, tmp_path: Path) -> None:
    picture = tmp_path / "media" / "prizes" / "trophy.webp"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"drawn anew")
    folder = tmp_path / "backups" / "monday"
    said = idle.manage("backup", str(folder))
    assert "The keys are not in it" in said
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "database.sqlite3",
        "trophy.webp",
    ]
    assert [path.name for path in folder.parent.iterdir()] == ["monday"], "nothing half done"
    with closing(sqlite3.connect(folder / "database.sqlite3")) as copy:
        [(tables,)] = copy.execute("SELECT count(*) FROM sqlite_master WHERE name LIKE 'events_%'")
    assert tables > 10
    with pytest.raises(RuntimeError, match="is there already"):
        idle.manage("backup", str(folder))


def test_what_went_wrong_leaves_no_backup(idle: Serving, tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"this was a database" * 1000)
    with pytest.raises(RuntimeError, match="There is no backup"):
        idle.manage("backup", str(tmp_path / "monday"))
    assert not (tmp_path / "monday").exists()


def put_back(site: Serving, folder: Path, pg_url: str) -> None:
    """By the steps of docs/operations.md."""
    if "DATABASE_URL" not in site.environment:
        for path in site.folder.glob(f"{DATABASE}*"):
            path.unlink()
        shutil.copy(folder / "database.sqlite3", site.folder / DATABASE)
    else:
        fresh = site.environment["DATABASE_URL"] = new_database(pg_url)
        dump = str(folder / "database.dump")
        subprocess.run(
            ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={fresh}", dump], check=True
        )
    site.manage("migrate", "--noinput")
    site.manage("restored", "--reason", "The disk broke; the backup is of 20:10")


@pytest.mark.nightly
def test_a_backup_made_under_load_is_put_back_and_play_goes_on(
    served: Serving, tmp_path: Path, pg_url: str, at_the_end: ExitStack
) -> None:
    evening = stage(served, rounds=12)
    crowd = Crowd(evening)
    at_the_end.callback(crowd.leave)
    crowd.enter(NAMES)
    close_in(evening, 0.5)
    crowd.play(15)
    told = {one.id for one in crowd.history.said("ok")}
    folder = tmp_path / "backup"
    backing_up = threading.Thread(target=served.manage, args=("backup", str(folder)))
    backing_up.start()
    meanwhile = crowd.play(30, lambda: not backing_up.is_alive())
    backing_up.join()
    asked = set(crowd.history.asked)
    crowd.play(5)
    later = set(crowd.history.asked) - asked
    assert (folder.exists(), meanwhile > 0, len(later)) == (True, True, 5)

    served.kill9()
    put_back(served, folder, pg_url)
    served.start()

    stored = {id_ for (id_,) in rows(served, "SELECT command_id FROM events_commandrecord")}
    assert told <= stored, "told before the backup began"
    assert later & stored == set(), "after it was done: that is what a backup costs"
    crowd.history = History()
    for client in crowd.clients:
        client.live.shut()
        client.live.visitor.close()
        client.live = Live(client.live.visitor, evening.event_id, client.live.surface)
        client.history, client.pending = crowd.history, None
        client.live.open()
    crowd.play(10)
    assert len(crowd.history.said("ok")) > 0
    assert served.manage("recheck", "--all") == "Everything checks out.\n"
