"""Sealed seeds: what is published of them and when, and where they must not be."""

import hashlib
import logging

import pytest
from cryptography.fernet import Fernet
from django.core import serializers

from events.domain import evenings
from events.domain.seeds import SealBroken, open_seed, publish_seed, seal, seals_hash, top_up
from events.domain.writing import writing
from events.models import Event, Seed
from events.queries import clock
from events.queries import evenings as evening_queries
from games import fair
from tests.events.factories import by, closed_event, last_line, make_event, new_id, open_event


def test_publishing_seals_draws_and_matches_as_one_list() -> None:
    event = open_event()
    seals = evening_queries.seals(event)
    assert [(seed.purpose, seed.number) for seed in seals] == [
        *(("draw", number) for number in range(1, 33)),
        *(("game", number) for number in range(1, 65)),
    ]
    text = "".join(f"{seed.purpose} {seed.number} {seed.commitment}\n" for seed in seals)
    digest = hashlib.sha256(text.encode()).hexdigest()
    line = event.ledger.get(kind="seals")
    assert line.data == {"hash": digest, "draws": 32, "matches": 64}
    assert seals_hash(seals) == digest


def test_seals_are_in_the_ledger_before_anybody_can_register() -> None:
    kinds = [line.kind for line in open_event().ledger.all()]
    assert kinds == ["created", "seals", "published", "opened"]


def test_a_seed_opens_to_what_was_committed() -> None:
    seed = open_event().seeds.get(purpose="game", number=3)
    opened = open_seed(seed)
    assert len(opened) == 32
    assert seed.scope == f"{seed.event.scope}/game/3"
    assert fair.commit(seed.scope, opened) == seed.commitment


def test_all_seeds_differ() -> None:
    seeds = [open_seed(seed) for seed in open_event().seeds.all()]
    assert len(set(seeds)) == 96


def test_more_seals_are_numbered_on() -> None:
    event = open_event()
    more = seal(event, Seed.Purpose.DRAW, 2)
    assert [seed.number for seed in more] == [33, 34]


def test_a_published_seed_is_shown_once_and_stays() -> None:
    seed = open_event().seeds.first()
    assert seed is not None
    now = clock.now()
    publish_seed(seed, now)
    publish_seed(seed, clock.now())
    seed.refresh_from_db()
    assert (bytes.fromhex(seed.opened), seed.opened_at) == (open_seed(seed), now)


def test_an_unopened_seed_is_in_nothing_that_is_stored() -> None:
    event = open_event()
    seeds = list(event.seeds.all())
    dump = serializers.serialize("json", [event, *event.ledger.all(), *seeds])
    for seed in seeds:
        opened = open_seed(seed)
        assert opened.hex() not in dump
        assert opened not in bytes(seed.sealed)
    publish_seed(seeds[0], clock.now())
    assert open_seed(seeds[0]).hex() in serializers.serialize("json", seeds)


def test_a_seed_is_in_no_repr() -> None:
    seed = open_event().seeds.first()
    assert seed is not None
    assert f"{seed!r} {seed}" == f"<Seed: {seed.scope}> {seed.scope}"


@pytest.mark.parametrize("damage", ["other key", "other seed", "rubbish"])
def test_a_broken_seal_is_told_without_its_seed(
    damage: str, settings, caplog: pytest.LogCaptureFixture
) -> None:
    event = open_event()
    seed, other = event.seeds.all()[:2]
    opened = open_seed(seed)
    if damage == "other key":
        settings.SEED_KEYS = [Fernet.generate_key().decode()]
    elif damage == "other seed":
        seed.sealed = other.sealed
    else:
        seed.sealed = b"rubbish"
    with caplog.at_level(logging.DEBUG), pytest.raises(SealBroken) as broken:
        open_seed(seed)
    assert broken.value.__cause__ is None
    for text in (str(broken.value), caplog.text):
        assert opened.hex() not in text
        assert repr(opened) not in text


def test_an_older_key_still_opens_what_it_sealed(settings) -> None:
    seed = open_event().seeds.first()
    assert seed is not None
    opened = open_seed(seed)
    settings.SEED_KEYS = [Fernet.generate_key().decode(), *settings.SEED_KEYS]
    assert open_seed(seed) == opened


def test_finishing_shows_every_seed() -> None:
    event = closed_event(2)
    assert set(event.seeds.values_list("opened", flat=True)) == {""}
    evenings.finish_event(event_id=event.public_id, by=by(event), command_id=new_id())
    for seed in event.seeds.all():
        assert fair.commit(seed.scope, bytes.fromhex(seed.opened)) == seed.commitment


def test_a_draft_has_no_seals() -> None:
    event = make_event()
    assert Event.objects.get(pk=event.pk).seeds.count() == 0


def test_seeds_that_run_low_are_topped_up_in_the_ledger() -> None:
    event = closed_event(2)
    with writing(event.public_id, by="clock") as ledger:
        top_up(ledger, Seed.Purpose.DRAW, 24)
    assert (event.seeds.count(), event.ledger.filter(kind="seals").count()) == (96, 1)
    with writing(event.public_id, by="clock") as ledger:
        top_up(ledger, Seed.Purpose.DRAW, 25)
    batch = list(event.seeds.filter(purpose="draw", number__gt=32))
    assert [seed.number for seed in batch] == list(range(33, 49))
    assert last_line(event).data == {
        "hash": seals_hash(batch),
        "draws": 16,
        "matches": 0,
    }
