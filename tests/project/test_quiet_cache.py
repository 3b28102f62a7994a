"""While Redis is away nobody is refused: limits count nothing, and what was kept counts as not known."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.quiet_cache import QuietClient, QuietRedisCache
from tests.services import free_port, redis_server

PARAMS = {"KEY_PREFIX": "tests", "OPTIONS": {"socket_connect_timeout": 0.5}}


@pytest.fixture(autouse=True)
def asked_at_once() -> Iterator[None]:
    QuietClient.quiet_until = 0.0
    yield
    QuietClient.quiet_until = 0.0


def away() -> str:
    return f"redis://127.0.0.1:{free_port()}/0"


def test_without_redis_it_is_empty_and_takes_everything() -> None:
    with closing(QuietRedisCache(away(), PARAMS)) as cache:
        assert cache.add("key", 1) is True
        cache.set("key", 1)
        cache.set_many({"key": 1})
        assert (cache.get("key"), cache.get("key", "none"), cache.get_many(["key"])) == (
            None,
            "none",
            {},
        )
        assert (cache.has_key("key"), cache.delete("key"), cache.touch("key")) == (
            False,
            False,
            False,
        )
        with pytest.raises(ValueError, match="not found"):
            cache.incr("key")


def test_djangos_own_would_be_a_fault() -> None:
    """The twin."""
    with closing(RedisCache(away(), PARAMS)) as cache, pytest.raises(RedisError):
        cache.get("key")


def test_after_a_failure_redis_is_left_alone_for_a_while() -> None:
    with closing(QuietRedisCache(away(), PARAMS)) as cache:
        cache.get("key")
        until = QuietClient.quiet_until
        assert until > time.monotonic()
        cache.get("key")
        assert QuietClient.quiet_until == until, "it wasn't asked again"


def test_with_redis_it_keeps_what_it_is_given(tmp_path: Path) -> None:
    with redis_server(tmp_path) as url, closing(QuietRedisCache(url, PARAMS)) as cache:
        assert cache.add("key", 1) is True
        assert (cache.incr("key"), cache.get("key"), cache.get_many(["key"])) == (2, 2, {"key": 2})
        cache._cache.get_client(write=True).connection_pool.disconnect()
