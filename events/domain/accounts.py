"""What an account says about itself."""

from django.utils.translation import gettext_lazy as _

from events.domain.names import clean_name, is_reserved
from events.domain.refusal import Refusal
from events.models import User


def set_host_name(*, user: User, name: str) -> User:
    """Change the name people know a host by. Raises Refusal with field ``name`` as names do.

    Evenings that are going on keep the names of their players: only new entries are compared with it.
    """
    name = clean_name(name)
    if is_reserved(name):
        raise Refusal(
            "name-reserved",
            _("This word says what somebody does here. Take a name of your own."),
            field="name",
        )
    user.name = name
    user.save(update_fields=["name"])
    return user
