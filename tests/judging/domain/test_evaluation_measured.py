"""The figures of a jury that was asked, on hearings counted by hand."""

import pytest

from judging.domain.evaluation.measured import Call, Hearing, judged, measure, usage
from judging.domain.evaluation.pairs import GoldPair
from judging.domain.evaluation.report import NamedJudge, report_on
from judging.domain.faults import Fault
from judging.domain.hearing import HeardBallot, Slot
from judging.domain.panel import Finding, JuryRule, Order, Step

A, B, TIE, ILL = Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT, Finding.ILL_DEFINED
UNANIMOUS, MAJORITY = JuryRule.UNANIMOUS_ELSE_HUMAN, JuryRule.MAJORITY


def call(slot: Slot, finding: Finding | None, fault: Fault | None = None, latency: int = 10) -> Call:
    return Call(HeardBallot(slot, finding, fault), 100, 20, 3, latency)


def said(judge: str, xy: Finding | None, yx: Finding | None) -> list[Call]:
    """Let a judge pass the gate and compare; None is a reply that could not be read."""
    compared = [
        call(Slot(judge, Step.COMPARE, order), found, None if found else Fault.UNREADABLE)
        for order, found in ((Order.XY, xy), (Order.YX, yx))
    ]
    return [call(Slot(judge, Step.GATE), None), *compared]


def refused(judge: str) -> list[Call]:
    return [call(Slot(judge, Step.GATE), ILL)]


def hearing(
    calls: list[Call], gold: Finding = A, a: str = "Long.", b: str = "L.", category: str = "c"
) -> Hearing:
    return Hearing(GoldPair("1", "Why?", a, b, gold, "own", category), tuple(calls))


def test_a_jury_decides_by_its_rule_and_a_judge_by_its_vote() -> None:
    heard = hearing([*said("1", A, A), *said("2", A, A), *said("3", B, A)])
    judges = ["1", "2", "3"]
    assert judged(heard, judges, UNANIMOUS).verdict is None
    by_majority = judged(heard, judges, MAJORITY)
    assert (by_majority.verdict, by_majority.one_order) == (A, A)
    assert (by_majority.read_twice, by_majority.flipped) == (3, 1)
    assert judged(heard, ["3"], None).verdict is None
    assert judged(heard, ["3"], None).one_order is B


def test_a_question_that_most_refuse_is_for_humans_and_right_nowhere() -> None:
    heard = hearing([*refused("1"), *refused("2"), *said("3", A, A)])
    jury = judged(heard, ["1", "2", "3"], MAJORITY)
    assert (jury.verdict, jury.one_order, jury.read_twice) == (None, ILL, 1)
    assert judged(heard, ["1"], None).verdict is ILL


def test_an_unreadable_reply_is_no_vote_and_no_flip() -> None:
    one = judged(hearing(said("1", A, None)), ["1"], None)
    assert (one.verdict, one.one_order, one.read_twice, one.flipped) == (None, A, 0, 0)


def test_figures_by_hand() -> None:
    heard = [
        hearing(said("1", A, A)),  # right, and the longer
        hearing(said("1", A, A), gold=B),  # wrong, and the longer
        hearing(said("1", B, B), gold=B, a="Same.", b="Same."),  # right, equally long
        hearing(said("1", TIE, TIE), gold=TIE),  # right
        hearing(said("1", A, A), gold=TIE),  # wrong
        hearing(said("1", TIE, TIE), gold=A),  # wrong, of no length
        hearing(said("1", A, B)),  # a flip
        hearing(said("1", B, B), gold=B, a="S.", b=" Longer. "),  # right, and the longer
    ]
    figures = measure("one", [judged(one, ["1"], None) for one in heard])
    assert (figures.score.items, figures.score.decided, figures.score.correct) == (8, 7, 4)
    assert (figures.on_preferences.n, figures.on_preferences.agreed) == (5, 3)
    assert (figures.on_ties.n, figures.on_ties.agreed) == (2, 1)
    assert (figures.flip_rate.n, figures.flip_rate.agreed) == (8, 1)
    assert figures.length.row == {"n": 3, "verdicts": 3, "people": 2, "bias": pytest.approx(1 / 3)}
    assert figures.row["one_order_accuracy"] == 5 / 8


def test_where_nothing_is_decided_there_is_no_share_and_no_bias() -> None:
    row = measure("one", [judged(hearing(said("1", A, B)), ["1"], None)]).row
    assert (row["accuracy"], row["on_ties"]["share"], row["length_bias"]["bias"]) == (None, None, None)


def test_calls_are_added_up_whether_they_could_be_read_or_not() -> None:
    calls = [*said("1", A, None), call(Slot("1", Step.GATE), None, Fault.REFUSED, latency=40)]
    used = usage(calls)
    assert (used.calls, used.prompt_tokens, used.completion_tokens, used.microdollars) == (4, 400, 80, 12)
    assert (used.unreadable, used.median_latency_ms) == ({Fault.REFUSED: 1, Fault.UNREADABLE: 1}, 10)
    assert used.row["dollars"] == 0.000012
    assert usage([]).median_latency_ms is None


def test_a_report_has_the_jury_its_categories_and_its_judges() -> None:
    heard = [
        hearing([*said("1", A, A), *said("2", A, A)], category="facts"),
        hearing([*said("1", A, A), *said("2", A, B)], category="prose"),
    ]
    judges = [NamedJudge("1", "First"), NamedJudge("2", "Second")]
    report = report_on("Both", UNANIMOUS, judges, heard, [])
    rows = report.rows
    (jury,) = rows["juries"]
    assert (jury["name"], jury["judges"], jury["decided"], jury["to_humans"]) == (
        "Both",
        ["First", "Second"],
        1,
        0.5,
    )
    assert [(one["name"], one["decided"]) for one in jury["categories"]] == [("facts", 1), ("prose", 0)]
    assert [(one["name"], one["decided"], one["usage"]["calls"]) for one in rows["judges"]] == [
        ("First", 2, 6),
        ("Second", 1, 6),
    ]
    assert rows["paid_now"]["calls"] == 0
    for word in ("facts", "prose", "First", "Second", "paid in this run", "50.0 %"):
        assert word in report.text
    assert report.text.count("unreadable") == 1
    assert "a question that is called ill-defined" in report.text
