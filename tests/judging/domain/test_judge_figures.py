"""A judge's plain figures count what they say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.agreement import Interval
from judging.domain.judge_figures import (
    LengthChoice,
    abstentions,
    gold_accuracy,
    longer_wins,
    order_flips,
    share_of,
)
from judging.domain.panel import Finding

ASKER, OPPONENT, EQUIVALENT, ILL_DEFINED = Finding


def counted(found: Interval | None) -> tuple[int, int]:
    assert found is not None
    return found.agreed, found.n


def test_nothing_to_count_is_no_share() -> None:
    assert share_of(0, 0) is None
    assert gold_accuracy([]) is None
    assert order_flips([]) is None
    assert abstentions([]) is None
    assert longer_wins([]) is None


def test_a_share_has_its_wilson_interval() -> None:
    # Newcombe (1998), Table I, method 3.
    found = share_of(15, 148)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.0624, 0.1605), abs=0.00005)


def test_an_abstention_on_a_gold_item_is_no_hit_and_stays_in_the_denominator() -> None:
    votes = [(ASKER, ASKER), (OPPONENT, ASKER), (None, ASKER), (ILL_DEFINED, ILL_DEFINED)]
    assert counted(gold_accuracy(votes)) == (2, 4)


def test_flips_are_findings_that_differ_between_the_orders() -> None:
    assert counted(order_flips([(ASKER, ASKER), (ASKER, OPPONENT), (EQUIVALENT, ASKER)])) == (2, 3)


def test_abstentions_are_rounds_without_a_vote() -> None:
    assert counted(abstentions([ASKER, None, EQUIVALENT, None])) == (2, 4)


def test_only_decided_rounds_with_differing_lengths_tell_of_length_bias() -> None:
    choices = [
        LengthChoice(300, 100, ASKER),  # the longer wins
        LengthChoice(100, 300, OPPONENT),  # the longer wins
        LengthChoice(100, 300, ASKER),  # the shorter wins
        LengthChoice(0, 5, OPPONENT),  # any answer is longer than none
        LengthChoice(110, 100, ASKER),  # too close: 10 %
        LengthChoice(0, 0, ASKER),
        LengthChoice(300, 100, EQUIVALENT),
        LengthChoice(300, 100, ILL_DEFINED),
    ]
    assert counted(longer_wins(choices)) == (3, 4)
    assert counted(longer_wins([LengthChoice(111, 100, ASKER)])) == (1, 1)


@given(st.lists(st.builds(LengthChoice, st.integers(0, 400), st.integers(0, 400), st.sampled_from(Finding))))
def test_exchanging_asker_and_opponent_changes_no_length_bias(choices: list[LengthChoice]) -> None:
    mirror = {ASKER: OPPONENT, OPPONENT: ASKER}
    mirrored = [
        LengthChoice(choice.opponent, choice.asker, mirror.get(choice.finding, choice.finding))
        for choice in choices
    ]
    assert longer_wins(choices) == longer_wins(mirrored)
