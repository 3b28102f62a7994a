"""A Redis cache that is empty, and not a fault, while Redis is away."""

import time
from collections.abc import Callable
from typing import Any, ClassVar

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

PAUSE = 2.0
"""Seconds in which Redis isn't asked after it failed, so that no request waits for it again and again."""


class QuietClient(RedisCacheClient):
    """What is kept here is limits and presence: without them everybody may act, and counts as away."""

    quiet_until: ClassVar[float] = 0.0

    def add(self, *args: Any, **kwargs: Any) -> Any:
        """Added, as far as anybody sees: sign-in takes a lock by it, and refuses whoever doesn't get it."""
        return self._try(super().add, True, *args, **kwargs)

    def get(self, key: Any, default: Any) -> Any:
        return self._try(super().get, default, key, default)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().set, None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().touch, False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().delete, False, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().get_many, {}, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().has_key, False, *args, **kwargs)

    def incr(self, key: Any, delta: int) -> Any:
        """As for a key that isn't there: raises ValueError."""
        count = self._try(super().incr, None, key, delta)
        if count is None:
            raise ValueError(f"Key '{key}' not found.")
        return count

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().set_many, None, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().delete_many, None, *args, **kwargs)

    @classmethod
    def _try(cls, ask: Callable[..., Any], without: Any, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < cls.quiet_until:
            return without
        try:
            return ask(*args, **kwargs)
        except RedisError as problem:
            cls.quiet_until = time.monotonic() + PAUSE
            log.warning("cache away", problem=repr(problem))
            return without


class QuietRedisCache(RedisCache):
    """Django's Redis cache over `QuietClient`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = QuietClient
