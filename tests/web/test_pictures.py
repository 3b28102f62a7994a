"""Pictures of prizes: who may see them, what is taken, and what is only answered with a sentence."""

import io
import re
import zlib
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from events.models import Event, Prize
from events.queries.pictures import address
from events.queries.roles import Role
from tests.events.awards import ROUND
from tests.events.factories import make_event, new_id, open_event
from tests.web.browsers import browser, company, stored


def drawn(kind: str = "PNG", size: tuple[int, int] = (40, 30), colour: str = "teal") -> bytes:
    raw = io.BytesIO()
    Image.new("RGB", size, colour).save(raw, kind)
    return raw.getvalue()


def bomb() -> bytes:
    """A small PNG that says it is 30,000 pixels wide and high, and would unpack to 2.7 GB."""

    def chunk(name: bytes, data: bytes) -> bytes:
        body = name + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    side = (30_000).to_bytes(4, "big")
    rows = zlib.compress(b"\0" * 3_000_000, 9)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", side + side + b"\x08\x02\x00\x00\x00"),
            chunk(b"IDAT", rows),
            chunk(b"IEND", b""),
        ]
    )


def to(name: str, prize: Prize) -> str:
    return reverse(name, args=[prize.event.public_id, prize.pk])


def put(client: Client, prize: Prize, content: bytes | None, name: str = "trophy.png") -> Any:
    sent: dict[str, Any] = {"command_id": f"{new_id()}-picture"}
    if content is not None:
        sent["picture"] = SimpleUploadedFile(name, content)
    return client.post(to("picture-set", prize), sent)


def a_prize(make: Any = make_event) -> tuple[Prize, Client]:
    event = make(prizes=ROUND)
    return event.prizes.get(place="main"), browser(event.host)


def with_picture(make: Any = make_event) -> tuple[Prize, Client]:
    prize, host = a_prize(make)
    put(host, prize, drawn())
    prize.refresh_from_db()
    return prize, host


def fault_of(answer: Any, prize: Prize) -> str:
    """The sentence at the field for this prize's picture, or nothing."""
    page = answer.content.decode()
    found = re.search(rf'id="picture_{prize.pk}_picture_error">(.*?)</div>', page, re.S)
    return found[1] if found else ""


def test_a_picture_is_put_there_seen_replaced_and_taken_off() -> None:
    prize, host = a_prize()
    answer = put(host, prize, drawn("JPEG", (2000, 1000)))
    assert answer["Location"].endswith("/ready/#pictures")
    prize.refresh_from_db()
    first = address(prize.event, prize)
    page = host.get(reverse("ready", args=[prize.event.public_id])).content.decode()
    assert f'<img src="{first}" alt="A picture of A rod">' in page
    assert Image.open(io.BytesIO(host.get(first).content)).size == (1024, 512)
    put(host, prize, drawn("WEBP", (30, 60)))
    prize.refresh_from_db()
    second = address(prize.event, prize)
    assert second != first
    assert Image.open(io.BytesIO(host.get(second).content)).size == (30, 60)
    gone = host.post(to("picture-remove", prize), {"command_id": "take-it-off"})
    assert gone.status_code == 302
    assert host.get(to("prize-picture", prize)).status_code == 404
    prize.refresh_from_db()
    assert (bool(prize.picture), address(prize.event, prize)) == (False, "")


