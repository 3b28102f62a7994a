"""Evidence that dice and draws are even: counted by the hundred thousand through the product's own path.

The seeds are fixed, so these tests give the same counts each time. Limits are those that honest chance keeps to in 999
of 1,000 cases.
"""

import ast
import hashlib
import hmac
import inspect
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import fair
from games.statistics import chi_square_share, evenness

LIMIT = 0.001
"""How unlikely a count may be."""
DICE, MATCHES = 600_000, 600
DRAWS, ENTRANTS, PLACES = 20_000, 20, 6
REGS = tuple(hashlib.sha256(b"entrant %d" % number).hexdigest()[:32] for number in range(ENTRANTS))


def seed(purpose: str, number: int) -> bytes:
    return hashlib.sha256(f"evidence/{purpose}/{number}".encode()).digest()


def match_of(number: int) -> tuple[bytes, str, str]:
    """A sealed seed, its scope and the hash of a line-up, as a match has them."""
    scope = f"evt/evidence/game/{number}"
    rows = [(seat, reg, reg[::-1]) for seat, reg in enumerate(REGS[:6])]
    return seed("game", number), scope, fair.game_entropy(scope, rows, fair.NO_ENTROPY)


def faces(*, sides: int, count: int, rolls: int, matches: int) -> list[int]:
    """Dice of many matches, a FairChance for each command, as the one writer makes them."""
    fallen: list[int] = []
    for number in range(matches):
        source = match_of(number)
        for turn in range(rolls):
            fallen += fair.FairChance(*source).roll(f"r{turn}/s{turn % 6}/cup", sides, count)
    return fallen


def counts(values: Sequence[int], sides: int) -> list[int]:
    counted = Counter(values)
    return [counted[face] for face in range(1, sides + 1)]


# ------------------------------------------------------------------------------------- evenness


