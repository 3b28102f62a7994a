"""No device and no address holds so many live lines that others get none."""

import ipaddress
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

from events.live import frames, measures
from events.live.visitor import DEVICE_COOKIE
from events.views.addresses import address_of

Application = Callable[[Any, Any, Any], Awaitable[None]]


class SocketLimit:
    """Counts the lines of this process by what a device shows and by its address; one too many is closed 4429.

    This machine's own addresses don't count: they are a proxy that nobody told us of, or its owner.
    """

    def __init__(self, application: Application) -> None:
        self.application = application
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        keys = _keys(scope)
        if any(self.open[key] >= most for key, most in keys.items()):
            await receive()
            # Accepted first: a refusal reaches browsers without its code.
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": frames.TOO_FAST})
            return
        self.open.update(keys.keys())
        measures.sockets.add()
        try:
            await self.application(scope, receive, send)
        finally:
            measures.sockets.add(-1)
            self.open.subtract(keys.keys())
            for key in keys:
                if not self.open[key]:
                    del self.open[key]


def _keys(scope: Mapping[str, Any]) -> dict[str, int]:
    """What this line is counted by, with how many there may be."""
    cookies = scope.get("cookies", {})
    keys = {
        f"{name} {cookies[name]}": settings.SOCKETS_PER_DEVICE
        for name in (settings.SESSION_COOKIE_NAME, DEVICE_COOKIE)
        if cookies.get(name)
    }
    address = _address(scope)
    if not _is_ours(address):
        keys[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    return keys


def _address(scope: Mapping[str, Any]) -> str:
    remote = str((scope.get("client") or [""])[0])
    forwarded = [value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    return address_of(remote, b",".join(forwarded).decode("latin-1"))


def _is_ours(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True
