"""What a command's form on a page carries."""

import json
from datetime import datetime
from typing import Any

from django.urls import reverse

from events.models import Event


def form(event: Event, command: str, label: str, **args: Any) -> dict[str, Any]:
    """A form that sends one of the evening's commands."""
    return {
        "url": reverse("event-command", args=[event.public_id]),
        "command": command,
        "fields": [("command", command), ("args", json.dumps(args))],
        "args": json.dumps(args),
        "label": label,
        "id": "-".join([command, *(str(value) for value in args.values())]),
    }


def action(
    event: Event, command: str, label: str, *, kind: str = "go", **args: Any
) -> dict[str, Any]:
    """The same as a big button of the console."""
    return {
        **form(event, command, label, **args),
        "kind": kind,
        "key": "Space" if kind == "go" else "",
    }


def running_clock(at: datetime, limit_s: int, text: str = "") -> dict[str, Any]:
    """A clock that runs out at ``at``; the page counts down to it."""
    return {"at_ms": int(at.timestamp() * 1000), "limit_s": limit_s, "text": text, "left": ""}
