"""Fragments as text: rendered where something they are made of has changed, and found again where nothing has."""

import dataclasses
from collections.abc import Hashable, Mapping, Sequence
from datetime import date, time, timedelta
from enum import Enum
from typing import Any

from django.db.models import Model
from django.template.loader import get_template
from django.utils.functional import Promise

from events.live.shown import Rendered
from events.queries.keeping import Kept

Context = Mapping[str, Any]
Contents = (
    tuple[int, Sequence[tuple[str, str]], Context]
    | tuple[int, Sequence[tuple[str, str]], Context, Mapping[str, Context]]
)
"""A seq, the fragments as (element id, template name with its partial), and their context; and, if
there is such, what single fragments need besides, by their id."""

MOST_KEPT = 4096
"""Fragments that are kept, the last used ones: two for each of 500 players, and room for changes and other matches."""
_PLAIN = (str, bytes, int, float, bool, date, time, timedelta, type(None))

_html: Kept[Hashable, str] = Kept(MOST_KEPT)
_reads: dict[str, dict[tuple[str, ...], None]] = {}
"""By template, which parts of a context it has been seen to read: a few sets, each by one way through it."""


class Pass:
    """One look at a topic for all its viewers.

    A template that is given the same wherever it looks looks nowhere else, and renders the same. So each rendering
    notes what was read for it, and serves whoever brings the same again: in this look, the next one, or an answer.
    """

    def __init__(self) -> None:
        self._shared: dict[int, _Parts] = {}
        self._whole: dict[tuple[str, int], str] = {}

    def rendered(self, contents: Contents) -> Rendered:
        seq, fragments, context, *more = contents
        own = more[0] if more else {}
        shared = self._shared.setdefault(id(context), _Parts(context))
        return Rendered(
            seq, {name: self._one(part, shared, own.get(name)) for name, part in fragments}
        )

    def _one(self, part: str, shared: "_Parts", own: Context | None) -> str:
        if own:
            return self._found(part, _Parts(own, shared))
        known = (part, id(shared))
        if known not in self._whole:
            self._whole[known] = self._found(part, shared)
        return self._whole[known]

    def _found(self, part: str, parts: "_Parts") -> str:
        for names in tuple(_reads.get(part, ())):
            html = _html.get((part, parts.prints(names)))
            if html is not None:
                return html
        noted = _Noting(parts.whole())
        html = self._render(part, noted)
        names = tuple(noted.read)
        _reads.setdefault(part, {})[names] = None
        _html.put((part, parts.prints(names)), html)
        return html

    def _render(self, part: str, context: dict[str, Any]) -> str:
        return get_template(part).render(context).strip()


class _Parts:
    """A context by its parts, over one that others share. Fingerprints are taken when first asked for."""

    def __init__(self, context: Context, under: "_Parts | None" = None) -> None:
        self._context = context
        self._under = under
        self._prints: dict[str, _Print | None] = {}

    def whole(self) -> dict[str, Any]:
        return {**(self._under.whole() if self._under else {}), **self._context}

    def prints(self, names: Sequence[str]) -> tuple[tuple[str, "_Print | None"], ...]:
        """The names with their fingerprints: None for what isn't there."""
        return tuple((name, self._print(name)) for name in names)

    def _print(self, name: str) -> "_Print | None":
        if name not in self._prints:
            if name in self._context:
                self._prints[name] = _Print(self._context[name])
            else:
                self._prints[name] = self._under._print(name) if self._under else None
        return self._prints[name]


class _Noting(dict[str, Any]):
    """A context that notes which of its parts are asked for, there or not."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.read: dict[str, None] = {}  # a set that keeps its order

    def __getitem__(self, key: str) -> Any:
        self.read[key] = None
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.read[str(key)] = None
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.read[key] = None
        return super().get(key, default)


class _Print:
    """A fingerprint that is hashed once, however often it is looked up."""

    __slots__ = ("_hash", "_value")

    def __init__(self, value: Any) -> None:
        self._value = fingerprint(value)
        self._hash = hash(self._value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Print) and self._value == other._value


class _Same:
    """What isn't plain data: equal to itself alone, and held, so that nothing else takes its place in memory."""

    __slots__ = ("_it",)

    def __init__(self, it: object) -> None:
        self._it = it

    def __hash__(self) -> int:
        return id(self._it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._it is other._it


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
    return (kind, _Same(value))
