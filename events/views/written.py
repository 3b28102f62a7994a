"""The way from a page's form to the domain: on the writer's threads, so that commands queue in one place."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

from events.views.lanes import in_lane

P = ParamSpec("P")
T = TypeVar("T")


def write(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do a domain function where all commands are done, and wait for what it returns or raises.

    Whoever waits here keeps no connection of the pool: a hall that registers at once would hold all
    of them, and leave none for the writers it waits for.
    """
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        close_old_connections()
    return in_lane(str(kwargs.get("event_id", "")), function, *args, **kwargs)
