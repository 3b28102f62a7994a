"""What whoever did something is called on a page, by how the ledger writes them down."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from events.models import Person, User

_USER, _PERSON = "user/", "person/"


def called(keys: Iterable[str]) -> dict[str, str]:
    """A name for each ``by`` (``user/7``, ``person/…``, ``clock``), read with one query a kind at most."""
    wanted = set(keys)
    users = {key.removeprefix(_USER) for key in wanted if key.startswith(_USER)}
    people = {key.removeprefix(_PERSON) for key in wanted if key.startswith(_PERSON)}
    names = {key: _("The host") if key.startswith(_USER) else _("The clock") for key in wanted}
    names |= {_PERSON + public_id: _("A player") for public_id in people}
    if users:
        rows = User.objects.filter(pk__in=[key for key in users if key.isdecimal()])
        names |= {f"{_USER}{user.pk}": user.name for user in rows if user.name}
    if people:
        rows_ = Person.objects.filter(public_id__in=people)
        names |= {f"{_PERSON}{person.public_id}": person.name for person in rows_ if person.name}
    return names
