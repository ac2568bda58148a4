"""Agreement beyond chance is as published examples and a plain recount have it."""

import random
from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.reliability import Coefficient, cohens_kappa, krippendorffs_alpha

Unit = Sequence[str | None]
Table = Sequence[Sequence[int]]

COHEN_1960 = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
FLEISS_COHEN_EVERITT_1969 = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]
BONNARDEL = [[25, 3, 5], [6, 32, 8], [1, 0, 20]]  # kappa.perso.worldonline.fr: 0.654, standard error 0.062


def pairs_of(table: Table) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row, counts in enumerate(table)
        for column, count in enumerate(counts)
        for _ in range(count)
    ]


def units_of(*raters: str) -> list[Unit]:
    """Read one text per rater: a letter for each unit, "." where she did not rate it."""
    return [[None if value == "." else value for value in unit] for unit in zip(*raters, strict=True)]


# Krippendorff (2011): two observers with two and with five categories, and four observers with gaps.
TWO_CATEGORIES = units_of("0100000000", "1110010100")
FIVE_CATEGORIES = units_of("aabbdcccedda", "babbbccceddd")
FOUR_OBSERVERS = units_of("123321412...", "1233224125..", ".33323422513", "12332441251.")


def alpha(units: Sequence[Unit], seed: int = 1) -> Coefficient:
    return krippendorffs_alpha(units, random.Random(seed))


def plain_alpha(units: Sequence[Unit]) -> float:
    """Compute alpha from ordered pairs of values, as it is defined."""
    replies = [[value for value in unit if value is not None] for unit in units]
    kept = [values for values in replies if len(values) > 1]
    everything = [value for values in kept for value in values]
    n = len(everything)
    observed = sum(
        sum(one != other for one, other in permutations(values, 2)) / (len(values) - 1) for values in kept
    )
    by_chance = sum(one != other for one, other in permutations(everything, 2)) / (n * (n - 1))
    return 1 - observed / n / by_chance


@pytest.mark.parametrize(
    ("table", "expected"), [(COHEN_1960, 0.492), (FLEISS_COHEN_EVERITT_1969, 0.429), (BONNARDEL, 0.654)]
)
def test_kappa_of_published_tables(table: Table, expected: float) -> None:
    value = cohens_kappa(pairs_of(table)).value
    assert value == pytest.approx(expected, abs=0.0005)


@pytest.mark.parametrize(("table", "error"), [(FLEISS_COHEN_EVERITT_1969, 0.002885**0.5), (BONNARDEL, 0.062)])
def test_the_interval_of_kappa_has_the_published_standard_error(table: Table, error: float) -> None:
    kappa = cohens_kappa(pairs_of(table))
    assert kappa.low is not None
    assert kappa.high is not None
    assert (kappa.high - kappa.low) / 2 / 1.959964 == pytest.approx(error, abs=0.0005)


def test_the_interval_of_kappa_is_about_that_of_resampling() -> None:
    rng = random.Random(3)
    pairs = pairs_of(BONNARDEL)
    resampled = [cohens_kappa(rng.choices(pairs, k=len(pairs))).value for _ in range(400)]
    low, high = np.quantile([value for value in resampled if value is not None], (0.025, 0.975))
    kappa = cohens_kappa(pairs)
    assert kappa.low == pytest.approx(low, abs=0.03)
    assert kappa.high == pytest.approx(high, abs=0.03)


def test_perfect_agreement_is_one_with_a_lower_limit_that_more_items_raise() -> None:
    few, many = cohens_kappa(pairs_of([[5, 0], [0, 5]])), cohens_kappa(pairs_of([[50, 0], [0, 50]]))
    assert (few.value, few.high) == (1.0, 1.0)
    # Of 10 items all agree: at least 0.025^(1/10) = 69.15 % would; by chance half do.
    assert few.low == pytest.approx((0.6915 - 0.5) / 0.5, abs=0.0001)
    assert many.low is not None
    assert many.low > 0.9


def test_kappa_is_undefined_without_items_and_where_chance_always_agrees() -> None:
    assert cohens_kappa([]) == Coefficient(0, None, None, None)
    assert cohens_kappa([("a", "a")] * 7) == Coefficient(7, None, None, None)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=30))
def test_exchanging_the_raters_changes_no_kappa(pairs: list[tuple[str, str]]) -> None:
    one, other = cohens_kappa(pairs), cohens_kappa([(second, first) for first, second in pairs])
    assert (one.value is None) == (other.value is None)
    if one.value is not None:
        assert one.value == pytest.approx(other.value)
        assert one.low is not None
        assert one.high is not None
        assert -1 <= one.low <= one.value <= one.high <= 1


@pytest.mark.parametrize(
    ("units", "expected"), [(TWO_CATEGORIES, 0.095), (FIVE_CATEGORIES, 0.692), (FOUR_OBSERVERS, 0.743)]
)
def test_alpha_of_published_examples(units: Sequence[Unit], expected: float) -> None:
    assert alpha(units).value == pytest.approx(expected, abs=0.0005)


def test_units_rated_once_say_nothing() -> None:
    assert alpha(FOUR_OBSERVERS).n == 11
    assert alpha([("a", None), ("b", None)]) == Coefficient(0, None, None, None)


def test_alpha_is_undefined_where_all_say_the_same() -> None:
    assert alpha([("a", "a")] * 4) == Coefficient(4, None, None, None)


@given(
    st.lists(
        st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=5), min_size=1, max_size=12
    ).filter(
        lambda units: (
            len({value for unit in units if sum(map(bool, unit)) > 1 for value in unit if value}) > 1
        )
    )
)
def test_alpha_is_that_of_its_definition_and_lies_in_its_interval(units: list[list[str | None]]) -> None:
    found = alpha(units)
    assert found.value == pytest.approx(plain_alpha(units))
    assert found.low is not None
    assert found.high is not None
    assert -1 - 1e-9 <= found.low <= found.high <= 1 + 1e-9
    again = alpha([list(reversed(unit)) for unit in units])
    assert again.value == pytest.approx(found.value)


def test_the_interval_of_alpha_is_repeatable_and_covers_the_agreement_that_made_the_data() -> None:
    # Two raters report a fair coin rightly with probability 0.9: they agree with 0.82, so alpha is 0.64.
    rng = random.Random(5)
    covered = 0
    for _ in range(60):
        truths = [rng.random() < 0.5 for _ in range(150)]
        units = [[str(truth ^ (rng.random() < 0.1)) for _ in range(2)] for truth in truths]
        found = alpha(units)
        assert found == alpha(units)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0.64 <= found.high
    assert covered >= 53
