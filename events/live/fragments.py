"""Rendering what a topic's viewers see. Reads the database: never on the loop."""

from collections.abc import Iterable
from typing import Any, Protocol

import structlog
from django.utils.module_loading import import_string

from events.live import frames
from events.live.rendering import Contents, Pass
from events.live.shown import Rendered, Viewer, last_shown
from events.models import Event, Match
from events.queries.prepared import Prepared

log = structlog.get_logger(__name__)

MODELS: dict[str, type[Event] | type[Match]] = {"event": Event, "match": Match}


_MATCH = Prepared(
    lambda public_id: Match.objects.select_related("event__host", "round").filter(
        public_id=public_id
    ),
    "public_id",
)


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
    return Pass().rendered(source(subject, surface, audience))


def render_all(topic: str, viewers: Iterable[Viewer]) -> dict[Viewer, Rendered]:
    """The same for several viewers; those who see the same share one rendering.

    A viewer whose rendering fails is left out. Raises NoTopic.
    """
    source, subject = _open(topic)
    this_pass = Pass()
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
        return _MATCH.first(public_id=public_id)
    return Event.objects.filter(public_id=public_id).first()
