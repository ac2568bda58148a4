"""Jury rules: order and company of judges never matter, a flip never votes, an abstention never decides."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.choices import Choice
from judging.domain.panel import DISAGREEMENTS, Doubt, Finding, JuryRule, Order, decide, to_finding, vote_of
from tests.judging.domain.panels import (
    ABSTENTIONS,
    FINDINGS,
    JURIES,
    REFUSED,
    SAYINGS,
    SILENT,
    Said,
    both,
    cast,
)

RULES = st.sampled_from(JuryRule)
UNANIMOUS, MAJORITY, HUMANS = JuryRule.UNANIMOUS_ELSE_HUMAN, JuryRule.MAJORITY, JuryRule.HUMANS_ONLY


@given(rule=RULES, jury=JURIES, seed=st.integers())
def test_order_of_judges_and_ballots_never_matters(rule: JuryRule, jury: list[Said], seed: int) -> None:
    ballots, judges = cast(jury), list(range(len(jury)))
    before = decide(rule, judges, ballots)
    rng = random.Random(seed)
    rng.shuffle(ballots)
    rng.shuffle(judges)
    assert decide(rule, judges, ballots) == before


@given(rule=RULES, jury=JURIES, who=st.sets(st.integers(0, 4)))
def test_exchanging_the_orders_of_any_judges_never_matters(
    rule: JuryRule, jury: list[Said], who: set[int]
) -> None:
    exchanged = [said.exchanged if judge in who else said for judge, said in enumerate(jury)]
    judges = range(len(jury))
    assert decide(rule, judges, cast(jury)) == decide(rule, judges, cast(exchanged))


@given(one=FINDINGS, other=FINDINGS, passed=st.none() | st.just(value=True))
def test_a_flip_never_votes(one: Finding, other: Finding, passed: bool | None) -> None:
    vote = vote_of(cast([Said(passed, one, other)]))
    assert vote == (one if one == other else None)


@given(finding=FINDINGS)
def test_one_order_alone_never_votes(finding: Finding) -> None:
    assert vote_of(cast([Said(True, finding)])) is None
    assert vote_of(cast([Said(True, None, finding)])) is None


@given(said=SAYINGS)
def test_refusing_at_the_gate_is_a_vote_whatever_else_was_said(said: Said) -> None:
    assert vote_of(cast([Said(False, said.xy, said.yx)])) is Finding.ILL_DEFINED


@given(finding=FINDINGS)
def test_letting_a_question_pass_is_no_vote(finding: Finding) -> None:
    assert vote_of(cast([Said(True)])) is None
    assert vote_of(cast([both(finding)])) is finding


@given(rule=RULES, jury=JURIES, abstention=ABSTENTIONS)
def test_adding_an_abstention_never_creates_or_changes_a_verdict(
    rule: JuryRule, jury: list[Said], abstention: Said
) -> None:
    before = decide(rule, range(len(jury)), cast(jury)).finding
    after = decide(rule, range(len(jury) + 1), cast([*jury, abstention])).finding
    assert after in {before, None}


@given(jury=JURIES)
def test_an_unanimous_verdict_without_doubts_is_everybodys_and_well_defined(jury: list[Said]) -> None:
    decision = decide(UNANIMOUS, range(len(jury)), cast(jury))
    if decision.finding is not None and not decision.doubts:
        assert {vote_of(said.cast(judge)) for judge, said in enumerate(jury)} == {decision.finding}
        assert decision.finding is not Finding.ILL_DEFINED


@given(jury=JURIES)
def test_no_finding_is_always_a_doubt_but_for_an_empty_jury(jury: list[Said]) -> None:
    for rule in (UNANIMOUS, MAJORITY):
        decision = decide(rule, range(len(jury)), cast(jury))
        assert decision.finding is not None or bool(decision.doubts) == bool(jury)


@given(jury=JURIES)
def test_both_rules_find_the_same_and_a_majority_settles_disagreements(jury: list[Said]) -> None:
    judges = range(len(jury))
    strict, lenient = (decide(rule, judges, cast(jury)) for rule in (UNANIMOUS, MAJORITY))
    assert strict.finding is lenient.finding
    if strict.finding is None:
        assert strict == lenient
    else:
        assert set(lenient.doubts) == set(strict.doubts) - DISAGREEMENTS


@given(jury=JURIES)
def test_where_people_alone_decide_a_jury_finds_nothing(jury: list[Said]) -> None:
    decision = decide(HUMANS, range(len(jury)), cast(jury))
    assert (decision.finding, decision.doubts) == (None, (Doubt.HUMANS_ONLY,))


@pytest.mark.parametrize(
    ("jury", "finding", "doubts"),
    [
        ([both(Finding.ASKER)], Finding.ASKER, ()),
        ([both(Finding.ILL_DEFINED)], Finding.ILL_DEFINED, (Doubt.ILL_DEFINED,)),
        ([REFUSED], Finding.ILL_DEFINED, (Doubt.ILL_DEFINED,)),
        # One refuses the question at the gate, another only when it compares: both call it ill-defined.
        ([REFUSED, both(Finding.ILL_DEFINED)], Finding.ILL_DEFINED, (Doubt.ILL_DEFINED,)),
        ([REFUSED, both(Finding.ASKER), both(Finding.ASKER)], Finding.ASKER, (Doubt.SPLIT_JURY,)),
        (
            [REFUSED, REFUSED, both(Finding.ASKER)],
            Finding.ILL_DEFINED,
            (Doubt.ILL_DEFINED, Doubt.SPLIT_JURY),
        ),
        ([Said(True, Finding.ASKER, Finding.OPPONENT)], None, (Doubt.ORDER_FLIP,)),
        ([SILENT], None, (Doubt.MISSING_VOTE,)),
        ([Said(True)], None, (Doubt.MISSING_VOTE,)),
        ([both(Finding.ASKER)] * 3, Finding.ASKER, ()),
        ([both(Finding.ASKER)] * 2 + [both(Finding.OPPONENT)], Finding.ASKER, (Doubt.SPLIT_JURY,)),
        ([both(Finding.ASKER)] * 2 + [Said(True, Finding.ASKER)], Finding.ASKER, (Doubt.MISSING_VOTE,)),
        # Two of four are no strict majority, though nobody contradicts them.
        ([both(Finding.ASKER)] * 2 + [SILENT] * 2, None, (Doubt.MISSING_VOTE,)),
        ([both(Finding.ASKER), both(Finding.OPPONENT)], None, (Doubt.SPLIT_JURY,)),
        ([], None, ()),
    ],
)
def test_jury_of_known_ballots(jury: list[Said], finding: Finding | None, doubts: tuple[Doubt, ...]) -> None:
    decision = decide(UNANIMOUS, range(len(jury)), cast(jury))
    assert (decision.finding, decision.doubts) == (finding, doubts)


def test_a_majority_is_enough_where_the_rule_says_so() -> None:
    two_of_three = [both(Finding.ASKER), both(Finding.ASKER), both(Finding.OPPONENT)]
    assert decide(MAJORITY, range(3), cast(two_of_three)).doubts == ()
    refused = [REFUSED, REFUSED, both(Finding.OPPONENT)]
    assert decide(MAJORITY, range(3), cast(refused)).doubts == (Doubt.ILL_DEFINED,)
    assert decide(MAJORITY, range(2), cast(two_of_three[1:])).doubts == (Doubt.SPLIT_JURY,)


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
