"""Health: alive without asking anybody, ready only with everything that pages need."""

from django.test import Client


def test_healthz_answers_without_the_database():
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_readyz_names_every_part(db):
    answer = Client().get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok", "redis": "ok"}


def test_readyz_is_503_when_redis_is_down(db, settings):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": settings.REDIS_URL,
        }
    }
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"database": "ok", "migrations": "ok", "redis": "down"}
