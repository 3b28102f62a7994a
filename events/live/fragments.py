"""Rendering what a topic's viewers see. Reads the database: never on the loop."""

import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date, time, timedelta
from enum import Enum
from threading import Lock
from typing import Any, Protocol

import structlog
from django.db.models import Model
from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from events.live import frames
from events.live.shown import Alone, Rendered, Viewer, last_shown
from events.models import Event, Match

log = structlog.get_logger(__name__)

Context = Mapping[str, Any]
Contents = (
    tuple[int, Sequence[tuple[str, str]], Context]
    | tuple[int, Sequence[tuple[str, str]], Context, Mapping[str, Context]]
)
"""A seq, the fragments as (element id, template name with its partial), and their context; and, if
there is such, what single fragments need besides, by their id (or, as `Alone`, instead)."""

MOST_KEPT = 4096
"""Fragments that stand alone and are kept, the last used ones: two for each of 500 players, and room for changes."""

MODELS: dict[str, type[Event] | type[Match]] = {"event": Event, "match": Match}
_PLAIN = (str, bytes, int, float, bool, date, time, timedelta, type(None))


class Source(Protocol):
    """Says what one audience sees on one surface.

    A surface has the same fragment ids at every seq (what is empty renders as an empty element),
    so a page always has the element that a fragment replaces. No context holds what the audience
    mustn't see.
    """

    def __call__(self, subject: Any, surface: str, audience: str, /) -> Contents: ...


_sources: dict[str, Source | str] = {
    "event": "events.queries.evening.evening_contents",
    "match": "events.queries.table.table_contents",
}


def register(kind: str, source: Source | str) -> Source | str:
    """Take `source` for topics ``<kind>/…``; returns the one it replaces."""
    before = _sources[kind]
    _sources[kind] = source
    return before


class NoTopic(LookupError):
    """There is no such event or match."""


def render(
    topic: str, surface: str, audience: str, *, subject: Event | Match | None = None
) -> Rendered:
    """All fragments of `topic` for that audience; of its row, if it was just read. Raises NoTopic."""
    source, subject = _open(topic, subject)
    return _Pass().rendered(source(subject, surface, audience))


def render_all(topic: str, viewers: Iterable[Viewer]) -> dict[Viewer, Rendered]:
    """The same for several viewers; those who see the same share one rendering.

    A viewer whose rendering fails is left out. Raises NoTopic.
    """
    source, subject = _open(topic)
    this_pass = _Pass()
    result: dict[Viewer, Rendered] = {}
    for viewer in viewers:
        try:
            contents = source(subject, viewer.surface, viewer.audience)
            result[viewer] = this_pass.rendered(contents)
        except Exception:  # one page's trouble is no other's
            log.exception("rendering failed", topic=topic, viewer="/".join(viewer))
    return result


def answer(
    topic: str,
    surface: str,
    audience: str,
    since: int | None,
    *,
    subject: Event | Match | None = None,
) -> frames.Frame:
    """The frame that answers a command from a page which has come to `since` (None: not known).

    Rendered anew, of its row if it was just read. Holds what changed after `since`, or everything where that isn't
    known. Call it in a thread. Raises NoTopic.
    """
    rendered = render(topic, surface, audience, subject=subject)
    shown = last_shown.get((topic, Viewer(surface, audience)))
    if shown is not None and since is not None:
        html = shown.then(rendered).changes(since) if rendered.seq >= shown.seq else None
        if html is not None:
            return frames.push(topic, since, rendered.seq, html)
    return frames.snapshot(topic, rendered.seq, rendered.html)


def fingerprint(value: Any) -> Hashable:
    """Equal for two values only if they can't render differently.

    Values are compared with their types (1 isn't True); what isn't plain data counts as equal to
    itself alone (two rows with one key may differ in what was loaded).
    """
    kind = type(value)
    if isinstance(value, Promise):
        return (str, str(value))
    if isinstance(value, Enum):
        return (kind, value.name)
    if isinstance(value, _PLAIN):
        return (kind, value)
    if isinstance(value, Mapping):
        return (kind, tuple((fingerprint(k), fingerprint(v)) for k, v in value.items()))
    if isinstance(value, list | tuple):
        return (kind, tuple(fingerprint(item) for item in value))
    if isinstance(value, set | frozenset):
        return (kind, frozenset(fingerprint(item) for item in value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type | Model):
        return (kind, tuple(fingerprint(getattr(value, f.name)) for f in dataclasses.fields(value)))
    return (kind, id(value))


def _open(topic: str, subject: Event | Match | None = None) -> tuple[Source, Any]:
    kind, _, public_id = topic.partition("/")
    if kind not in MODELS:
        raise NoTopic(topic)
    subject = subject or _read(kind, public_id)
    if subject is None:
        raise NoTopic(topic)
    source = _sources[kind]
    return (import_string(source) if isinstance(source, str) else source), subject


def _read(kind: str, public_id: str) -> Event | Match | None:
    # Two managers, not one: a union of models has no common queryset.
    if kind == "match":
        found = Match.objects.select_related("event__host", "round")
        return found.filter(public_id=public_id).first()
    return Event.objects.filter(public_id=public_id).first()


class _Kept:
    """What fragments that stand alone were rendered to last, for any thread.

    A whole queue is told where it stands at every roll, and nearly all of them what they were told before.
    """

    def __init__(self) -> None:
        self._html: OrderedDict[Hashable, tuple[str, Context]] = OrderedDict()
        self._lock = Lock()

    def once(self, key: Hashable, context: Context, render: Callable[[], str]) -> str:
        with self._lock:
            found = self._html.get(key)
            if found is not None:
                self._html.move_to_end(key)
                return found[0]
        html = render()
        with self._lock:
            # The context is kept as well, so that no id in its fingerprint is another object's later.
            self._html[key] = html, context
            while len(self._html) > MOST_KEPT:
                self._html.popitem(last=False)
        return html


_kept = _Kept()


class _Pass:
    """One look at a topic for all its viewers: a fragment whose context is equal is rendered once."""

    def __init__(self) -> None:
        self._html: dict[Hashable, str] = {}
        self._prints: dict[int, Hashable] = {}
        self._numbers: dict[Hashable, int] = {}
        self._kept: list[Any] = []  # so that no id of theirs is used again

    def rendered(self, contents: Contents) -> Rendered:
        seq, fragments, context, *more = contents
        own = more[0] if more else {}
        shared = self._print(context)
        return Rendered(
            seq,
            {name: self._one(part, context, shared, own.get(name, {})) for name, part in fragments},
        )

    def _one(self, part: str, context: Context, shared: Hashable, own: Context) -> str:
        if isinstance(own, Alone):
            return _kept.once((part, fingerprint(own)), own, lambda: self._render(part, own))
        key = (part, shared, fingerprint(own))
        if key not in self._html:
            self._html[key] = self._render(part, {**context, **own})
        return self._html[key]

    def _render(self, part: str, context: Context) -> str:
        return get_template(part).render(dict(context)).strip()

    def _print(self, context: Context) -> Hashable:
        """A number for the context's fingerprint, which is taken, and hashed, once an object."""
        if id(context) not in self._prints:
            self._kept.append(context)
            found = fingerprint(context)
            self._prints[id(context)] = self._numbers.setdefault(found, len(self._numbers))
        return self._prints[id(context)]