def test_six_hundred_thousand_dice_are_even() -> None:
    single = faces(sides=6, count=1, rolls=DICE // MATCHES // 2, matches=MATCHES)
    cups = faces(sides=6, count=5, rolls=DICE // MATCHES // 10, matches=MATCHES)
    fallen = single + cups
    assert len(fallen) == DICE
    assert evenness(counts(fallen, 6)).share > LIMIT
    for place in range(5):
        assert evenness(counts(cups[place::5], 6)).share > LIMIT
    # One die tells nothing of the next: all 36 pairs are as likely.
    pairs = [
        6 * first + second - 6 for first, second in zip(single[::2], single[1::2], strict=True)
    ]
    assert evenness(counts(pairs, 36)).share > LIMIT


@pytest.mark.parametrize("sides", [12, 20, 100])
def test_dice_with_more_sides_are_even(sides: int) -> None:
    fallen = faces(sides=sides, count=3, rolls=100, matches=100)
    assert evenness(counts(fallen, sides)).share > LIMIT


def test_a_die_that_takes_the_rest_of_a_byte_would_be_found() -> None:
    """The twin: the same number of dice without rejection fail the same test."""
    bent = Counter[int]()
    for number in range(DICE // 32):
        bent.update(byte % 6 + 1 for byte in seed("bent", number))
    assert evenness([bent[face] for face in range(1, 7)]).share < LIMIT


def test_twenty_thousand_draws_are_even() -> None:
    first, drawn = Counter[str](), Counter[str]()
    rows = [(reg, reg[::-1]) for reg in REGS]
    for number in range(DRAWS):
        event = f"evt/evidence{number}"
        root = fair.list_root(event, rows)
        order = fair.draw_order(seed("draw", number), event, 1, root, fair.NO_ENTROPY, REGS)
        first[order[0]] += 1
        drawn.update(order[:PLACES])
    assert evenness([first[reg] for reg in REGS]).share > LIMIT
    # Places are taken without putting anybody back, which makes counts keep closer together.
    chance = PLACES / ENTRANTS
    spread = sum((drawn[reg] - DRAWS * chance) ** 2 for reg in REGS)
    chi2 = spread / (DRAWS * chance * (1 - chance)) * (ENTRANTS - 1) / ENTRANTS
    assert chi_square_share(chi2, ENTRANTS - 1) > LIMIT


def test_where_somebody_stands_on_the_list_does_not_matter() -> None:
    """The first and the last to enter come out first as often as anybody, whatever their ids look like."""
    low_first = sum(
        fair.draw_order(seed("place", number), "evt/x", 1, "0" * 64, "none", ["0" * 32, "f" * 32])
        == ["0" * 32, "f" * 32]
        for number in range(4000)
    )
    assert evenness([low_first, 4000 - low_first]).share > LIMIT


# ------------------------------------------------------------------------------- no bias by form


def stream(source: tuple[bytes, str, str], label: str, dice: str) -> Iterator[int]:
    """The bytes that dice are made of, derived here anew."""
    key, scope, lineup = source
    block = 0
    while True:
        lines = ("fair-v1/roll", scope, lineup, label, "0", dice, str(block))
        yield from hmac.new(key, "".join(f"{line}\n" for line in lines).encode(), "sha256").digest()
        block += 1


@pytest.mark.parametrize("sides", [2, 5, 6, 7, 12, 20, 100, 129, 256])
def test_a_byte_at_or_above_the_limit_is_never_used(sides: int) -> None:
    source, count = match_of(1), 4000
    limit = 256 // sides * sides
    raw = stream(source, "many", f"{count}d{sides}")
    kept: list[int] = []
    left_out = 0
    while len(kept) < count:
        byte = next(raw)
        if byte < limit:
            kept.append(byte % sides + 1)
        else:
            left_out += 1
    assert fair.FairChance(*source).roll("many", sides, count) == tuple(kept)
    assert (left_out > 0) is (256 % sides > 0), "such bytes did come, where there are any"
    # Below the limit every face has as many bytes as every other.
    assert set(Counter(byte % sides for byte in range(limit)).values()) == {256 // sides}


def tree() -> ast.Module:
    return ast.parse(inspect.getsource(fair))


def test_nothing_is_derived_by_fractions_or_with_other_chance() -> None:
    names = {node.id for node in ast.walk(tree()) if isinstance(node, ast.Name)}
    assert not names & {"float", "round", "random", "divmod", "math", "secrets"}
    numbers = [node.value for node in ast.walk(tree()) if isinstance(node, ast.Constant)]
    assert not [value for value in numbers if isinstance(value, float)]
    operators = {type(node.op) for node in ast.walk(tree()) if isinstance(node, ast.BinOp)}
    assert not operators & {ast.Div, ast.FloorDiv, ast.Pow, ast.RShift, ast.BitAnd}
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree())
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= {"hashlib", "hmac", "re", "collections", "itertools", "typing", "games"}


def test_the_only_remainder_is_of_a_byte_below_the_limit() -> None:
    remainders = [
        ast.unparse(node)
        for node in ast.walk(tree())
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)
    ]
    assert sorted(remainders) == ["256 % sides", "byte % sides"]
    roll = next(
        node for node in tree().body if isinstance(node, ast.FunctionDef) and node.name == "roll"
    )
    filters = [
        ast.unparse(test)
        for node in ast.walk(roll)
        if isinstance(node, ast.comprehension)
        for test in node.ifs
    ]
    assert filters == ["byte < limit"]


# -------------------------------------------------------------------------- nobody can be picked

reg = st.text("0123456789abcdef", min_size=4, max_size=32)
lists = st.lists(reg, min_size=1, max_size=40, unique=True)


@given(
    regs=lists,
    leave=st.sets(st.integers(0, 39)),
    key=st.binary(min_size=32, max_size=32),
    number=st.integers(1, 99),
)
def test_leaving_somebody_out_never_moves_two_others(
    regs: list[str], leave: set[int], key: bytes, number: int
) -> None:
    """Once the list is frozen under its root, whoever is taken off it leaves all others in their order."""
    root = fair.list_root("evt/x", [(reg, reg) for reg in regs])
    order = fair.draw_order(key, "evt/x", number, root, "none", regs)
    left = [reg for place, reg in enumerate(regs) if place not in leave]
    assert fair.draw_order(key, "evt/x", number, root, "none", left) == [
        reg for reg in order if reg in left
    ]


@given(regs=st.permutations(REGS), key=st.binary(min_size=32, max_size=32))
def test_the_order_of_the_list_is_no_lever(regs: list[str], key: bytes) -> None:
    rows = [(reg, reg) for reg in regs]
    root = fair.list_root("evt/x", rows)
    assert root == fair.list_root("evt/x", [(reg, reg) for reg in REGS])
    drawn = fair.draw_order(key, "evt/x", 1, root, "none", regs)
    assert drawn == fair.draw_order(key, "evt/x", 1, root, "none", REGS)


def test_a_list_changed_before_it_is_frozen_is_another_draw() -> None:
    """The twin: with another root the order is another, so what is frozen when does matter."""
    whole = fair.list_root("evt/x", [(reg, reg) for reg in REGS])
    fewer = fair.list_root("evt/x", [(reg, reg) for reg in REGS[1:]])
    orders = [
        fair.draw_order(seed("draw", 1), "evt/x", 1, root, "none", REGS[1:])
        for root in (whole, fewer)
    ]
    assert orders[0] != orders[1]
