"""manage.py for the bench of a big table: writes down what each change cost to draw.

    python -m tests.bench.counted_site serve --host 127.0.0.1 --port 8000

A line of JSON for each look at a topic goes to VAR/drawn.jsonl: ``what`` ("push" for all who watch, "answer" for the
one who acted), ``topic``, ``seq``, ``viewers``, ``renders`` of templates, ``queries`` and ``ms``.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management import execute_from_command_line

FILE = "drawn.jsonl"
_count = threading.local()
_writing = threading.Lock()


def count_in(folder: Path) -> None:
    """Count from now on, into the folder's file. Call it once Django is set up."""
    from django.db import connection  # noqa: PLC0415 - only a set-up Django has one

    from events.live import fragments, hub, rendering, snapshots  # noqa: PLC0415 - likewise

    class CountingPass(rendering.Pass):
        def _render(self, *args: Any) -> str:
            _count.renders = getattr(_count, "renders", 0) + 1
            return super()._render(*args)

    def queried(execute: Callable[..., Any], *args: Any) -> Any:
        _count.queries += 1
        return execute(*args)

    def counted(what: str, draw: Callable[..., Any]) -> Callable[..., Any]:
        def look(topic: str, *args: Any, **more: Any) -> Any:
            _count.renders = _count.queries = 0
            start = time.perf_counter()
            with connection.execute_wrapper(queried):
                found = draw(topic, *args, **more)
            took = 1000 * (time.perf_counter() - start)
            many = isinstance(found, dict)
            seqs = [one.seq for one in (found.values() if many else [found])]
            line = {
                "what": what,
                "topic": topic,
                "seq": max(seqs, default=0),
                "viewers": len(seqs),
                "renders": _count.renders,
                "queries": _count.queries,
                "ms": round(took, 2),
            }
            with _writing, (folder / FILE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            return found

        return look

    fragments.Pass = CountingPass  # type: ignore[attr-defined]
    hub.render_all = counted("push", fragments.render_all)  # type: ignore[attr-defined]
    snapshots.render = counted("snapshot", fragments.render)  # type: ignore[attr-defined]
    fragments.render = counted("answer", fragments.render)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if "serve" in sys.argv:
        import django

        django.setup()
        count_in(Path(os.environ["VAR"]))
    execute_from_command_line(sys.argv)
