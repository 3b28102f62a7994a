"""Exports: one version everywhere, cells that no spreadsheet takes for a formula, and a post for the thread."""

import csv
import io
import json

import pytest

from events.models import Prize, Registration
from events.queries import exports, results
from events.queries.exports import safe_cell
from events.queries.winners_post import winners_post
from tests.events.awards import (
    CUSTOM,
    ROUND,
    award,
    entry_at,
    finish,
    played_knockout,
    played_round,
    rule,
)


def rows(raw: bytes) -> list[dict[str, str]]:
    assert raw.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def renamed(match, place: int, name: str) -> Registration:
    entry = entry_at(match, place)
    Registration.objects.filter(pk=entry.pk).update(name=name)
    return entry


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "  =1+1",
        "\u00a0=1",
        "\u200b=1",
        "\ufeff+1",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20A1",
        " \uff1d1",
        "\tplain",
    ],
)
def test_what_begins_a_formula_gets_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == "'" + text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("a\n=1", "a\n'=1"),
        (" \t=1+1", "' \t'=1+1"),
        ("a;=1", "a;'=1"),
    ],
)
def test_a_separator_begins_another_cell(text: str, safe: str) -> None:
    assert safe_cell(text) == safe


@pytest.mark.parametrize("text", ["Kit", "a=b", "3-4", "", "O'Neill", "Ä+", "x@y", 7, None])
def test_everything_else_stays(text: object) -> None:
    assert safe_cell(text) == text


def test_no_cell_of_an_export_is_a_formula_and_quotes_are_doubled() -> None:
    match = played_round()
    renamed(match, 1, '=HYPERLINK("http://x","y")')
    Prize.objects.filter(event=match.event, place="main").update(
        title="\uff1d2+3", from_whom="@all"
    )
    event = finish(match.event)
    place = rows(exports.places_csv(event))[0]
    assert place["name"] == '\'=HYPERLINK("http://x","y")'
    prize = rows(exports.prizes_csv(event))[0]
    assert (prize["name"], prize["prize"], prize["from"]) == (place["name"], "'\uff1d2+3", "'@all")
    raw = exports.places_csv(event).decode("utf-8-sig")
    assert '"\'=HYPERLINK(""http://x"",""y"")"' in raw
    assert raw.count("\r\n") == raw.count("\n") == 5


def test_every_export_reads_the_same_version() -> None:
    match = played_knockout()
    event = finish(match.event)
    rule(event, "disqualify", registration_id=entry_at(match, 1).pk)
    stored = json.loads(exports.result_json(event))
    assert (stored["version"], stored["reason"]) == (2, "played twice")
    places, prizes = rows(exports.places_csv(event)), rows(exports.prizes_csv(event))
    assert {row["version"] for row in places + prizes} == {"2"}
    in_json = [row for round_ in stored["rounds"] for row in round_["places"]]
    assert [(row["name"], row["place"], row["entry"]) for row in places] == [
        (row["name"], str(row["place"] or ""), row["reg"]) for row in in_json
    ]
    assert [(row["prize"], row["name"]) for row in prizes] == [
        (prize["prize"], prize["name"]) for prize in results.prizes_in(stored)
    ]
    assert [row["name"] for row in prizes if row["place"] == "first"] == [""]


def test_places_say_how_often_each_rolled() -> None:
    match = played_round()
    rolls = {row["name"]: row["rolls"] for row in rows(exports.places_csv(finish(match.event)))}
    assert all(count.isdigit() for count in rolls.values())
    assert sum(map(int, rolls.values())) >= len(rolls)


def test_file_names_are_plain() -> None:
    event = played_round().event
    event.title = "Fridåy / Ködér ..\\x"
    assert exports.file_name(event, "places", "csv") == "friday-koder-x-places-v0.csv"
    event.title = "釣り"
    assert exports.file_name(event, "prizes", "csv") == "evening-prizes-v0.csv"


def test_a_post_has_every_winner_with_the_prize() -> None:
    match = played_round(prizes=(*ROUND, CUSTOM))
    main, door = award(match, "main").registration.name, award(match, "door").registration.name
    event = finish(match.event)
    assert winners_post(event, "plain") == (
        f"Friday bait\n\nRound 1\n- Main prize: {main}, A rod from Anna\n"
        f"- Door prize: {door}, A hook\n"
    )
    assert winners_post(event, "bbcode") == (
        f"[b]Friday bait[/b]\n\n[b]Round 1[/b]\n[*] Main prize: [b]{main}[/b], A rod from Anna\n"
        f"[*] Door prize: [b]{door}[/b], A hook\n"
    )


def test_names_are_escaped_for_each_markup() -> None:
    match = played_round()
    winner = award(match, "main").registration
    Registration.objects.filter(pk=winner.pk).update(name="[url=x]*_a_*[/url]")
    event = finish(match.event)
    assert r"**\[url\=x\]\*\_a\_\*\[\/url\]**" in winners_post(event, "markdown")
    bbcode = winners_post(event, "bbcode")
    assert "[url" not in bbcode
    assert "[/url" not in bbcode
    assert "[\u2060url=x]*_a_*[\u2060/url]" in bbcode
    assert "[url=x]*_a_*[/url]" in winners_post(event, "plain")


def test_a_post_says_that_a_result_was_corrected_and_without_prizes_who_won() -> None:
    match = played_round(prizes=())
    event = finish(match.event)
    assert entry_at(match, 1).name in winners_post(event, "plain")
    assert "Version" not in winners_post(event, "plain")
    rule(event, "note")
    assert "Version 2 of the result." in winners_post(event, "plain")


def test_another_markup_is_an_error() -> None:
    with pytest.raises(KeyError):
        winners_post(played_round().event, "html")
