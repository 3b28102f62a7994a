"""Where a request comes from, and the limits that are counted by it."""

import contextlib
import ipaddress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from events.domain.refusal import Refusal
from events.models import Person


def client_address(request: HttpRequest) -> str:
    """The address the request came from; for IPv6 its /64, which one household shares.

    X-Forwarded-For counts only as far as our own TRUSTED_PROXY_COUNT proxies wrote it: whatever stands further left a
    client may have made up.
    """
    remote = str(request.META.get("REMOTE_ADDR") or "")
    return address_of(remote, request.headers.get("X-Forwarded-For", ""))


def address_of(remote: str, forwarded: str) -> str:
    """`client_address` of a connection from ``remote`` whose X-Forwarded-For says ``forwarded``."""
    address = remote
    if settings.TRUSTED_PROXY_COUNT:
        hops = [hop.strip() for hop in forwarded.split(",")]
        if len(hops) >= settings.TRUSTED_PROXY_COUNT:
            address = hops[-settings.TRUSTED_PROXY_COUNT]
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)


def check_rate(what: str, who: str, *, most: int, seconds: int) -> None:
    """Count one more ``what`` by ``who``; raises Refusal 429 beyond ``most`` in this window of ``seconds``."""
    key = f"rate/{what}/{who}"
    cache.add(key, 0, timeout=seconds)
    try:
        count = cache.incr(key)
    except ValueError:
        # The window ended between the two calls; this is the first of the next one.
        cache.set(key, 1, timeout=seconds)
        count = 1
    if count > most:
        raise Refusal(
            "too-fast", _("That was a lot at once. Wait a moment, then try again."), status=429
        )


def check_registration_rate(request: HttpRequest, event_id: str, person: Person | None) -> None:
    """A person 10 a minute, then 300 a minute for the evening and address: a hall sits behind one address."""
    if person is not None:
        check_rate("register", person.public_id, most=10, seconds=60)
    check_rate("register", f"{event_id}/{client_address(request)}", most=300, seconds=60)


MOVES = 24
"""Moves of a game from one person in two seconds: nobody taps faster, and a page sends one after the other."""


def check_command_rate(request: HttpRequest, who: str | None, *, most: int = 10) -> None:
    """Ten commands in two seconds from one person (5 a second, bursts of 10) or ``most``, 600 from one address.

    Those of nobody who is known count together by their address, as one person.
    """
    check_rate("command", who or f"stranger/{client_address(request)}", most=most, seconds=2)
    check_rate("command", client_address(request), most=600, seconds=2)


def check_guess_rate(request: HttpRequest) -> None:
    """PINs, codes and resume links that could be guessed: 60 wrong ones a minute from one address.

    Counted before it is known whether it is wrong, so that many at once gain nothing; `right_guess` takes it back.
    """
    check_rate("guess", client_address(request), most=60, seconds=60)


def right_guess(request: HttpRequest) -> None:
    """It was no guess: a whole hall scans one code within a minute, from one address."""
    with contextlib.suppress(ValueError):  # the window has ended
        cache.decr(f"rate/guess/{client_address(request)}")
