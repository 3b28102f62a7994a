"""Cookies and keys of forms: bound to this host, out of scripts' reach, new at each sign-in."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.factories import make_user, new_id, open_event
from tests.web.browsers import browser

NAMES = (
    *("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"),
    *("SECURE_HSTS_SECONDS", "SOCKET_ORIGINS", "CSRF_TRUSTED_ORIGINS"),
)
CODE = f"import json; from config import settings as s; print(json.dumps({{n: getattr(s, n) for n in {NAMES!r}}}))"


def settings_of(tmp_path: Path, address: str) -> dict[str, Any]:
    """What a site at that address is set to."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"PUBLIC_URL": address, "VAR": str(tmp_path), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_over_https_cookies_are_bound_to_the_host_and_its_origin_is_the_only_foreign_one(
    tmp_path: Path,
) -> None:
    found = settings_of(tmp_path, "https://play.example.org")
    assert found["SESSION_COOKIE_NAME"] == "__Host-session"
    assert found["CSRF_COOKIE_NAME"] == "__Host-csrf"
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://play.example.org"]
    assert found["SOCKET_ORIGINS"][0] == "https://play.example.org"
    assert all("127.0.0.1" in one or "localhost" in one or "[::1]" in one
               for one in found["SOCKET_ORIGINS"][1:])  # fmt: skip


def sign_in(client: Client, email: str) -> Any:
    return client.post(reverse("account_login"), {"login": email, "password": "tackle box"})


def test_the_session_is_a_new_one_after_signing_in_and_out_of_scripts_reach() -> None:
    user, client = make_user(), browser()
    planted = client.session
    planted["planted"] = True
    planted.save()
    client.cookies["session"] = str(planted.session_key)
    assert sign_in(client, user.email).status_code == 302
    cookie = client.cookies["session"]
    assert cookie.value != planted.session_key
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_a_devices_cookie_is_out_of_scripts_reach() -> None:
    event, client = open_event(), browser()
    sent = {"name": "Tansy", "command_id": f"{new_id()}-cookie"}
    client.post(reverse("register", args=[event.public_id]), sent)
    cookie = client.cookies["tb_device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert len(cookie.value) >= 43, "256 bits"


@pytest.mark.parametrize("accepts", ["text/html", "application/json"])
def test_a_form_of_before_the_sign_in_is_told_to_load_its_page_again(accepts: str) -> None:
    """Another tab of the same browser signs in: the key of every form that was open before is an old one."""
    user, event = make_user(), open_event()
    client = Client(enforce_csrf_checks=True)
    page = client.get(reverse("event", args=[event.public_id]))
    old = page.context["csrf_token"]
    client.get(reverse("account_login"))
    key = client.cookies["csrf"].value
    signed_in = client.post(
        reverse("account_login"),
        {"login": user.email, "password": "tackle box", "csrfmiddlewaretoken": key},
    )
    assert signed_in.status_code == 302
    sent = {"name": "Tansy", "csrfmiddlewaretoken": str(old)}
    answer = client.post(
        reverse("register", args=[event.public_id]), sent, headers={"accept": accepts}
    )
    assert answer.status_code == 403
    assert "open" in answer.content.decode()
    assert "again" in answer.content.decode()
    assert event.registrations.count() == 0


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_nowhere_else(target: str) -> None:
    user, client = make_user(), browser()
    answer = client.post(
        f"{reverse('account_login')}?next={target}",
        {"login": user.email, "password": "tackle box", "next": target},
    )
    assert answer["Location"] == "/"
    named = client.post(reverse("host-name"), {"name": "Marlow", "next": target})
    assert named["Location"] == reverse("dashboard")
