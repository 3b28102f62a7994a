"""A whole evening on a served site: nothing that leaves the server holds a seed before it opens."""

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from cryptography.fernet import Fernet

from tests.faults.listening import Company, Listener, organiser
from tests.serving import Serving
from tests.staging import rows, stage, state_of

pytestmark = pytest.mark.served

EVERY_PAGE = (
    "", "event.ics", "seals/", "rules/", "name/?name=Sorrel", "live/", "screen/", "host/", "ready/",
    "edit/", "results/", "happened/", "withdraw/", "resume-link/", "statistics/", "rolls.csv",
)  # fmt: skip
SITE_PAGES = ("/", "/me/", "/evenings/", "/accounts/email/", "/healthz", "/readyz")


@dataclass(frozen=True)
class Opened:
    """A seed of the run, and whether a draw has used it."""

    purpose: str
    number: int
    secret: bytes
    published: str


def seeds_of(site: Serving) -> list[Opened]:
    """Every seed of the site's database, opened here with the key that only the site knows."""
    given = site.environment.get("TACKLEBOX_SEED_KEYS")
    box = Fernet(given or (site.folder / "seed_key").read_text().strip())
    found = rows(site, "SELECT purpose, number, sealed, opened FROM events_seed ORDER BY id")
    return [
        Opened(purpose, number, box.decrypt(bytes(sealed)), opened)
        for purpose, number, sealed, opened in found
    ]


def spellings(seed: bytes) -> list[bytes]:
    return [
        seed,
        seed.hex().encode(),
        seed.hex().upper().encode(),
        base64.b64encode(seed).rstrip(b"="),
        base64.urlsafe_b64encode(seed).rstrip(b"="),
        base64.b32encode(seed).rstrip(b"="),
        repr(seed)[2:-1].encode(),
        str(int.from_bytes(seed, "big")).encode(),
    ]


def found_in(text: bytes, seeds: list[Opened]) -> list[tuple[str, int]]:
    return [
        (seed.purpose, seed.number)
        for seed in seeds
        if any(way in text for way in spellings(seed.secret))
    ]


def look_everywhere(company: Company, back_room: Listener) -> None:
    """Everybody opens every page there is; the organiser those of the back room as well."""
    matches = [
        f"match/{match_id}/log/"
        for (match_id,) in rows(company.evening.site, "SELECT public_id FROM events_match")
    ]
    company.look_at(*EVERY_PAGE, *matches)
    for person in (company.host, company.players[0], company.watcher):
        for path in SITE_PAGES:
            person.get(path)
    for path in (*EVERY_PAGE, *matches):
        back_room.get(f"{company.evening.path}{path}")
    index = back_room.get("/admin/").text
    lists = sorted(set(re.findall(r'href="(/admin/events/\w+/)"', index)))
    assert len(lists) > 5
    for address in lists:
        page = back_room.get(address).text
        for row in sorted(set(re.findall(rf'href="({address}\d+/change/)', page)))[:4]:
            back_room.get(row)
    company.watcher.get(f"{company.evening.path}nowhere/")


@pytest.fixture(params=["embedded", pytest.param("scaled", marks=pytest.mark.night)])
def site(request: pytest.FixtureRequest) -> Serving:
    """The test runs in one set-up by day and in both by night."""
    found: Serving = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def company(site: Serving) -> Iterator[Company]:
    evening = stage(site, prizes=[(1, "main", "Lantern trophy"), (1, "door", "Bait tin")], rounds=1)
    company = Company(evening)
    yield company
    company.leave()


@pytest.mark.night
def test_no_seed_leaves_a_site_before_it_opens(site: Serving, company: Company) -> None:
    record = company.record
    back_room = organiser(site, company)
    company.register()
    look_everywhere(company, back_room)
    company.take_seats()
    company.close()
    look_everywhere(company, back_room)
    record.stage = "drawn"
    company.press(*company.form("Draw"))
    look_everywhere(company, back_room)
    assert company.play() > 10
    look_everywhere(company, back_room)
    hidden = [seed for seed in seeds_of(site) if not seed.published]
    record.stage = "finished"
    company.press(*company.form("Finish"))
    look_everywhere(company, back_room)
    assert state_of(company.evening) in ("finished", "settled")

    seeds = seeds_of(site)
    used = [seed for seed in seeds if seed.purpose == "draw" and seed.number == 1]
    assert len(seeds) == 96
    assert len(hidden) == 95
    frames = [one for one in record.heard if one.what == "frame"]
    assert len(frames) > 100, "the lines were heard"
    assert found_in(record.until("drawn"), seeds) == []
    assert found_in(record.until("finished"), hidden) == []
    assert found_in(site.log().encode(), seeds) == []
    # The twins: the same search finds each where it must be once it is open, and what is logged.
    assert found_in(record.until("finished"), used) == [("draw", 1)]
    assert found_in(record.of("seals/"), seeds) == [(seed.purpose, seed.number) for seed in seeds]
    assert company.evening.event_id in site.log()
