"""manage.py for benches that send more than anybody taps: what limits commands is counted as ever, and never refuses.

python -m tests.bench.unlimited_site serve --host 127.0.0.1 --port 8000
"""

import os
import sys

from django.core.management import execute_from_command_line

BEYOND = 10**9


def lift_limits() -> None:
    """Count what is counted, up to numbers that nothing reaches. Call it once Django is set up."""
    from events.views import addresses  # noqa: PLC0415 - only a set-up Django has one

    counting = addresses.check_rate

    def lifted(what: str, who: str, *, most: int, seconds: int) -> None:
        counting(what, who, most=max(most, BEYOND), seconds=seconds)

    addresses.check_rate = lifted


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if "serve" in sys.argv:
        import django

        django.setup()
        lift_limits()
    execute_from_command_line(sys.argv)
