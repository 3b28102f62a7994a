"""Queries for one row, made once and asked often: Django takes ten times as long to make one as SQLite to answer it."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models import query as django_query

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """The first row of a query whose only values are texts given by name when it is asked.

    ``build`` makes the query from such values; it is called once a thread, with marks in their place, and must put
    them nowhere but into comparisons with texts. Related rows come as `select_related` says.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *names: str) -> None:
        self._build = build
        self._names = names
        self._made = threading.local()
        _all.append(self)

    def make_anew(self) -> None:
        """Make the query again when it is next asked, in every thread."""
        self._made = threading.local()

    def first(self, **values: str) -> M | None:
        """The row, or None. Locks as the query says, in the caller's transaction."""
        made: _Made | None = getattr(self._made, connection.vendor, None)
        if made is None:
            marks = {name: f"\x00{name}" for name in self._names}
            made = _Made(self._build(**marks))
            setattr(self._made, connection.vendor, made)
        found: M | None = made.first({f"\x00{name}": value for name, value in values.items()})
        return found


_all: list[Prepared[Any]] = []


def make_all_anew() -> None:
    """Make every query again when it is next asked, as a restart does."""
    for prepared in _all:
        prepared.make_anew()


class _Made:
    """A compiled query and how its rows become objects, as `ModelIterable` in Django does it for one query."""

    def __init__(self, query: QuerySet[Any]) -> None:
        query = query[:1]
        self._compiler: Any = query.query.get_compiler(connection=connection)
        self._sql, self._params = self._compiler.as_sql()
        info, select = self._compiler.klass_info, self._compiler.select
        fields = info["select_fields"]
        self._model: type[Model] = info["model"]
        self._own = slice(fields[0], fields[-1] + 1)
        self._names = [column[0].target.attname for column in select[self._own]]
        self._converters = self._compiler.get_converters([column[0] for column in select])
        populators: Any = django_query.get_related_populators  # not in the stubs as it is in 5.2
        self._related: list[Any] = populators(info, select, connection.alias)

    def first(self, values: dict[str, str]) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [values.get(param, param) for param in self._params])
            row = cursor.fetchone()
        if row is None:
            return None
        (row,) = self._compiler.apply_converters([row], self._converters)
        found = self._model.from_db(connection.alias, self._names, row[self._own])
        for populator in self._related:
            populator.populate(row, found)
        return found
