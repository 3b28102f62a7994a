"""The services that other tests lean on."""

import psycopg
import redis

from tests.serving import new_database


def test_services_answer(pg_url, redis_url):
    with psycopg.connect(new_database(pg_url)) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping() is True
