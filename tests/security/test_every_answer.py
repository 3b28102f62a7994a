"""Every page as it is read: nothing is written by reading, and the same guards are in every answer."""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from events.domain import people
from events.urls import urlpatterns
from tests.events.factories import make_user
from tests.security.rich_evening import Rich
from tests.security.test_foreign_evening import OF_ALLAUTH
from tests.security.test_other_ids import parts
from tests.web.browsers import browser, stored

WITH_KEYS = {
    "account_confirm_email": ["MQ:a:b"],
    "account_reset_password_from_key": ["1", "set-password"],
}
PUBLIC = {"healthz", "readyz", "verify-program", "fairness"}
"""Answers that are the same for everybody, and hold nothing of anybody."""


@pytest.fixture
def rich() -> Rich:
    return Rich()


@pytest.fixture
def readers(rich: Rich) -> dict[str, Client]:
    return {
        "host": rich.host,
        "winner": rich.winner,
        "organiser": browser(make_user(is_staff=True, is_superuser=True)),
        "stranger": browser(),
    }


def addresses(rich: Rich) -> dict[str, str]:
    """Every address that isn't the back room's, filled with what this evening has."""
    token = people.resume_link(rich.entry.person)
    ids = rich.ids() | {"series_id": "a" * 26, "token": token}
    pages = {
        str(one.name): reverse(str(one.name), args=[ids[part] for part in parts(one)])
        for one in urlpatterns
    }
    return pages | {name: reverse(name, args=WITH_KEYS.get(name, [])) for name in OF_ALLAUTH}


def back_room() -> list[str]:
    """Every list of the back room, and a row of each."""
    pages = [reverse("admin:index")]
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages.append(reverse(f"{base}_changelist"))
        row = model._default_manager.first()
        if row is not None:
            pages.append(reverse(f"{base}_change", args=[row.pk]))
            pages.append(reverse(f"{base}_history", args=[row.pk]))
            pages.append(reverse(f"{base}_delete", args=[row.pk]))
    return pages


def read(client: Client, address: str) -> Any:
    cache.clear()
    return client.get(address)


@pytest.mark.parametrize("who", ["host", "winner", "organiser", "stranger"])
def test_reading_writes_nothing(rich: Rich, readers: dict[str, Client], who: str) -> None:
    pages = addresses(rich)
    # An account made by hand has no row of its address until allauth first looks at it.
    read(readers[who], pages["account_email"])
    before = stored()
    answers = {name: read(readers[who], address).status_code for name, address in pages.items()}
    for address in back_room():
        answers[address] = read(readers[who], address).status_code
    assert {name: status for name, status in answers.items() if status >= 500} == {}
    assert sum(status == 200 for status in answers.values()) > 30
    assert stored() == before


@pytest.mark.parametrize("who", ["host", "winner", "organiser", "stranger"])
def test_every_answer_has_the_same_guards(rich: Rich, readers: dict[str, Client], who: str) -> None:
    lacking = {}
    for name, address in (addresses(rich) | {page: page for page in back_room()[:12]}).items():
        answer = read(readers[who], address)
        policy = answer.headers.get("Content-Security-Policy", "")
        guards = {
            "policy": "default-src 'self'" in policy and "unsafe" not in policy,
            "frame": answer.headers.get("X-Frame-Options") == "DENY",
            "kind": answer.headers.get("X-Content-Type-Options") == "nosniff",
            "referrer": answer.headers.get("Referrer-Policy") == "same-origin",
            "opener": answer.headers.get("Cross-Origin-Opener-Policy") == "same-origin",
            "kept": name in PUBLIC or not is_kept_by_others(answer),
        }
        missing = [guard for guard, is_there in guards.items() if not is_there]
        if missing:
            lacking[name] = missing
    assert lacking == {}


def is_kept_by_others(answer: Any) -> bool:
    """Whether a cache between server and reader might give this answer to somebody else."""
    if answer.status_code != 200:
        return False
    kept = answer.headers.get("Cache-Control", "")
    return (
        "private" not in kept and "no-store" not in kept and "Cookie" not in answer.get("Vary", "")
    )


INLINE = re.compile(
    r"<script(?![^>]*\ssrc=)(?![^>]*type=\"application/json\")|\sstyle=[\"']|\son[a-z]+=[\"']|javascript:|<style"
)


def test_no_page_holds_script_or_style_of_its_own(rich: Rich, readers: dict[str, Client]) -> None:
    found = {}
    for name, address in addresses(rich).items():
        for client in readers.values():
            answer = read(client, address)
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                text = answer.content.decode()
                if inline := INLINE.search(text):
                    found[name] = text[inline.start() : inline.start() + 80]
    assert found == {}


def test_an_inline_script_would_be_found() -> None:
    for text in ("<script>x", '<script type="module">x', '<p style="x">', "<img onerror='x'>"):
        assert INLINE.search(text)
    assert not INLINE.search('<script src="/static/js/live.js" type="module"></script>')
