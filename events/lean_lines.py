"""What a connection costs Twisted, Daphne and Autobahn, less what nobody sees.

Autobahn copies its thirty settings to each connection and writes them out, prettily, for a debug line that is dropped
afterwards: a fifth of what a connection cost. And whoever came by HTTP leaves the request with the transport.
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
    setattr(autobahn.websocket.protocol, "pformat", _as_it_is)  # noqa: B010 - a name it doesn't promise


def _as_it_is(value: Any) -> Any:
    return value


def let_go_of_request(protocol: Any) -> None:
    """Forget the HTTP request that a line began as: its channel stays with the transport as the one to be told when
    too much waits, and would stop reading then. Afterwards a slow page is still heard."""
    protocol.transport.unregisterProducer()