def test_a_picture_is_served_as_webp_and_kept_under_its_own_address() -> None:
    prize, host = with_picture()
    answer = host.get(address(prize.event, prize))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    again = host.get(to("prize-picture", prize), headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    for unnamed in ("", "?v=", "?v=another"):
        asked = host.get(to("prize-picture", prize) + unnamed)
        assert (asked.status_code, asked["Cache-Control"]) == (200, "private, no-cache")
    put(host, prize, drawn(colour="gold"))
    anew = host.get(to("prize-picture", prize), headers={"if-none-match": answer["ETag"]})
    assert (anew.status_code, anew["ETag"] != answer["ETag"]) == (200, True)


def test_a_drafts_picture_is_there_for_those_who_plan_it_and_a_published_one_for_all() -> None:
    prize, _host = with_picture()
    people = company(open_event())
    Event.objects.filter(pk=prize.event_id).update(host=people.event.host)
    seen = {role: people[role].get(to("prize-picture", prize)).status_code for role in Role}
    assert [role for role, status in seen.items() if status == 200] == [
        Role.ORGANISER,
        Role.HOST,
    ]
    assert {status for status in seen.values() if status != 200} == {404}
    Event.objects.filter(pk=prize.event_id).update(state=Event.State.PUBLISHED)
    assert {people[role].get(to("prize-picture", prize)).status_code for role in Role} == {200}


def test_a_picture_that_was_lost_is_not_found() -> None:
    prize, host = with_picture()
    default_storage.delete(str(prize.picture.name))
    assert host.get(address(prize.event, prize)).status_code == 404


def test_a_prize_of_another_evening_or_none_has_no_picture_here() -> None:
    prize, _host = with_picture()
    mine, host = a_prize(open_event)
    before = stored()
    for number in (prize.pk, 0, 2**63, 10**40):
        args = [mine.event.public_id, number]
        assert host.get(reverse("prize-picture", args=args)).status_code == 404
        sent = {"picture": SimpleUploadedFile("a.png", drawn()), "command_id": "another-evening"}
        assert host.post(reverse("picture-set", args=args), sent).status_code == 404
        assert host.post(reverse("picture-remove", args=args)).status_code == 404
    assert stored() == before


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "a.svg", "PNG, JPEG or WebP"),
        (b"<!doctype html><script>alert(1)</script>", "a.png", "PNG, JPEG or WebP"),
        (b"GIF89a" + b"\0" * 40, "a.png", "PNG, JPEG or WebP"),
        (b"PK\x03\x04" + zlib.compress(b"\0" * 900_000), "a.webp", "PNG, JPEG or WebP"),
        (drawn()[:60], "half.png", "PNG, JPEG or WebP"),
        (b"", "empty.png", "PNG, JPEG or WebP"),
        (None, "", "Choose a picture first"),
        (bomb(), "bomb.png", "at most 24 million"),
        (b"\0" * (2 * 1024 * 1024 + 1), "large.png", "at most 2 MB"),
    ],
    ids=["svg", "html", "gif", "zip", "half", "empty", "none", "bomb", "large"],
)
def test_what_is_no_picture_is_said_at_its_field(
    content: bytes | None, name: str, words: str
) -> None:
    prize, host = a_prize()
    before = stored()
    answer = put(host, prize, content, name)
    assert (answer.status_code, words in fault_of(answer, prize)) == (422, True)
    assert answer.content.decode().count("aria-invalid") == 1
    assert stored() == before


@pytest.mark.parametrize("length", [settings.MOST_BODY + 1, 10**12, "9" * 5000])
def test_a_body_larger_than_any_picture_is_a_sentence_and_is_not_read(length: int | str) -> None:
    prize, host = a_prize()
    before = stored()
    answer = host.generic(
        "POST",
        to("picture-set", prize),
        b"never read",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(length),
    )
    assert answer.status_code == 413
    assert "Choose a picture of at most 2 MB" in answer.content.decode()
    assert stored() == before


def test_pictures_stay_once_registration_has_opened() -> None:
    prize, host = with_picture()
    Event.objects.update(state=Event.State.PUBLISHED)
    before = stored()
    refused = put(host, prize, drawn(colour="gold"))
    assert refused.status_code == 422
    assert "registration has opened" in fault_of(refused, prize)
    assert host.post(to("picture-remove", prize)).status_code == 422
    assert stored() == before
    page = host.get(reverse("ready", args=[prize.event.public_id])).content.decode()
    assert ("Fixed since registration opened" in page, 'type="file"' in page) == (True, False)
    assert address(prize.event, prize) in page


def test_pictures_have_a_limit_by_whom_they_come_from() -> None:
    prize, host = a_prize()
    answers = [put(host, prize, b"no picture").status_code for _ in range(41)]
    assert answers == [422] * 40 + [429]


def test_players_see_the_picture_with_its_prize() -> None:
    prize, _host = with_picture()
    url = address(prize.event, prize)
    Event.objects.update(state=Event.State.PUBLISHED)
    for page in ("event", "live"):
        text = browser().get(reverse(page, args=[prize.event.public_id])).content.decode()
        assert re.search(rf'<img src="{re.escape(url)}" alt="A picture of A rod"', text)
