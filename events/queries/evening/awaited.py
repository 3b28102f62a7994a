"""What pages say while a draw or a line-up waits for public randomness, and by what a draw was decided."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Draw, Entropy, Event
from events.queries.evening.forms import action, running_clock
from events.queries.evening.standing import Standing

Mode = Event.EntropyMode


def told(standing: Standing, *, host: bool = False) -> dict[str, Any] | None:
    """What is waited for: ``title``, ``text``, and ``at_ms`` where the instant is known; None if nothing is.

    All of it follows from what the ledger says, so a page drawn later says the same.
    """
    if not standing.awaited:
        return None
    first = standing.awaited[0]
    sentences = [_frozen(standing), _names(standing.event, first)]
    if first.late_at is not None:
        sentences.append(
            _("It is more than ten minutes late: you can take something else now.")
            if host
            else _("It is more than ten minutes late; the host may take something else.")
        )
    counts = first.mode == Mode.DRAND and first.late_at is None
    return {
        "title": _title(first),
        "text": " ".join(sentences),
        "at_ms": int(first.due_at.timestamp() * 1000) if counts else None,
        "for_draw": first.draw_id is not None,
    }


def deck(standing: Standing) -> dict[str, Any]:
    """The same for the host, with what they can do."""
    first, event = standing.awaited[0], standing.event
    waits = told(standing, host=True) or {}
    told_host: dict[str, Any] = {
        "headline": {"whose": "you", "title": waits["title"], "text": waits["text"]},
        "if_nothing": "",
        "actions": [],
        "opens": [],
    }
    if first.mode == Mode.PUBLIC:
        told_host["opens"].append(opens("panel-text", _("Type what was read out"), kind="go"))
        told_host["if_nothing"] = _("everybody waits until you have typed it.")
    else:
        told_host["if_nothing"] = _("it goes on by itself as soon as the beacon’s round is there.")
    if waits["at_ms"]:
        told_host["deadline"] = running_clock(first.due_at, 0, _("until the beacon’s round"))
    if first.late_at is not None:
        told_host["actions"].append(
            action(
                event,
                "SwitchEntropy",
                _("Go on without public randomness"),
                kind="solid",
                mode=str(Mode.NONE),
            )
        )
        told_host["opens"].append(opens("panel-switch", _("Wait for a text instead")))
    if first.draw_id is not None:
        told_host["opens"].append(opens("panel-redraw", _("Cancel and draw again"), kind="quiet"))
    return told_host


def opens(panel: str, label: str, *, kind: str = "solid") -> dict[str, str]:
    """A button of the console that opens one of its panels."""
    return {"panel": panel, "label": label, "kind": kind}


def mark(draws: list[Draw]) -> dict[str, str] | None:
    """By what the draws of a round were decided beside their seals, named plainly."""
    if not draws:
        return None
    kind, *values = draws[0].entropy.split()
    if kind == Mode.DRAND:
        text = _(
            "Public randomness: round %(round)s of the drand beacon, which nobody could know when the list was frozen."
        ) % {"round": values[1]}
    elif kind == Mode.PUBLIC:
        awaits = Entropy.objects.filter(draw=draws[0]).first()
        text = _(
            "Public randomness: %(source)s, read out after the list was frozen: “%(text)s”."
        ) % {
            "source": awaits.source if awaits else "",
            "text": awaits.text if awaits else "",
        }
    else:
        text = _(
            "No public randomness: the sealed number alone decided, and whoever keeps the seals could have known it."
        )
    return {"kind": kind, "text": text}


def _title(row: Entropy) -> str:
    if row.mode == Mode.PUBLIC:
        return _("Waiting for what is read out")
    return _("Waiting for the public beacon")


def _frozen(standing: Standing) -> str:
    draws = [row.draw for row in standing.awaited if row.draw is not None]
    if not draws:
        return _("The line-up is locked, and play can begin once its public number is there.")
    count = sum(len(draw.eligible) for draw in draws)
    return ngettext(
        "The list of %(count)s name is frozen.", "The list of %(count)s names is frozen.", count
    ) % {"count": count}


def _names(event: Event, row: Entropy) -> str:
    if row.mode == Mode.PUBLIC:
        return _("What decides together with the seal is this: %(source)s.") % {
            "source": _(row.source).rstrip(".")
        }
    return _(
        "Round %(round)s of the drand beacon, due at %(time)s, decides together with the seal."
    ) % {
        "round": row.round,
        "time": _to_the_second(row.due_at, event),
    }


def _to_the_second(at: datetime, event: Event) -> str:
    city = event.zone.rsplit("/", 1)[-1].replace("_", " ")
    return f"{date_format(at.astimezone(ZoneInfo(event.zone)), 'H:i:s')} {city}"
