"""Devices, accounts, and moving from one device to another."""

import hashlib
from datetime import timedelta

import pytest

from events.domain import people
from events.domain.refusal import Refusal
from events.models import Person, ResumeLink
from events.queries import clock
from tests.events.factories import make_user


def test_a_device_is_known_by_its_secret_and_only_its_hash_is_stored() -> None:
    person, secret = people.new_person()
    assert people.person_for_device(secret) == person
    assert person.device_hash == hashlib.sha256(secret.encode()).hexdigest()
    stored = [str(value) for row in Person.objects.values() for value in row.values()]
    assert not [value for value in stored if secret in value]


@pytest.mark.parametrize("secret", [None, "", "nobody's", "\x00", "\ud800", "x" * 10_000])
def test_an_unknown_secret_is_nobody(secret: str | None) -> None:
    people.new_person()
    assert people.person_for_device(secret) is None


def test_an_account_has_one_person() -> None:
    user = make_user()
    assert people.person_for_user(user) == people.person_for_user(user)
    assert Person.objects.filter(user=user).count() == 1


def test_signing_in_keeps_the_person_of_the_device() -> None:
    user = make_user()
    person, secret = people.new_person()
    assert people.join(user=user, secret=secret) == (person, None)
    assert people.identify(user=user, secret=None) == person


def test_an_account_with_a_person_leaves_the_device_alone() -> None:
    user = make_user()
    own = people.person_for_user(user)
    person, secret = people.new_person()
    assert people.join(user=user, secret=secret) == (own, None)
    person.refresh_from_db()
    assert person.user is None
    assert people.identify(user=None, secret=secret) == person


def test_another_account_on_a_device_is_somebody_else() -> None:
    person, secret = people.new_person()
    people.join(user=make_user(), secret=secret)
    other = make_user()
    assert people.identify(user=other, secret=secret) is None
    joined, _secret = people.join(user=other, secret=secret)
    assert joined != person
    assert joined.user == other


def test_a_new_device_gets_a_person_and_a_secret_once() -> None:
    person, secret = people.join(user=None, secret=None)
    assert secret is not None
    assert people.join(user=None, secret=secret) == (person, None)


def test_a_resume_link_moves_a_person_and_the_newest_device_wins() -> None:
    person, old = people.new_person()
    token = people.resume_link(person)
    assert people.look_at_resume_link(token) == person
    moved, new = people.use_resume_link(token)
    assert moved == person
    assert people.person_for_device(new) == person
    assert people.person_for_device(old) is None


def test_a_resume_link_is_good_once() -> None:
    person, _secret = people.new_person()
    token = people.resume_link(person)
    _moved, new = people.use_resume_link(token)
    for use in (people.use_resume_link, people.look_at_resume_link):
        with pytest.raises(Refusal) as refused:
            use(token)
        assert (refused.value.code, refused.value.status) == ("link-used", 410)
    assert people.person_for_device(new) == person


def test_a_newer_resume_link_takes_the_place_of_an_older() -> None:
    person, _secret = people.new_person()
    older, newer = people.resume_link(person), people.resume_link(person)
    with pytest.raises(Refusal) as refused:
        people.use_resume_link(older)
    assert refused.value.status == 404
    assert people.use_resume_link(newer)[0] == person


def test_a_resume_link_ends_after_48_hours() -> None:
    person, secret = people.new_person()
    token = people.resume_link(person)
    link = ResumeLink.objects.get()
    left = link.expires_at - clock.now()
    assert timedelta(hours=47) < left <= timedelta(hours=48)
    ResumeLink.objects.update(expires_at=clock.now())
    with pytest.raises(Refusal) as refused:
        people.use_resume_link(token)
    assert (refused.value.code, refused.value.status) == ("link-old", 410)
    assert people.person_for_device(secret) == person


@pytest.mark.parametrize("token", ["", "nobody's", "\ud800", "x" * 10_000])
def test_an_unknown_resume_link_is_refused(token: str) -> None:
    with pytest.raises(Refusal) as refused:
        people.look_at_resume_link(token)
    assert refused.value.status == 404


def test_a_resume_token_is_stored_nowhere() -> None:
    person, _secret = people.new_person()
    token = people.resume_link(person)
    link = ResumeLink.objects.get()
    assert link.token_hash == hashlib.sha256(token.encode()).hexdigest()
    assert len(token) >= 43
