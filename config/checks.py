"""Start-up checks: settings that can't work together are refused, with what to do about it."""

import ipaddress
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

IN_MEMORY = "channels.layers.InMemoryChannelLayer"
LONGEST_BLOCK = 5
"""Seconds that the Redis layer blocks on one read."""


def is_loopback(host: str) -> bool:
    """Whether `host` (a name or an address) is this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def layer_reaches_every_process() -> list[CheckMessage]:
    layer: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    if layer["BACKEND"] == IN_MEMORY and settings.PROCESSES > 1:
        return [
            Error(
                "Several web processes can't share the in-memory channel layer: each would show "
                "only its own news.",
                hint="Set REDIS_URL, or TACKLEBOX_PROCESSES=1.",
                id="tacklebox.E001",
            )
        ]
    return []


def layer_outlives_its_own_block() -> list[CheckMessage]:
    layer: dict[str, Any] = settings.CHANNEL_LAYERS["default"]
    for host in layer.get("CONFIG", {}).get("hosts", []):
        if not isinstance(host, dict) or (host.get("socket_timeout") or 0) <= LONGEST_BLOCK:
            return [
                Error(
                    f"The channel layer's socket_timeout must be above {LONGEST_BLOCK} s, "
                    "or Redis connections are cut while they wait.",
                    hint="Set it in CHANNEL_LAYERS, for each host.",
                    id="tacklebox.E002",
                )
            ]
    return []


def origins_are_exact() -> list[CheckMessage]:
    wide = [
        name
        for name in [*settings.ALLOWED_HOSTS, *settings.SOCKET_ORIGINS]
        if "*" in name or not name or name.startswith(".") or "://." in name
    ]
    if wide:
        return [
            Error(
                f"Hosts and socket origins must be exact; these are not: {', '.join(wide)!r}.",
                hint="Set PUBLIC_URL to the one address people open, like https://play.example.org.",
                id="tacklebox.E003",
            )
        ]
    return []


def public_url_is_whole() -> list[CheckMessage]:
    url = urlsplit(settings.PUBLIC_URL)
    if url.scheme not in ("http", "https") or not url.hostname or url.path or url.query:
        return [
            Error(
                f"PUBLIC_URL={settings.PUBLIC_URL!r} is not an address that a browser can open.",
                hint="Give scheme, host and port only, like http://192.168.1.20:8000.",
                id="tacklebox.E004",
            )
        ]
    return []


def debug_stays_at_home() -> list[CheckMessage]:
    why = "DEBUG shows code and settings to everybody who meets an error"
    return _at_home("DEBUG", bool(settings.DEBUG), why, "tacklebox.E005")


def faults_stay_at_home() -> list[CheckMessage]:
    why = "TACKLEBOX_FAULT_POINTS lets tests kill this process in mid-command"
    return _at_home("TACKLEBOX_FAULT_POINTS", bool(settings.FAULT_POINTS), why, "tacklebox.E009")


def _at_home(variable: str, is_set: bool, why: str, check_id: str) -> list[CheckMessage]:
    """What is for a machine of one's own is refused where others may come."""
    if not is_set or is_loopback(urlsplit(settings.PUBLIC_URL).hostname or ""):
        return []
    text = f"{why}; PUBLIC_URL is not on loopback."
    return [Error(text, hint=f"Unset {variable}.", id=check_id)]


def keys_are_there() -> list[CheckMessage]:
    missing = [] if settings.SEED_KEYS else ["TACKLEBOX_SEED_KEYS"]
    try:
        settings.SECRET_KEY  # noqa: B018 - Django itself refuses an empty one when it is read
    except ImproperlyConfigured:
        missing.insert(0, "SECRET_KEY")
    if missing:
        return [
            Error(
                f"{' and '.join(missing)} must be set when DATABASE_URL or REDIS_URL is: every "
                "process needs the same keys.",
                hint="Keys of an earlier embedded set-up are in VAR/secret_key and VAR/seed_key.",
                id="tacklebox.E006",
            )
        ]
    return []


def seed_keys_are_fernet_keys() -> list[CheckMessage]:
    try:
        for key in settings.SEED_KEYS:
            Fernet(key)
    except ValueError:
        return [
            Error(
                "TACKLEBOX_SEED_KEYS must be Fernet keys, separated by commas, newest first.",
                hint="Make one: python -c 'from cryptography.fernet import Fernet; "
                "print(Fernet.generate_key().decode())'",
                id="tacklebox.E007",
            )
        ]
    return []


def everyone_finds_the_database() -> list[CheckMessage]:
    engine = settings.DATABASES["default"]["ENGINE"]
    if settings.PROCESSES > 1 and engine.endswith("sqlite3"):
        return [
            Error(
                "Several web processes need PostgreSQL: SQLite has one writer, in one process.",
                hint="Set DATABASE_URL, or TACKLEBOX_PROCESSES=1.",
                id="tacklebox.E008",
            )
        ]
    return []


CHECKS: Sequence[Callable[[], list[CheckMessage]]] = (
    layer_reaches_every_process,
    layer_outlives_its_own_block,
    origins_are_exact,
    public_url_is_whole,
    debug_stays_at_home,
    faults_stay_at_home,
    keys_are_there,
    seed_keys_are_fernet_keys,
    everyone_finds_the_database,
)


@register("tacklebox")
def settings_fit_together(**kwargs: Any) -> list[CheckMessage]:
    """All of the above, as Django's check framework calls them."""
    return [message for check in CHECKS for message in check()]
