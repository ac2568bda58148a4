"""Error rates come from random audits alone, and their intervals keep their word."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.auditing import (
    AuditedVerdict,
    clopper_pearson,
    confusion,
    error_by_outcome,
    error_rate,
)
from judging.domain.panel import Finding

ASKER, OPPONENT = Finding.ASKER, Finding.OPPONENT


def right(probability: float = 1.0) -> AuditedVerdict:
    return AuditedVerdict(ASKER, probability, drawn=True, truth=ASKER)


def wrong(probability: float = 1.0) -> AuditedVerdict:
    return AuditedVerdict(ASKER, probability, drawn=True, truth=OPPONENT)


def undrawn(probability: float = 0.5) -> AuditedVerdict:
    return AuditedVerdict(ASKER, probability, drawn=False)


def outstanding(probability: float = 0.5) -> AuditedVerdict:
    return AuditedVerdict(ASKER, probability, drawn=True)


def some_audit(rng: random.Random, rates: Sequence[tuple[float, float]], each: int) -> list[AuditedVerdict]:
    """Draw audits of verdicts by kinds (audit probability, chance to be wrong), `each` of every kind."""
    verdicts = []
    for probability, chance in rates:
        for _ in range(each):
            truth = OPPONENT if rng.random() < chance else ASKER
            drawn = rng.random() < probability
            verdicts.append(AuditedVerdict(ASKER, probability, drawn, truth if drawn else None))
    return verdicts


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    # Newcombe (1998), Statistics in Medicine 17, Table I, method 5 (Clopper-Pearson "exact").
    [(81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684), (1, 29, 0.0009, 0.1776)],
)
def test_the_interval_of_a_share_is_clopper_and_pearsons(count: int, n: int, low: float, high: float) -> None:
    assert clopper_pearson(count, n) == pytest.approx((low, high), abs=0.00005)
    mirrored = clopper_pearson(n - count, n)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=0.00005)


def test_each_audited_verdict_stands_for_as_many_as_its_probability_says() -> None:
    # By hand: one error drawn at 1/10 and one at 1/2 stand for 12; the right one at 1/2 stands for 2.
    found = error_rate([wrong(0.1), wrong(0.5), right(0.5), undrawn(), undrawn()])
    assert (found.verdicts, found.settled, found.wrong, found.outstanding) == (5, 3, 2, 0)
    assert found.total_wrong == pytest.approx(12)
    assert found.rate == pytest.approx(12 / 14)


def test_with_equal_probabilities_the_interval_is_the_exact_one() -> None:
    found = error_rate([wrong(0.2)] * 15 + [right(0.2)] * 133 + [undrawn(0.2)] * 600)
    assert (found.low, found.high) == pytest.approx((0.0578, 0.1617), abs=0.00005)
    assert found.effective_size == pytest.approx(148)


def test_no_error_among_twenty_audits_still_leaves_room_for_some() -> None:
    found = error_rate([right(0.1)] * 20)
    assert (found.rate, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(0.1684, abs=0.00005)


def test_unequal_weights_make_the_sample_smaller_than_it_looks() -> None:
    # Kish: weights 10 (2 times) and 1 (20 times) sum to 40, their squares to 220.
    found = error_rate([right(0.1)] * 2 + [right(1.0)] * 20)
    assert found.effective_size == pytest.approx(40**2 / 220)
    assert found.high > error_rate([right()] * 22).high


def test_errors_in_what_weighs_much_widen_the_interval_further() -> None:
    # By hand: rate 10/40; v = (100 * .75^2 + 100 * .25^2 + 20 * .25^2) / 1600; n* = .1875 / v.
    found = error_rate([wrong(0.1), right(0.1)] + [right(1.0)] * 20)
    variance = (100 * 0.75**2 + 100 * 0.25**2 + 20 * 0.25**2) / 1600
    assert found.effective_size == pytest.approx(0.1875 / variance)


def test_without_a_settled_audit_nothing_is_known() -> None:
    found = error_rate([undrawn(), undrawn()])
    assert (found.rate, found.low, found.high) == (None, 0.0, 1.0)
    assert (found.if_all_right, found.if_all_wrong) == (None, None)


def test_outstanding_audits_are_counted_and_bounded_both_ways() -> None:
    found = error_rate([wrong(0.5), right(0.5), right(0.5), outstanding(0.25)])
    assert (found.settled, found.outstanding) == (3, 1)
    assert found.rate == pytest.approx(2 / 6)
    assert found.if_all_right == pytest.approx(2 / 10)
    assert found.if_all_wrong == pytest.approx(6 / 10)


def test_what_was_not_drawn_has_no_audited_truth() -> None:
    with pytest.raises(ValueError, match="Only drawn"):
        AuditedVerdict(ASKER, 0.5, drawn=False, truth=ASKER)


@pytest.mark.parametrize("probability", [0.0, -0.1, 1.1])
def test_a_probability_that_is_none_is_refused(probability: float) -> None:
    with pytest.raises(ValueError, match="lies in"):
        AuditedVerdict(ASKER, probability, drawn=False)


def test_the_estimated_number_of_errors_is_unbiased_whatever_is_audited_more() -> None:
    # Errors are rarer where audits are likelier: a plain share of audited errors would say 0.14, not 0.25.
    rng = random.Random(11)
    totals, rates = [], []
    for _ in range(400):
        found = error_rate(some_audit(rng, [(0.1, 0.4), (0.8, 0.1)], 100))
        totals.append(found.total_wrong)
        rates.append(found.rate or 0.0)
    assert sum(totals) / 400 == pytest.approx(50, abs=2)
    assert sum(rates) / 400 == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("rates", [[(0.3, 0.03)], [(0.1, 0.2), (0.6, 0.05)], [(0.2, 0.5), (1.0, 0.0)]])
def test_the_interval_holds_the_true_rate_at_least_95_times_in_100(rates: list[tuple[float, float]]) -> None:
    rng = random.Random(17)
    truth = sum(chance for _, chance in rates) / len(rates)
    covered = 0
    for _ in range(600):
        found = error_rate(some_audit(rng, rates, 150))
        covered += found.low <= truth <= found.high
    assert covered / 600 >= 0.95


def test_errors_are_told_apart_by_what_the_jury_found() -> None:
    by = error_by_outcome([wrong(), right(), AuditedVerdict(Finding.EQUIVALENT, 0.5, drawn=False)])
    assert list(by) == [ASKER, Finding.EQUIVALENT]
    assert by[ASKER].rate == pytest.approx(0.5)
    assert by[Finding.EQUIVALENT].rate is None


def test_the_matrix_counts_audits_and_estimates_verdicts() -> None:
    cells = {
        (cell.verdict, cell.truth): cell
        for cell in confusion([wrong(0.1), right(0.5), right(0.25), undrawn()])
    }
    assert len(cells) == 16
    assert (cells[ASKER, ASKER].audits, round(cells[ASKER, ASKER].estimated, 9)) == (2, 6.0)
    assert (cells[ASKER, OPPONENT].audits, round(cells[ASKER, OPPONENT].estimated, 9)) == (1, 10.0)
    assert (cells[OPPONENT, ASKER].audits, cells[OPPONENT, ASKER].estimated) == (0, 0.0)


audits = st.lists(
    st.builds(lambda make, probability: make(probability), st.sampled_from([right, wrong, undrawn, outstanding]),
              st.floats(0.01, 1.0)),
    max_size=25,
)  # fmt: skip


@given(audits)
def test_the_rate_lies_in_its_interval_and_bounds_hold_in_any_order(verdicts: list[AuditedVerdict]) -> None:
    found = error_rate(verdicts)
    assert 0 <= found.low <= found.high <= 1
    if found.rate is not None:
        assert found.low - 1e-9 <= found.rate <= found.high + 1e-9
        assert found.if_all_right is not None
        assert found.if_all_wrong is not None
        assert found.if_all_right - 1e-9 <= found.rate <= found.if_all_wrong + 1e-9
        assert 0 < found.effective_size <= found.settled + 1e-9
    assert error_rate(verdicts[::-1]).high == pytest.approx(found.high)
