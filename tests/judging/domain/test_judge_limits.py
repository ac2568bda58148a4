"""A judge is suspended for what is known of it, not for bad luck."""

import random

import pytest

from judging.domain.auditing import AuditedVerdict, ErrorEstimate, error_rate
from judging.domain.judge_figures import share_of
from judging.domain.judge_limits import LimitedFigures, reasons_to_suspend
from judging.domain.panel import Finding


def audited(wrong: int, n: int) -> ErrorEstimate:
    truths = [Finding.OPPONENT] * wrong + [Finding.ASKER] * (n - wrong)
    return error_rate([AuditedVerdict(Finding.ASKER, 0.1, drawn=True, truth=truth) for truth in truths])


def test_a_judge_of_whom_nothing_is_known_is_not_suspended() -> None:
    assert reasons_to_suspend(LimitedFigures()) == ()
    nothing_settled = error_rate([AuditedVerdict(Finding.ASKER, 0.1, drawn=True)])
    assert reasons_to_suspend(LimitedFigures(audit_error=nothing_settled)) == ()


# Wilson's limits: 54/100 from 44.3 %, 49/100 from 39.4 %; 20/100 from 13.3 %, 15/100 from 9.3 %;
# 12/20 up to 78.1 %, 33/60 up to 66.9 %. Clopper-Pearson: 22/50 from 30.0 %, 25/50 from 35.5 %.
@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (LimitedFigures(order_flips=share_of(54, 100)), "answers change places in 54.0 % of 100 [44."),
        (LimitedFigures(unreadable=share_of(20, 100)), "cannot be read in 20.0 % of 100 [13.3"),
        (LimitedFigures(gold_accuracy=share_of(33, 60)), "at least 75.0 % is needed"),
        (LimitedFigures(audit_error=audited(25, 50)), "estimated 50.0 % [35.5"),
    ],
)
def test_a_figure_whose_whole_interval_is_outside_suspends_with_a_reason(
    figures: LimitedFigures, words: str
) -> None:
    (reason,) = reasons_to_suspend(figures)
    assert words in reason
    assert len(reason) < 300


@pytest.mark.parametrize(
    "figures",
    [
        LimitedFigures(order_flips=share_of(49, 100)),
        LimitedFigures(unreadable=share_of(15, 100)),
        LimitedFigures(gold_accuracy=share_of(12, 20)),
        LimitedFigures(audit_error=audited(20, 50)),
    ],
)
def test_a_figure_beyond_its_limit_by_what_may_be_chance_does_not_suspend(figures: LimitedFigures) -> None:
    assert reasons_to_suspend(figures) == ()


@pytest.mark.parametrize(
    "figures",
    [
        LimitedFigures(order_flips=share_of(49, 49)),
        LimitedFigures(unreadable=share_of(49, 49)),
        LimitedFigures(gold_accuracy=share_of(0, 19)),
        LimitedFigures(audit_error=audited(29, 29)),
    ],
)
def test_too_few_items_never_suspend(figures: LimitedFigures) -> None:
    assert reasons_to_suspend(figures) == ()


def test_every_limit_is_named_that_is_broken() -> None:
    figures = LimitedFigures(share_of(90, 100), share_of(90, 100), share_of(1, 100), audited(wrong=90, n=100))
    assert len(reasons_to_suspend(figures)) == 4


def test_a_judge_at_its_limit_is_suspended_at_most_once_in_forty_looks_by_chance() -> None:
    rng = random.Random(13)
    suspended = sum(
        bool(reasons_to_suspend(LimitedFigures(order_flips=share_of(flips, 200))))
        for flips in (sum(rng.random() < 0.40 for _ in range(200)) for _ in range(1000))
    )
    assert suspended / 1000 <= 0.04
