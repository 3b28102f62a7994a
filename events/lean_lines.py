"""What a connection costs Autobahn before its first message, less what nobody sees.

It copies its thirty settings to each connection and writes them out, prettily, for a debug line that is dropped
afterwards: a fifth of what a connection cost.
"""

from typing import Any

import autobahn.websocket.protocol


def share_settings(factory: Any) -> None:
    """Keep the factory's settings with the class of its connections, where Autobahn finds them set already."""
    for name in factory.protocol.CONFIG_ATTRS:
        value = getattr(factory, name)
        # A function in a class would be called with the connection as well.
        setattr(factory.protocol, name, staticmethod(value) if callable(value) else value)


def write_nothing_out() -> None:
    """Let the settings in that debug line stand as they are, until somebody does print it."""
    autobahn.websocket.protocol.pformat = _as_it_is


def _as_it_is(value: Any) -> Any:
    return value
