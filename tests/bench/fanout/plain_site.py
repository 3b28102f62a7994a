"""manage.py for the bench of the fallback: no writer is offered, pages get frames by the plain ASGI `send`.

python -m tests.bench.fanout.plain_site serve --host 127.0.0.1 --port 8000
"""

import os
import sys

from django.core.management import execute_from_command_line

from tests.bench.unlimited_site import lift_limits


def offer_none() -> None:
    """Call it once Django is set up."""
    from events.frame_writer import FrameWriter  # noqa: PLC0415 - only a set-up Django has one

    FrameWriter.of = classmethod(lambda cls, protocol: None)  # type: ignore[assignment]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if "serve" in sys.argv:
        import django

        django.setup()
        lift_limits()
        offer_none()
    execute_from_command_line(sys.argv)
