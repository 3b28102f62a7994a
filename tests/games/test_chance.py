"""Chance for tests: the same seed gives the same values, a script gives exactly its own."""

from collections import Counter

import pytest

from games.chance import ScriptedChance, SeededChance


def test_seeded_chance_depends_on_seed_and_label_only():
    one, other = SeededChance(1), SeededChance(1)
    first = one.roll("a", 6, 5), one.shuffle("b", 9), one.pick("c", 9, 3)
    assert (other.pick("c", 9, 3), other.shuffle("b", 9), other.roll("a", 6, 5)) == first[::-1]
    assert SeededChance(2).roll("a", 6, 50) != SeededChance(1).roll("a", 6, 50)
    assert SeededChance(1).roll("a", 6, 50) != SeededChance(1).roll("b", 6, 50)


def test_seeded_chance_gives_another_attempt_other_values():
    again = SeededChance(1, {"a": 1})
    assert again.roll("a", 6, 50) != SeededChance(1).roll("a", 6, 50)
    assert again.roll("b", 6, 50) == SeededChance(1).roll("b", 6, 50)


def test_seeded_chance_records_what_it_drew():
    chance = SeededChance(1, {"b": 2})
    faces, picked = chance.roll("a", 20, 2), chance.pick("b", 5, 3)
    assert chance.drawn == [("roll", "a", 0, 20, 2, faces), ("pick", "b", 2, 5, 3, picked)]


def test_seeded_faces_are_equally_likely():
    count = 60_000
    faces = Counter(SeededChance(1).roll("many", 6, count))
    chi2 = sum((faces[face] - count / 6) ** 2 / (count / 6) for face in range(1, 7))
    assert chi2 < 20.5  # 5 degrees of freedom, 99.9 %


@pytest.mark.parametrize("n", [1, 2, 7, 300])
def test_seeded_orders_hold_everything_once(n):
    chance = SeededChance(1)
    assert sorted(chance.shuffle("deck", n)) == list(range(n))
    assert len(set(chance.pick("some", n, n))) == n


def test_seeded_chance_can_not_draw_from_nothing():
    with pytest.raises(ValueError, match="can't pick"):
        SeededChance(1).pick("a", 2, 3)
    with pytest.raises(ValueError, match="nothing to draw from"):
        SeededChance(1).roll("a", 0)


def test_scripted_chance_gives_what_is_written():
    chance = ScriptedChance({"a": 3, "b": (6, 1), "c": (1, 0)})
    assert chance.roll("a") == (3,)
    assert chance.roll("b", 6, 2) == (6, 1)
    assert chance.shuffle("c", 2) == (1, 0)
    assert chance.drawn == [
        ("roll", "a", 0, 6, 1, (3,)),
        ("roll", "b", 0, 6, 2, (6, 1)),
        ("shuffle", "c", 0, 2, 2, (1, 0)),
    ]


def test_scripted_chance_asks_another_for_the_rest():
    chance = ScriptedChance({"a": 3}, otherwise=SeededChance(1))
    assert chance.roll("a") == (3,)
    assert chance.roll("b") == SeededChance(1).roll("b")
    assert chance.pick("c", 9, 2) == SeededChance(1).pick("c", 9, 2)
    assert chance.shuffle("d", 9) == SeededChance(1).shuffle("d", 9)


def test_scripted_chance_refuses_what_is_not_written_or_can_not_fall():
    chance = ScriptedChance({"a": 7, "b": (1, 2), "c": (0, 0)})
    with pytest.raises(LookupError, match="nothing for 'x'"):
        chance.roll("x")
    for impossible in (
        lambda: chance.roll("a"),
        lambda: chance.roll("b"),
        lambda: chance.pick("c", 3, 2),
        lambda: chance.pick("a", 7, 1),
    ):
        with pytest.raises(LookupError, match="can't fall"):
            impossible()
