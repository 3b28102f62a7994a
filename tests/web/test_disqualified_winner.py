"""A winner is disqualified after the evening, with the prize claimed and not yet handed over: all on pages.

Delivery is blocked, the next is proposed, and every reader says the same of the same version.
"""

import csv
import io
import json
import re
from typing import Any

from django.urls import reverse

from events.domain import series as series_domain
from tests.events.factories import by, new_id
from tests.web.browsers import browser
from tests.web.winning import Played

PRIZE = "A boat"


def test_version_2_takes_the_prize_back_and_version_3_gives_it_to_the_next() -> None:
    played = Played().finish()
    series = series_domain.create_series(host=played.event.host, title="Fridays")
    series_domain.put_in_series(
        event_id=played.event.public_id, by=by(played.event), series=series, command_id=new_id()
    )
    standings = reverse("series", args=[series.public_id])
    first, second = played.entry(1), played.entry(2)
    won = played.award("first")
    played.winner(won).post(played.to("claim", won.pk), {"command_id": "claim-first-now"})
    assert read(played, standings) == told(1, first.name, first.name)

    typed = {"entry": first.pk, "reason": "played twice"}
    shown = played.host.post(played.to("rule", "disqualify"), typed).content.decode()
    mark = re.findall(r'name="seen" value="(\w+)"', shown)[0]
    played.host.post(played.to("rule", "disqualify"), typed | {"rule": "1", "seen": mark})

    blocked = played.host.post(played.to("deliver", won.pk), {"command_id": "deliver-first-now"})
    assert blocked.status_code == 422
    assert "is disqualified, so this prize isn&#x27;t theirs" in blocked.content.decode()
    won.refresh_from_db()
    assert won.state == "void"
    assert read(played, standings) == told(2, "", second.name)

    page = played.page("award-successor", won.pk, client=played.host)
    offered = re.findall(r'<option value="(\d+)"', page)
    assert offered[0] == str(second.pk), "the next by place is proposed first"
    given = {"registration": second.pk, "reason": "moves up", "command_id": "hand-on-first-now"}
    assert played.host.post(played.to("award-successor", won.pk), given).status_code == 302
    assert read(played, standings) == told(3, second.name, second.name)

    new = played.award("first")
    played.winner(new).post(played.to("claim", new.pk), {"command_id": "claim-second-now"})
    played.host.post(played.to("deliver", new.pk), {"command_id": "deliver-second-now"})
    new.refresh_from_db()
    assert (new.registration, new.state) == (second, "delivered")


def told(version: int, has_it: str, is_first: str) -> dict[str, Any]:
    """What every reader should say: the version, who has the prize, who is at place 1."""
    everywhere = dict.fromkeys(("page", "paper", "csv", "json"), (version, has_it, is_first))
    return everywhere | {"profiles": [has_it] if has_it else [], "standings": (version, is_first)}


def read(played: Played, standings: str) -> dict[str, Any]:
    places, prizes = (_table(played, name) for name in ("places-csv", "prizes-csv"))
    data = json.loads(browser().get(played.to("result-json")).content)
    (round_,) = data["rounds"]
    table = browser().get(standings).content.decode()
    names = [entry.name for entry in played.event.registrations.all()]
    return {
        "page": _page(played, "results"),
        "paper": _page(played, "results-print"),
        "csv": (
            int(places[0]["version"]),
            next(row["name"] for row in prizes if row["prize"] == PRIZE),
            next(row["name"] for row in places if row["place"] == "1"),
        ),
        "json": (
            data["version"],
            next(prize["name"] for prize in round_["prizes"] if prize["prize"] == PRIZE),
            next(row["name"] for row in round_["places"] if row["place"] == 1),
        ),
        "profiles": [
            entry.name
            for entry in played.event.registrations.select_related("person")
            if PRIZE in played.of(entry.person).get(reverse("history")).content.decode()
        ],
        "standings": (
            int((re.findall(r"result version (\d)", table) or ["1"])[0]),
            min((name for name in names if name in table), key=table.index),
        ),
    }


def _page(played: Played, name: str) -> tuple[int, str, str]:
    text = played.page(name)
    version = int((re.findall(r"Result version (\d)", text) or ["1"])[0])
    rows = re.split(r"<(?:li|tr)\b", text)
    awards = [row for row in rows if PRIZE in row]
    has_it = [found[1] for part in awards if (found := re.search(r"<b><bdi>(.*?)</bdi>", part))]
    first = re.findall(r'<li value="1"><bdi>(.*?)</bdi></li>', text)
    return version, "".join(has_it), first[0]


def _table(played: Played, name: str) -> list[dict[str, str]]:
    text = browser().get(played.to(name)).content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))
