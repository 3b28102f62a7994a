"""Structured logs: one JSON object a line, or text for people when DEBUG.

Only the event's words and what is bound by name are written. Requests' bodies, cookies and seeds
are never bound; `hide_secrets` blanks them should somebody try, and what an address holds that would let
its reader in: a resume link, a new password's, an address to be confirmed.
"""

import re
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET_WORDS = ("authorization", "body", "cookie", "csrf", "password", "secret", "seed", "token")
_SECRET_PATHS = re.compile(
    r"(/resume/|/accounts/password/reset/key/|/accounts/confirm-email/)[^/\s\"']+"
)

Fields = MutableMapping[str, Any]


def hide_secrets(logger: object, method: str, fields: Fields) -> Fields:
    """Blank every field whose name says that it holds a secret, and every address that is one."""
    for name, value in fields.items():
        if any(word in name.lower() for word in SECRET_WORDS):
            fields[name] = "[hidden]"
        elif isinstance(value, str):
            fields[name] = _SECRET_PATHS.sub(r"\1[hidden]", value)
    return fields


def logging_config(*, level: str, for_people: bool) -> dict[str, Any]:
    """The LOGGING setting; also sets structlog up so that both kinds of logger look the same."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: list[Any] = (
        [structlog.dev.ConsoleRenderer()]
        if for_people
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            }
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "structured"},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django hangs handlers of its own on this one; ours at the root is enough.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "daphne": {"level": "WARNING"},
            "celery": {"level": level},
            # Beat and the worker say a line for each sweep, which comes every second.
            "celery.beat": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
