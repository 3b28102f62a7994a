"""``manage.py serve``: the whole site in one process, or with ``--web`` one of several."""

import socket
from argparse import ArgumentParser
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from events.domain import outage, recheck
from events.server import BACKLOG, LiveServer

log = structlog.get_logger(__name__)


class Command(BaseCommand):
    """Serve the site until SIGTERM or SIGINT."""

    help = "Serve the site: pages, sockets, worker and beat in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST, help="address to listen on")
        parser.add_argument(
            "--port", type=int, default=settings.PORT, help="port to listen on; 0 takes a free one"
        )
        parser.add_argument(
            "--web", action="store_true", help="pages and sockets only; Celery runs elsewhere"
        )

    def handle(self, *args: Any, host: str, port: int, web: bool, **options: Any) -> None:
        if port not in (0, settings.PORT):
            log.warning(
                "pages opened on this port get no live line: set PORT as well",
                listening=port,
                PORT=settings.PORT,
            )
        if not web and settings.REDIS_URL:
            log.warning("worker and beat run in this process too; --web leaves them out")
        listener = bound(host, port)
        self._check_database()
        outage.after_hole()
        recheck.recheck_running()
        # Only now: importing these builds the application and Celery's app.
        from config.asgi import application  # noqa: PLC0415 - the top layer
        from config.celery import app  # noqa: PLC0415 - the top layer
        from events.embedded import EmbeddedCelery  # noqa: PLC0415 - not with --web

        celery = None if web else EmbeddedCelery(app)
        address, port = listener.getsockname()[:2]
        server = LiveServer(
            application,
            listener=listener,
            ready=lambda: self._say_ready(address, port),
        )
        if celery is not None:
            celery.start()
        try:
            server.run()
        finally:
            if celery is not None and not celery.stop():
                log.info("the worker did not end in time and was left behind")
        self.stdout.write("Stopped.")

    def _check_database(self) -> None:
        try:
            executor = MigrationExecutor(connection)
            missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as problem:
            raise CommandError(
                f"The database can't be reached: {str(problem).strip()}. Is DATABASE_URL right, "
                "and does the database run?"
            ) from problem
        if missing:
            raise CommandError(
                f"{len(missing)} migrations are missing in the database. "
                "Run: python manage.py migrate"
            )

    def _say_ready(self, host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        self.stdout.write(f"Listening on http://{shown}:{port}/")
        self.stdout.write(f"Open {settings.PUBLIC_URL}/")
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()


def bound(host: str, port: int) -> socket.socket:
    """A listening socket. Raises CommandError, saying what to do, if that can't be."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as problem:
        raise CommandError(
            f"Can't listen on {host}:{port}: {problem.strerror or problem}. Stop what listens "
            "there, or take another one: --port 8001."
        ) from problem
    return listener
