"""Celery's worker and beat as threads of the web process, for the set-up without Redis."""

import threading
from typing import Any

from celery import Celery
from celery.beat import EmbeddedService, Scheduler
from celery.worker import WorkController
from celery.worker import state as worker_state

START_TIMEOUT = 10.0
STOP_TIMEOUT = 2.5
"""Seconds. Celery's own timer thread may sleep longer; it is a daemon."""


class EmbeddedCelery:
    """A worker and a beat over the ``memory://`` broker, which reaches this process only.

    `WorkController` is the worker without its command line: no banner, no signal handlers.
    """

    def __init__(self, app: Celery) -> None:
        self._ready = threading.Event()
        ready = self._ready

        class Worker(WorkController):
            def on_consumer_ready(self, consumer: Any) -> None:
                ready.set()

        self._worker = Worker(
            app=app,
            pool="solo",
            concurrency=1,
            loglevel="WARNING",
            hostname="embedded@localhost",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        self._beat = EmbeddedService(app, thread=True, scheduler_cls=Scheduler)
        self._thread = threading.Thread(
            target=self._worker.start, name="celery-worker", daemon=True
        )

    def start(self) -> None:
        """Start both. Raises RuntimeError if the worker isn't there after START_TIMEOUT."""
        self._thread.start()
        if not self._ready.wait(START_TIMEOUT):
            raise RuntimeError("the Celery worker did not start")
        self._beat.start()

    def stop(self) -> bool:
        """Stop both, let a running task finish; whether it did within STOP_TIMEOUT."""
        self._beat.service.stop(wait=False)
        worker_state.should_stop = 0  # what SIGTERM sets in a worker of its own
        self._thread.join(STOP_TIMEOUT)
        worker_state.should_stop = None
        return not self._thread.is_alive()
