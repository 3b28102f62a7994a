"""Chi-square and runs against tables and against counting every case."""

from itertools import product

import pytest

from games.statistics import (
    Evenness,
    Run,
    chi_square_share,
    evenness,
    longest_run,
    run_share,
)


@pytest.mark.parametrize(
    ("chi2", "freedom", "share"),
    [
        (3.841, 1, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (0.412, 5, 0.995),
        (1.145, 5, 0.95),
        (30.144, 19, 0.05),
        (43.820, 19, 0.001),
        (149.449, 99, 0.0008),
    ],
)
def test_the_share_is_that_of_the_printed_tables(chi2: float, freedom: int, share: float) -> None:
    assert chi_square_share(chi2, freedom) == pytest.approx(share, rel=0.01)


def test_the_share_of_two_degrees_is_the_exponential() -> None:
    for half in (0.01, 0.5, 1.9, 2.1, 7.0, 40.0):
        assert chi_square_share(2 * half, 2) == pytest.approx(2.718281828459045**-half, rel=1e-9)


@pytest.mark.parametrize(("chi2", "share"), [(0.0, 1.0), (1e6, 0.0)])
def test_the_share_ends_at_all_and_nothing(chi2: float, share: float) -> None:
    assert chi_square_share(chi2, 5) == share


@pytest.mark.parametrize(("chi2", "freedom"), [(-0.1, 5), (1.0, 0)])
def test_what_chi_square_cannot_be_is_refused(chi2: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="chi-square"):
        chi_square_share(chi2, freedom)


def test_evenness_of_186_dice_by_hand() -> None:
    fell = evenness([30, 34, 28, 33, 32, 29])
    assert fell.count == 186
    assert fell.chi2 == pytest.approx(28 / 31)  # squares of -1 3 -3 2 1 -2 add up to 28
    assert round(fell.share, 2) == 0.97


def test_no_dice_are_even() -> None:
    assert evenness([0] * 6) == Evenness((0,) * 6, 0.0, 1.0)
    with pytest.raises(ValueError, match="one face"):
        evenness([5])


@pytest.mark.parametrize(("count", "enough"), [(29, False), (30, True)])
def test_a_few_dice_say_nothing(count: int, enough: bool) -> None:
    assert evenness([count, 0, 0, 0, 0, 0]).is_enough is enough


@pytest.mark.parametrize(
    ("faces", "run"),
    [
        ([], None),
        ([3], Run(3, 1, 0)),
        ([1, 2, 2, 3, 3], Run(2, 2, 1)),
        ([6, 6, 1, 6, 6, 6], Run(6, 3, 3)),
    ],
)
def test_the_longest_run_is_the_first_of_its_length(faces: list[int], run: Run | None) -> None:
    assert longest_run(faces) == run


@pytest.mark.parametrize(("length", "dice", "sides"), [(2, 5, 3), (3, 6, 2), (2, 2, 6), (4, 7, 2)])
def test_how_likely_a_run_is_equals_counting_every_case(length: int, dice: int, sides: int) -> None:
    runs = [longest_run(case) for case in product(range(sides), repeat=dice)]
    counted = sum(run is not None and run.length >= length for run in runs)
    assert run_share(length, dice, sides) == pytest.approx(counted / sides**dice)


@pytest.mark.parametrize(
    ("length", "dice", "share"), [(1, 1, 1.0), (0, 0, 1.0), (1, 0, 0.0), (3, 2, 0.0)]
)
def test_how_likely_a_run_is_at_the_edges(length: int, dice: int, share: float) -> None:
    assert run_share(length, dice, 6) == share
