"""The published agreement figures are what the code gives, on the half that did not serve the design."""

import json
import os
from pathlib import Path

import pytest
from django.core.management import call_command

from judging.domain.agreement import ALL_SETS, JUDGES, Pair, is_held_out, measure, wilson
from judging.selectors import AGREEMENT_FILE

CHECKOUT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("AGPLATFORM_SHARED_DATA") or CHECKOUT.parent / "shared" / "data")
OWN_PAIRS = Path(__file__).with_name("own_pairs.jsonl")


def _own_pairs() -> list[Pair]:
    rows = [json.loads(line) for line in OWN_PAIRS.read_text(encoding="utf-8").splitlines()]
    return [Pair("own", **row) for row in rows]


@pytest.mark.parametrize(
    ("agreed", "n", "low", "high"),
    # Newcombe (1998), Statistics in Medicine 17, Table I, method 3 (score without continuity correction).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(agreed: int, n: int, low: float, high: float) -> None:
    interval = wilson(agreed, n)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_all_pairs_of_a_question_fall_into_one_half_whatever_its_spacing_and_case() -> None:
    assert is_held_out("Why  is the\nSKY blue?") == is_held_out("why is the sky blue?")


def test_about_half_of_all_questions_are_held_out() -> None:
    held_out = sum(is_held_out(f"question {number}") for number in range(2000))
    assert 900 < held_out < 1100


def test_figures_of_a_hand_counted_set() -> None:
    pairs = [
        Pair("set", "1", "Why is the sky blue?", "Short.", "A longer answer about light.", "B"),
        Pair("set", "2", "Why is the sky red?", "Short.", "A longer answer about light.", "A"),
        Pair("set", "3", "Why is the sea blue?", "Short.", "A longer answer about light.", "tie"),
    ]
    rows = {(row.dataset, row.order, row.judge): row for row in measure(pairs)}
    longer = rows["set", "stored", "the longer answer"]
    assert (longer.decided.agreed, longer.decided.n) == (1, 2)
    assert (longer.with_ties.agreed, longer.with_ties.n) == (1, 3)
    first = rows["set", "swapped", "always the first answer"]
    assert (first.decided.agreed, first.decided.n) == (1, 2)
    assert len(rows) == 2 * 2 * len(JUDGES)


def test_a_tie_called_equivalent_agrees_and_a_preference_called_equivalent_does_not() -> None:
    pairs = [
        Pair("set", "1", "Why is the sky blue?", "Same.", "Same.", "tie"),
        Pair("set", "2", "Why is the sky red?", "Same.", "Same.", "A"),
    ]
    demo = next(row for row in measure(pairs) if row.judge == "demo judge" and row.dataset == "set")
    assert (demo.with_ties.agreed, demo.decided.agreed, demo.abstained) == (1, 0, 2)


def test_the_demo_judge_agrees_with_our_own_plain_cases_and_ignores_the_order() -> None:
    pairs = _own_pairs()
    rows = {(row.order, row.judge): row for row in measure(pairs) if row.dataset == "own"}
    demo = rows["stored", "demo judge"]
    assert demo.with_ties.agreed == len(pairs)
    assert rows["swapped", "demo judge"].decided == demo.decided


def test_the_published_figures_name_both_baselines_and_intervals() -> None:
    figures = json.loads(AGREEMENT_FILE.read_text(encoding="utf-8"))
    whole = {(row["judge"], row["order"]): row for row in figures["rows"] if row["dataset"] == ALL_SETS}
    demo, first = (
        whole["demo judge", "stored"]["decided"],
        whole["always the first answer", "stored"]["decided"],
    )
    assert demo["low"] > first["high"]
    assert {judge for judge, _ in whole} == set(JUDGES)


@pytest.mark.skipif(not DATA.is_dir(), reason=f"needs the published sets in {DATA} (AGPLATFORM_SHARED_DATA)")
def test_the_published_figures_are_reproduced(tmp_path: Path) -> None:
    recomputed = tmp_path / "figures.json"
    call_command("judge_agreement", data=DATA, json=recomputed)
    assert json.loads(recomputed.read_text()) == json.loads(AGREEMENT_FILE.read_text(encoding="utf-8"))
