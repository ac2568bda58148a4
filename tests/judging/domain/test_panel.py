"""Ballot rules: order and company of judges never matter, a flip never votes, an abstention never decides."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.choices import Choice
from judging.domain.panel import CastBallot, Doubt, Finding, Order, decide, to_finding, vote_of

FINDINGS = st.sampled_from(Finding)
# What one judge said in each order; None is an error in that order.
SAID = st.tuples(st.none() | FINDINGS, st.none() | FINDINGS)
JURIES = st.lists(SAID, max_size=5)


def cast(said: list[tuple[Finding | None, Finding | None]]) -> list[CastBallot]:
    return [
        CastBallot(judge, order, finding)
        for judge, findings in enumerate(said)
        for order, finding in zip(Order, findings, strict=True)
        if finding is not None
    ]


def both(finding: Finding) -> tuple[Finding, Finding]:
    return finding, finding


@given(said=JURIES, seed=st.integers())
def test_order_of_judges_and_ballots_never_matters(
    said: list[tuple[Finding | None, Finding | None]], seed: int
) -> None:
    ballots, judges = cast(said), list(range(len(said)))
    before = decide(judges, ballots)
    rng = random.Random(seed)
    rng.shuffle(ballots)
    rng.shuffle(judges)
    assert decide(judges, ballots) == before


@given(said=JURIES)
def test_exchanging_the_orders_of_all_ballots_never_matters(
    said: list[tuple[Finding | None, Finding | None]],
) -> None:
    judges = range(len(said))
    assert decide(judges, cast(said)) == decide(judges, cast([(yx, xy) for xy, yx in said]))


@given(one=FINDINGS, other=FINDINGS)
def test_a_flip_never_votes(one: Finding, other: Finding) -> None:
    vote = vote_of(cast([(one, other)]))
    assert vote == (one if one == other else None)


@given(finding=FINDINGS)
def test_one_order_alone_never_votes(finding: Finding) -> None:
    assert vote_of(cast([(finding, None)])) is None


@given(said=JURIES, abstention=SAID.filter(lambda said: said[0] != said[1] or said[0] is None))
def test_adding_an_abstention_never_creates_or_changes_a_verdict(
    said: list[tuple[Finding | None, Finding | None]], abstention: tuple[Finding | None, Finding | None]
) -> None:
    before = decide(range(len(said)), cast(said)).finding
    after = decide(range(len(said) + 1), cast([*said, abstention])).finding
    assert after in {before, None}


@given(said=JURIES)
def test_a_verdict_without_doubts_is_unanimous_and_well_defined(
    said: list[tuple[Finding | None, Finding | None]],
) -> None:
    decision = decide(range(len(said)), cast(said))
    if decision.finding is not None and not decision.doubts:
        assert said == [both(decision.finding)] * len(said)
        assert decision.finding is not Finding.ILL_DEFINED


@pytest.mark.parametrize(
    ("said", "finding", "doubts"),
    [
        ([both(Finding.ASKER)], Finding.ASKER, ()),
        ([both(Finding.ILL_DEFINED)], Finding.ILL_DEFINED, (Doubt.ILL_DEFINED,)),
        ([(Finding.ASKER, Finding.OPPONENT)], None, (Doubt.ORDER_FLIP,)),
        ([(None, None)], None, (Doubt.MISSING_VOTE,)),
        ([both(Finding.ASKER)] * 3, Finding.ASKER, ()),
        (
            [both(Finding.ASKER), both(Finding.ASKER), both(Finding.OPPONENT)],
            Finding.ASKER,
            (Doubt.SPLIT_JURY,),
        ),
        (
            [both(Finding.ASKER), both(Finding.ASKER), (Finding.ASKER, None)],
            Finding.ASKER,
            (Doubt.MISSING_VOTE,),
        ),
        # Two of four are no strict majority, though nobody contradicts them.
        ([both(Finding.ASKER)] * 2 + [(None, None)] * 2, None, (Doubt.MISSING_VOTE,)),
        ([both(Finding.ASKER), both(Finding.OPPONENT)], None, (Doubt.SPLIT_JURY,)),
        ([], None, ()),
    ],
)
def test_jury_of_known_ballots(
    said: list[tuple[Finding | None, Finding | None]], finding: Finding | None, doubts: tuple[Doubt, ...]
) -> None:
    decision = decide(range(len(said)), cast(said))
    assert (decision.finding, decision.doubts) == (finding, doubts)


@pytest.mark.parametrize(
    ("choice", "order", "finding"),
    [
        (Choice.X, Order.XY, Finding.ASKER),
        (Choice.Y, Order.XY, Finding.OPPONENT),
        (Choice.X, Order.YX, Finding.OPPONENT),
        (Choice.Y, Order.YX, Finding.ASKER),
        (Choice.EQUIVALENT, Order.YX, Finding.EQUIVALENT),
        (Choice.ILL_DEFINED, Order.YX, Finding.ILL_DEFINED),
    ],
)
def test_choices_are_translated_back_by_their_order(choice: Choice, order: Order, finding: Finding) -> None:
    assert to_finding(choice, order) is finding
