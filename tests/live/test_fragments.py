"""Fingerprints decide who shares a rendering; answers hold what a page lacks."""

from dataclasses import dataclass

import pytest
from django.utils.safestring import mark_safe

from events.live.fragments import NoTopic, answer, render
from events.live.rendering import fingerprint
from events.live.shown import Rendered, Shown, Viewer, last_shown
from events.models import Event

PUBLIC = Viewer("live", "public")


@dataclass(frozen=True)
class Die:
    n: int
    face: int | None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": [1, (2, 3)]}, {"a": [1, (2, 3)]}),
        ({"die": Die(1, None)}, {"die": Die(1, None)}),
        ({"words": {"x", "y"}}, {"words": {"y", "x"}}),
    ],
)
def test_equal_data_has_equal_fingerprints(one, other):
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        ("<b>", mark_safe("<b>")),
        ([1, 2], [2, 1]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Die(1, None), Die(1, 0)),
        (Event(pk=1, title="Friday"), Event(pk=1, title="Monday")),
    ],
)
def test_what_could_render_differently_has_other_fingerprints(one, other):
    assert fingerprint(one) != fingerprint(other)


def test_shown_remembers_when_each_fragment_last_changed():
    shown = Shown.first(Rendered(3, {"turn": "a", "log": "x"}))
    shown = shown.then(Rendered(4, {"turn": "b", "log": "x"}))
    shown = shown.then(Rendered(7, {"turn": "b", "log": "y"}))
    assert shown.changes(2) is None
    assert shown.changes(3) == {"turn": "b", "log": "y"}
    assert shown.changes(4) == {"log": "y"}
    assert shown.changes(7) == {}


def test_answer_holds_everything_for_a_page_that_nothing_is_known_of(event, source):
    frame = answer(event.topic, "live", "public", None)
    assert (frame["base"], frame["snapshot"], frame["seq"]) == (None, True, event.seq)
    assert set(frame["html"]) == {"turn", "log"}
    assert answer(event.topic, "live", "public", event.seq)["snapshot"] is True


def test_answer_holds_what_changed_since_the_pages_seq(event, source, monkeypatch):
    html = render(event.topic, "live", "public").html
    before = Shown.first(Rendered(event.seq - 1, {**html, "turn": "old"}))
    monkeypatch.setitem(last_shown, (event.topic, PUBLIC), before)
    frame = answer(event.topic, "live", "public", event.seq - 1)
    assert (frame["base"], frame["seq"]) == (event.seq - 1, event.seq)
    assert frame["html"] == {"turn": html["turn"]}


def test_render_refuses_what_is_not_there(event, source):
    for topic in ("event/nothere", "match/nothere", "seat/1", ""):
        with pytest.raises(NoTopic):
            render(topic, "live", "public")
