"""Points at which a test lets this process die or hang in the middle of a change; dead where none is ordered.

``TACKLEBOX_FAULT_POINTS`` names a folder, and start-up checks refuse it on any site but one on loopback. A file in it
named like a point orders what happens to whoever reaches that point next: ``kill`` (SIGKILL, as by a power cut) or
``hang`` (until the order is withdrawn). Of several processes one takes the order, by renaming it.
"""

import os
import signal
import time
from pathlib import Path

from django.conf import settings

POINTS = (
    "before_lock",
    "after_lock",
    "after_write",
    "before_commit",
    "after_commit",
    "after_notify",
    "before_reply",
)
"""In the order in which a command comes by."""
TAKEN = ".taken"
"""What the name of an order ends in once somebody has come by."""
LONGEST_HANG = 60.0
"""Seconds."""


def fault(point: str) -> None:
    """Do what is ordered for this point, if anything is."""
    if settings.FAULT_POINTS:
        _obey(Path(settings.FAULT_POINTS) / point)


def _obey(order: Path) -> None:
    taken = order.with_suffix(TAKEN)
    try:
        order.rename(taken)
        word = taken.read_text()
    except FileNotFoundError:
        return
    if word == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    give_up = time.monotonic() + LONGEST_HANG
    while taken.exists() and time.monotonic() < give_up:
        time.sleep(0.005)
