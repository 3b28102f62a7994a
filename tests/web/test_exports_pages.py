"""What is taken away from a result: files, paper and a text, all of the version that every page shows."""

import csv
import io
import json
from typing import Any

import pytest
from django.urls import reverse

from events.models import Registration
from tests.events.awards import CUSTOM, PODIUM, rule
from tests.web.browsers import browser
from tests.web.winning import Played


@pytest.fixture
def played() -> Played:
    return Played(prizes=(*PODIUM, CUSTOM)).finish()


def file(played: Played, name: str) -> Any:
    answer = browser().get(played.to(name))
    assert answer.status_code == 200
    return answer


def rows(played: Played, name: str) -> list[dict[str, str]]:
    text = file(played, name).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_after_a_ruling_everything_reads_version_2_and_the_same_names(played: Played) -> None:
    order = [played.entry(place) for place in range(1, 9)]
    rule(played.event, "disqualify", registration_id=order[0].pk)
    standing = [entry.name for entry in order[1:]]

    assert "Result version 2" in played.page("results")
    assert "Result version 2" in played.page("results-print")
    assert "Result version 2" in played.page("round", 1)
    for page in ("results", "results-print"):
        said = played.page(page)
        for place, name in enumerate(standing, start=1):
            assert f'<li value="{place}"><bdi>{name}</bdi></li>' in said

    stored = json.loads(file(played, "result-json").content)
    assert stored["version"] == 2
    in_json = {row["name"]: row["place"] for row in stored["rounds"][0]["places"]}
    assert in_json == {name: place for place, name in enumerate(standing, 1)} | {
        order[0].name: None
    }
    places = rows(played, "places-csv")
    assert {row["version"] for row in places + rows(played, "prizes-csv")} == {"2"}
    assert [row["name"] for row in places if row["place"]] == standing
    first = [row["name"] for row in rows(played, "prizes-csv") if row["place"] == "first"]
    assert first == [""]
    post = played.page("winners")
    assert "Version 2 of the result." in post
    assert order[0].name not in post

    new_first, out = played.of(order[1].person), played.of(order[0].person)
    assert "place 1" in new_first.get(reverse("history")).content.decode().lower()
    profile = out.get(reverse("history")).content.decode()
    assert "place 1" not in profile.lower()
    assert "A boat" not in profile


@pytest.mark.parametrize(
    ("name", "content_type", "ends"),
    [
        ("places-csv", "text/csv; charset=utf-8", "-places-v1.csv"),
        ("prizes-csv", "text/csv; charset=utf-8", "-prizes-v1.csv"),
        ("result-json", "application/json", "-result-v1.json"),
    ],
)
def test_a_file_has_a_plain_name_its_own_type_and_is_not_kept(
    name: str, content_type: str, ends: str
) -> None:
    played = Played(4, title='Fridåy / "Ködér" ..\\x').finish()
    answer = file(played, name)
    assert answer["Content-Type"] == content_type
    assert answer["Content-Disposition"] == f'attachment; filename="friday-koder-x{ends}"'
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_files_name_the_prizes_from_whom_and_whose_they_are(played: Played) -> None:
    prizes = rows(played, "prizes-csv")
    assert [(row["place"], row["prize"], row["from"], row["name"]) for row in prizes[:2]] == [
        ("first", "A boat", "Ida", played.entry(1).name),
        ("second", "A rod", "Anna", played.entry(2).name),
    ]


def test_no_name_of_a_post_is_markup_or_leaves_its_field() -> None:
    played = Played(4)
    winner = played.entry(1)
    Registration.objects.filter(pk=winner.pk).update(name="</textarea>[url=x]*_a_*")
    played.finish()
    page = played.page("winners")
    assert page.count("</textarea>") == 3
    assert "&lt;/textarea&gt;[url=x]*_a_*" in page
    assert r"\*\_a\_\*" in page
    assert "[\u2060url=x]" in page


def test_each_text_can_be_copied_with_and_without_script(played: Played) -> None:
    page = played.page("winners")
    for key in ("plain", "markdown", "bbcode"):
        assert f'data-copy="#post-{key}"' in page
        assert f'<textarea id="post-{key}" readonly' in page


def test_paper_has_every_prize_and_no_control_to_press(played: Played) -> None:
    page = played.page("results-print", client=played.host)
    for award in played.event.awards.select_related("prize", "registration"):
        assert f"<bdi>{award.registration.name}</bdi>" in page
        assert str(award.prize) in page
    assert '<html lang="en" data-theme="day">' in page
    assert "<form" not in page
