"""Who somebody is: a device with a secret cookie, an account, or both; and how they move on."""

import hashlib
import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from events.domain.refusal import Refusal
from events.models import Person, ResumeLink, User
from events.queries import clock
from events.queries.prepared import Prepared

RESUME_FOR = timedelta(hours=48)
SECRET_BYTES = 32


_OF_DEVICE = Prepared(
    lambda device_hash: Person.objects.filter(device_hash=device_hash).select_related("user"),
    "device_hash",
)


@sensitive_variables("secret")
def person_for_device(secret: str | None) -> Person | None:
    """Whose device this is, by the secret in its cookie."""
    if not secret:
        return None
    return _OF_DEVICE.first(device_hash=_hashed(secret))


@sensitive_variables("secret")
def new_person() -> tuple[Person, str]:
    """A person on a new device, and the secret for its cookie; only its SHA-256 is stored."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    return Person.objects.create(device_hash=_hashed(secret)), secret


def person_for_user(user: User, device: Person | None = None) -> Person:
    """The person of an account; made if there is none.

    ``device`` is the person this device belongs to. If they have no account yet and the account no
    person, they become one, so whoever registered first and signed in afterwards keeps their entry.
    """
    person = Person.objects.filter(user=user).first()
    if person is not None:
        return person
    try:
        with transaction.atomic():
            if device is not None and not device.practice:
                linked = Person.objects.filter(pk=device.pk, user=None).update(user=user)
                if linked:
                    return Person.objects.get(pk=device.pk)
            return Person.objects.create(user=user, name=user.name)
    except IntegrityError:
        # Another request of the same account was first.
        return Person.objects.get(user=user)


@sensitive_variables("secret")
def identify(*, user: User | None, secret: str | None) -> Person | None:
    """Who is asking, if anybody is known yet; writes nothing. An account goes before the device."""
    device = person_for_device(secret)
    if user is None:
        return device
    own = Person.objects.filter(user=user).select_related("user").first()
    if own is not None:
        return own
    return device if device is not None and device.user_id is None else None


@sensitive_variables("secret")
def forget_device(*, user: User, secret: str | None) -> None:
    """Let the device no longer stand for the account's person: whoever signs out of a shared one has left it.

    A device that stands for somebody else, or for nobody, is left alone.
    """
    if secret:
        Person.objects.filter(user=user, device_hash=_hashed(secret)).update(device_hash=None)


@sensitive_variables("secret")
def join(*, user: User | None, secret: str | None) -> tuple[Person, str | None]:
    """Who is registering: known, linked or made; and a secret if a new cookie must be set."""
    device = person_for_device(secret)
    if user is not None:
        return person_for_user(user, device), None
    if device is not None:
        return device, None
    return new_person()


@sensitive_variables("token")
def resume_link(person: Person) -> str:
    """A token that moves this person to another device: 256 bits, good once, for 48 hours.

    Any earlier one stops working, so that only the newest link is out.
    """
    token = secrets.token_urlsafe(SECRET_BYTES)
    with transaction.atomic():
        ResumeLink.objects.filter(person=person, used_at=None).delete()
        ResumeLink.objects.create(
            person=person, token_hash=_hashed(token), expires_at=clock.now() + RESUME_FOR
        )
    return token


@sensitive_variables("token")
def look_at_resume_link(token: str) -> Person:
    """Whom a link would move here; nothing is used up. Refuses as `use_resume_link` does."""
    return _usable(ResumeLink.objects.filter(token_hash=_hashed(token)).first()).person


@sensitive_variables("token", "secret")
def use_resume_link(token: str) -> tuple[Person, str]:
    """Move the link's person to this device and use the link up; returns the new device's secret.

    The newest device wins: the one before no longer holds this person. Raises Refusal 404 for an
    unknown link, 410 for one that was used or is too old.
    """
    with transaction.atomic(durable=True):
        link = _usable(
            ResumeLink.objects.select_for_update(no_key=True)
            .filter(token_hash=_hashed(token))
            .first()
        )
        secret = secrets.token_urlsafe(SECRET_BYTES)
        link.used_at = clock.now()
        link.save(update_fields=["used_at"])
        link.person.device_hash = _hashed(secret)
        link.person.save(update_fields=["device_hash"])
        return link.person, secret


def _usable(link: ResumeLink | None) -> ResumeLink:
    if link is None:
        raise Refusal(
            "no-link", _("This link isn't known. Make a new one on your other device."), status=404
        )
    if link.used_at is not None:
        raise Refusal(
            "link-used",
            _("This link has been used. Make a new one on the device that used it."),
            status=410,
        )
    if clock.now() >= link.expires_at:
        raise Refusal(
            "link-old", _("This link is too old. Make a new one on your other device."), status=410
        )
    return link


@sensitive_variables("secret")
def _hashed(secret: str) -> str:
    # Unlike a password a random secret of 256 bits needs no slow hash: there is nothing to guess.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
