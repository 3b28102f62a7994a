"""Kernel values as JSON and back, and the one gate for commands from outside.

A dataclass becomes an object whose ``type`` is its class name; tuples and sets become lists (sets
sorted), mappings with string keys objects and all others lists of pairs, instants ISO 8601 in UTC,
durations whole microseconds, enumerations their value. Decoding follows the annotations of the
class asked for, so nothing in the data chooses a class that isn't expected there. Floats are
refused: a stored value must come back equal.
"""

import json
import typing
from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from games.kernel import Actor, Command, Host, IllegalMove, Player, Public

LARGEST_INT = 2**53 - 1
LONGEST_TEXT = 500
LONGEST_LIST = 100
_MICROSECOND = timedelta(microseconds=1)
_ANYWHERE: dict[str, type] = {"Player": Player, "Host": Host, "Public": Public}

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


class DecodeError(ValueError):
    """The data is not what the class asks for. The message names the place and the expectation."""


class BadCommand(IllegalMove):
    """Refused before the rules saw it: no such command, or arguments it can't have."""

    def __init__(self, message: str) -> None:
        super().__init__("bad-command", message)


def canonical_json(data: Any) -> str:
    """The one text of this JSON value: sorted keys, no spaces, ASCII."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    )


def registry(classes: Sequence[type]) -> dict[str, type]:
    """Classes by the name they carry in JSON."""
    return {cls.__name__: cls for cls in classes}


def encode(value: Any) -> Json:
    """The value as JSON data. Raises TypeError for what has no exact form there."""
    if isinstance(value, Enum):
        return encode(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        body = {field.name: encode(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, **body}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, AbstractSet):
        return sorted((encode(item) for item in value), key=canonical_json)
    if isinstance(value, Mapping):
        if all(type(key) is str for key in value):
            return {key: encode(item) for key, item in value.items()}
        return [[encode(key), encode(item)] for key, item in value.items()]
    if isinstance(value, timedelta):
        return value // _MICROSECOND
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("an instant needs a zone")
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON form")


def decode(kind: Any, data: Any) -> Any:
    """The value of this kind: a class, an annotation, or a registry of classes by name.

    Raises DecodeError and nothing else, whatever the data.
    """
    if isinstance(kind, Mapping):
        return _named(kind, data, "value")
    return _value(kind, data, "value", {})


def command_from(
    commands: Sequence[type[Command]], name: Any, data: Any, *, text: bool = False
) -> Command:
    """The command that somebody outside asks for, from its name and a mapping of its fields.

    ``text``: the fields come from an HTML form, so whole numbers are written in digits, yes and no
    as ``true`` and ``false``, and a player as their seat (the host as ``host``); several fields of one name are a
    list, or where one number is asked for their sum. Raises BadCommand and nothing else.
    """
    known = registry(commands)
    # The clock's report comes from inside only.
    if not isinstance(name, str) or name not in known or name == "TimeOut":
        raise BadCommand("There is no such move.")
    if not isinstance(data, Mapping):
        raise BadCommand("The move came without its details.")
    try:
        cls = known[name]
        given = _from_text(cls, data) if text else dict(data)
        _bounded(given, depth=4)
        return typing.cast("Command", _dataclass(cls, {**given, "type": name}, name, {}))
    except DecodeError as error:
        raise BadCommand(f"The move can't be read: {error}.") from None


def _from_text(cls: type, data: Mapping[Any, Any]) -> dict[Any, Any]:
    hints = _hints(cls)
    return {name: _number(hints.get(name), item) for name, item in data.items()}


def _number(kind: Any, item: Any) -> Any:
    """The JSON form of a form field's text, or the text itself where that can't be."""
    if get_origin(kind) is tuple:
        return _several(get_args(kind), item)
    if kind is int and isinstance(item, list) and all(map(_is_whole, item)):
        return sum(map(int, item))
    if kind is bool and item in ("true", "false"):
        return item == "true"
    if not isinstance(item, str) or kind not in (int, Player, Actor):
        return item
    if item == "host" and kind == Actor:
        return {"type": "Host"}
    if not _is_whole(item):
        return item
    return int(item) if kind is int else {"type": "Player", "seat": int(item)}


def _several(kinds: tuple[Any, ...], item: Any) -> Any:
    """A list's form: of one field or of many of one name, where an empty one is none; a pair is ``3:-1``."""
    if Ellipsis in kinds:
        items = [item] if isinstance(item, str) else item
        if not isinstance(items, list | tuple):
            return item
        return [_number(kinds[0], part) for part in items if part != ""]
    if not isinstance(item, str) or item.count(":") != len(kinds) - 1:
        return item
    return [
        -int(part[1:]) if part.startswith("-") and _is_whole(part[1:]) else _number(kind, part)
        for kind, part in zip(kinds, item.split(":"), strict=True)
    ]


def _is_whole(item: Any) -> bool:
    digits = isinstance(item, str) and item.isascii() and item.isdigit()
    return digits and len(item) <= len(str(LARGEST_INT))


