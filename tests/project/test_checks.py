"""Settings that can't work together are refused at start-up, each by its own error."""

import pytest

from config.checks import settings_fit_together

REDIS_LAYER = "channels_redis.pubsub.RedisPubSubChannelLayer"


def layer(**host):
    return {"default": {"BACKEND": REDIS_LAYER, "CONFIG": {"hosts": [host]}}}


def errors() -> list[str]:
    return [str(message.id) for message in settings_fit_together()]


def test_checks_accept_the_project_as_it_is():
    assert errors() == []


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"PROCESSES": 2}, ["tacklebox.E001", "tacklebox.E008"]),
        ({"CHANNEL_LAYERS": layer(address="redis://x", socket_timeout=5)}, ["tacklebox.E002"]),
        ({"CHANNEL_LAYERS": layer(address="redis://x")}, ["tacklebox.E002"]),
        ({"SOCKET_ORIGINS": ["*"]}, ["tacklebox.E003"]),
        ({"SOCKET_ORIGINS": ["https://.example.org"]}, ["tacklebox.E003"]),
        ({"PUBLIC_URL": "play.example.org"}, ["tacklebox.E004"]),
        ({"PUBLIC_URL": "https://play.example.org/here"}, ["tacklebox.E004"]),
        ({"DEBUG": True, "PUBLIC_URL": "http://192.168.1.20:8000"}, ["tacklebox.E005"]),
        (
            {"FAULT_POINTS": "faults", "PUBLIC_URL": "http://192.168.1.20:8000"},
            ["tacklebox.E009"],
        ),
        ({"SEED_KEYS": []}, ["tacklebox.E006"]),
        ({"SECRET_KEY": ""}, ["tacklebox.E006"]),
        ({"SEED_KEYS": ["short"]}, ["tacklebox.E007"]),
    ],
)
def test_checks_refuse_what_cannot_work(settings, wrong, expected):
    if "postgresql" in settings.DATABASES["default"]["ENGINE"]:
        expected = [error for error in expected if error != "tacklebox.E008"]
    for name, value in wrong.items():
        setattr(settings, name, value)
    assert errors() == expected


def test_checks_accept_debug_on_loopback(settings):
    settings.DEBUG = True
    assert errors() == []


def test_checks_accept_the_redis_layer_with_a_long_timeout(settings):
    settings.CHANNEL_LAYERS = layer(address="redis://x", socket_timeout=20)
    assert errors() == []
