"""Asking relays for a round of the beacon: one after the other, each for a few seconds, and none is believed."""

import json
import logging
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from functools import partial
from http.client import HTTPException
from typing import Any

from events.domain.beacon import Chain

logger = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds for one relay's whole answer, from looking up its name to the last byte."""
_HEADERS = {"Accept": "application/json", "User-Agent": "Tacklebox"}
"""Some relays turn away whoever says no more than that it is Python."""
_LONGEST = 4096
"""Bytes; an answer has some 300."""


class NoAnswer(Exception):
    """A relay gave nothing that can be used; the message says why."""


def signature_of(chain: Chain, round_: int, sources: Sequence[str]) -> str | None:
    """The round's signature in hex, from the first relay whose answer is genuine; None if none has it (yet).

    Blocks up to ``PATIENCE`` seconds a relay: call it outside of transactions, on a thread that nobody waits for.
    """
    for source in sources:
        address = f"{source.rstrip('/')}/{chain.hash}/public/{round_}"
        try:
            return _checked(chain, round_, _within(PATIENCE, partial(_get, address)))
        except NoAnswer as reason:
            logger.info("beacon round %s from %s: %s", round_, source, reason)
    return None


def _checked(chain: Chain, round_: int, body: bytes) -> str:
    try:
        answer: Any = json.loads(body)
        named, signature = answer["round"], answer["signature"]
    except (ValueError, KeyError, TypeError, RecursionError) as wrong:
        raise NoAnswer("not an answer of a relay") from wrong
    if named != round_:
        raise NoAnswer(f"answered for round {named!r}"[:80])
    if not isinstance(signature, str) or not chain.is_genuine(round_, signature):
        raise NoAnswer("wrong signature")
    return signature


class _Unmoved(urllib.request.HTTPRedirectHandler):
    """A relay answers itself: nobody is sent anywhere else."""

    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


def _get(address: str) -> bytes:
    if not address.startswith(("https://", "http://")):
        raise NoAnswer("not an address")
    request = urllib.request.Request(address, headers=_HEADERS)  # noqa: S310 checked above
    try:
        with urllib.request.build_opener(_Unmoved).open(request, timeout=PATIENCE) as response:
            body: bytes = response.read(_LONGEST + 1)
    except urllib.error.HTTPError as answer:
        answer.close()
        raise NoAnswer(f"HTTP {answer.code}") from answer
    except (OSError, HTTPException, ValueError) as problem:
        raise NoAnswer(type(problem).__name__) from problem
    if len(body) > _LONGEST:
        raise NoAnswer("too long")
    return body


def _within(seconds: float, act: Callable[[], bytes]) -> bytes:
    """What ``act`` gives in time. A socket's own limit starts anew with each byte, so that a trickle never ends."""
    done: list[bytes] = []
    failed: list[NoAnswer] = []

    def run() -> None:
        try:
            done.append(act())
        except NoAnswer as reason:
            failed.append(reason)

    thread = threading.Thread(target=run, name="beacon-relay", daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise NoAnswer("too slow")
    return done[0]