def _bounded(data: Any, depth: int) -> None:
    """Raises DecodeError for anything larger than a command can be."""
    if depth < 0:
        raise DecodeError("too deeply nested")
    if isinstance(data, str) and len(data) > LONGEST_TEXT:
        raise DecodeError(f"a text is longer than {LONGEST_TEXT} characters")
    if isinstance(data, dict | list | tuple) and len(data) > LONGEST_LIST:
        raise DecodeError(f"more than {LONGEST_LIST} parts")
    if isinstance(data, dict):
        for item in data.values():
            _bounded(item, depth - 1)
    elif isinstance(data, list | tuple):
        for item in data:
            _bounded(item, depth - 1)


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _named(kinds: Mapping[str, type], data: Any, where: str) -> Any:
    name = data.get("type") if isinstance(data, dict) else None
    if not isinstance(name, str) or name not in kinds:
        raise DecodeError(f"{where} is none of {', '.join(sorted(kinds))}")
    return _value(kinds[name], data, where, {})


def _dataclass(cls: Any, data: Any, where: str, variables: Mapping[Any, Any]) -> Any:
    if not isinstance(data, dict) or data.get("type") != cls.__name__:
        raise DecodeError(f"{where} is not a {cls.__name__}")
    names = {field.name for field in fields(cls)}
    given = set(data) - {"type"}
    if given != names:
        odd = ", ".join(sorted(ascii(name)[:40] for name in given ^ names)[:5])
        raise DecodeError(f"{where} has missing or unknown fields: {odd}")
    hints = _hints(cls)
    body = {name: _value(hints[name], data[name], name, variables) for name in names}
    try:
        return cls(**body)
    except (TypeError, ValueError) as error:
        raise DecodeError(f"{where}: {error}") from error


def _value(kind: Any, data: Any, where: str, variables: Mapping[Any, Any]) -> Any:
    if isinstance(kind, TypeVar):
        return _value(variables.get(kind, Hashable), data, where, variables)
    if kind in (Any, object, Hashable):
        return _untyped(data, where)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union(arguments, data, where, variables)
    if origin is Literal:
        if not any(type(choice) is type(data) and choice == data for choice in arguments):
            raise DecodeError(f"{where} is none of {arguments}")
        return data
    if origin is not None and is_dataclass(origin):
        bound = [variables.get(argument, argument) for argument in arguments]
        names = getattr(origin, "__parameters__", ())
        return _dataclass(origin, data, where, dict(zip(names, bound, strict=True)))
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind, data, where, variables)
    if origin is not None:
        return _collection(origin, arguments, data, where, variables)
    return _scalar(kind, data, where)


def _union(kinds: Sequence[Any], data: Any, where: str, variables: Mapping[Any, Any]) -> Any:
    for kind in kinds:
        try:
            return _value(kind, data, where, variables)
        except DecodeError:
            continue
    raise DecodeError(f"{where} is of no expected kind")


def _collection(
    origin: Any, arguments: Sequence[Any], data: Any, where: str, variables: Mapping[Any, Any]
) -> Any:
    if issubclass(origin, Mapping):
        key, item = arguments
        pairs = list(data.items()) if isinstance(data, dict) else _list(data, where)
        if not all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs):
            raise DecodeError(f"{where} is not made of pairs")
        return {
            _value(key, name, where, variables): _value(item, part, where, variables)
            for name, part in pairs
        }
    items = _list(data, where)
    if issubclass(origin, tuple) and Ellipsis not in arguments:
        if len(items) != len(arguments):
            raise DecodeError(f"{where} doesn't have {len(arguments)} parts")
        return tuple(
            _value(kind, part, where, variables)
            for kind, part in zip(arguments, items, strict=True)
        )
    parts = [_value(arguments[0], part, where, variables) for part in items]
    if issubclass(origin, AbstractSet):
        return frozenset(parts)
    return tuple(parts)


def _list(data: Any, where: str) -> list[Any]:
    if not isinstance(data, list | tuple):
        raise DecodeError(f"{where} is not a list")
    return list(data)


def _scalar(kind: Any, data: Any, where: str) -> Any:
    if kind is NoneType or kind is None:
        if data is None:
            return None
    elif kind in (bool, str):
        if type(data) is kind:
            return data
    elif kind is int:
        if type(data) is int and abs(data) <= LARGEST_INT:
            return data
    elif kind is timedelta:
        if type(data) is int and abs(data) <= LARGEST_INT:
            return timedelta(microseconds=data)
    elif kind is datetime:
        return _instant(data, where)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        for member in kind:
            if type(member.value) is type(data) and member.value == data:
                return member
    raise DecodeError(f"{where} is not a valid {getattr(kind, '__name__', kind)}")


def _instant(data: Any, where: str) -> datetime:
    try:
        at = datetime.fromisoformat(data)
    except (TypeError, ValueError):
        raise DecodeError(f"{where} is not an instant") from None
    if at.tzinfo is None:
        raise DecodeError(f"{where} has no zone")
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise DecodeError(f"{where} is out of range") from None


def _untyped(data: Any, where: str) -> Any:
    """A token: plain values, tuples of them, and actors."""
    if data is None or isinstance(data, bool | str):
        return data
    if type(data) is int and abs(data) <= LARGEST_INT:
        return data
    if isinstance(data, list):
        return tuple(_untyped(part, where) for part in data)
    return _named(_ANYWHERE, data, where)
