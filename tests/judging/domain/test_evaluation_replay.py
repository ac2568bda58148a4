"""Recorded judges before our rules: the counting equals deciding pair by pair, and hand-counted cases come out."""

import csv
import gzip
import io
import json
import math
import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.evaluation.lines import numbered_lines, open_bytes
from judging.domain.evaluation.pairs import GOLDS, GoldPair, read_pairs
from judging.domain.evaluation.recorded import RecordedJudge, Recording, Said, read_recording
from judging.domain.evaluation.replay import (
    RULES,
    STATES,
    Replay,
    TooManyJuriesError,
    jury_finding,
    replay,
    state_of,
)
from judging.domain.evaluation.scores import Score
from judging.domain.evaluation.tables import best_juries, printable, score_table
from judging.domain.figures import interval, percent
from judging.domain.panel import CastBallot, Finding, JuryRule, Order, Step, decide, vote_of

CHECKOUT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("AGPLATFORM_SHARED_DATA") or CHECKOUT.parent / "shared" / "data")
LLMBAR = DATA / "llmbar_natural_and_human"
needs_llmbar = pytest.mark.skipif(
    not LLMBAR.is_dir(), reason=f"needs the recorded verdicts in {LLMBAR} (AGPLATFORM_SHARED_DATA)"
)
FINDINGS = st.none() | st.sampled_from(Finding)
SAID = st.builds(Said, FINDINGS, FINDINGS)
A, B, TIE, ILL = Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT, Finding.ILL_DEFINED


def pairs_of(golds: Sequence[Finding]) -> list[GoldPair]:
    return [GoldPair(str(n), "Why?", "One.", "Two.", gold, "own", "all") for n, gold in enumerate(golds)]


def recording_of(*judges: Sequence[Said | None]) -> Recording:
    return Recording(
        said={
            RecordedJudge("M", f"J{number}"): {str(n): one for n, one in enumerate(said) if one is not None}
            for number, said in enumerate(judges)
        }
    )


def cast(said: Sequence[Said]) -> list[CastBallot]:
    return [
        CastBallot(judge, Step.COMPARE, order, finding)
        for judge, one in enumerate(said)
        for order, finding in ((Order.XY, one.stored), (Order.YX, one.swapped))
        if finding is not None
    ]


def by_name(replayed: Replay) -> dict[str, Score]:
    return {score.name: score for _, score in (*replayed.judges, *replayed.juries)}


@given(said=SAID)
def test_a_state_says_all_that_a_vote_takes_from_what_was_said(said: Said) -> None:
    assert vote_of(cast([said])) == vote_of(cast([STATES[state_of(said)]]))


@given(said=st.lists(SAID, min_size=3, max_size=3), rule=st.sampled_from(JuryRule))
def test_a_jury_decides_of_states_what_it_decides_of_the_ballots(said: list[Said], rule: JuryRule) -> None:
    of_ballots = decide(rule, range(3), cast(said))
    of_states = decide(rule, range(3), cast([STATES[state_of(one)] for one in said]))
    assert of_states == of_ballots
    assert jury_finding(rule, said) == (None if of_ballots.doubts else of_ballots.finding)


@given(
    golds=st.lists(st.sampled_from(list(GOLDS.values())), min_size=1, max_size=6),
    data=st.data(),
    size=st.integers(1, 4),
)
def test_the_counts_are_those_of_deciding_pair_by_pair(
    golds: list[Finding], data: st.DataObject, size: int
) -> None:
    rows = st.lists(st.none() | SAID, min_size=len(golds), max_size=len(golds))
    judges = [data.draw(rows) for _ in range(size)]
    scores = by_name(replay(pairs_of(golds), recording_of(*judges)))
    expected = {}
    for trio in combinations(range(size), 3):
        shared = [
            ([one for one in said if one is not None], gold)
            for *said, gold in zip(*(judges[judge] for judge in trio), golds, strict=True)
            if None not in said
        ]
        for rule in RULES if shared else ():
            suffix = ", majority" if rule is JuryRule.MAJORITY else ""
            decisions = [decide(rule, range(3), cast(said)) for said, _ in shared]
            verdicts = [None if decision.doubts else decision.finding for decision in decisions]
            once = [
                decide(JuryRule.MAJORITY, range(3), cast([Said(s.stored, s.stored) for s in said]))
                for said, _ in shared
            ]
            name = " + ".join(f"J{judge}" for judge in trio) + " (M)" + suffix
            expected[name] = Score(
                name=name,
                items=len(shared),
                decided=sum(verdict is not None for verdict in verdicts),
                correct=sum(verdict == gold for verdict, (_, gold) in zip(verdicts, shared, strict=True)),
                flips=sum(
                    any(None not in {s.stored, s.swapped} and s.stored != s.swapped for s in said)
                    for said, _ in shared
                ),
                one_order_correct=sum(
                    one.finding == gold for one, (_, gold) in zip(once, shared, strict=True)
                ),
            )
    assert {name: score for name, score in scores.items() if "+" in name} == expected


def test_a_single_judge_by_hand() -> None:
    said = [Said(A, A), Said(A, B), Said(None, B), Said(TIE, TIE), Said(ILL, ILL), Said(B, B), None]
    replayed = replay(pairs_of([A, A, B, TIE, A, A, A]), recording_of(said))
    (row,) = replayed.rows["judges"]
    # Decided: pairs 0, 3, 4 and 5, of which 0 and 3 are right; in one order 0, 1 and 3 of six are.
    assert {
        key: row[key] for key in ("name", "items", "decided", "coverage", "accuracy", "flips", "abstentions")
    } == {
        "name": "J0 (M)",
        "items": 6,
        "decided": 4,
        "coverage": 4 / 6,
        "accuracy": 0.5,
        "flips": 1,
        "abstentions": 2,
    }
    assert row["one_order_accuracy"] == 3 / 6
    # Wilson by hand for 2 of 4, z = 1.96: centre 0.5, half 1.96 / (1 + z²/4) · sqrt(1/16 + z²/64) = 0.3500.
    assert (round(row["low"], 3), round(row["high"], 3)) == (0.15, 0.85)
    assert replayed.rows["juries"] == []


def test_a_jury_by_hand_under_both_rules() -> None:
    first = [Said(A, A), Said(A, A), Said(A, A), Said(A, B), Said(ILL, ILL)]
    second = [Said(A, A), Said(A, A), Said(B, B), Said(A, A), Said(ILL, ILL)]
    third = [Said(A, A), Said(B, B), Said(TIE, TIE), Said(B, B), Said(ILL, ILL)]
    replayed = replay(pairs_of([A, B, A, A, A]), recording_of(first, second, third))
    unanimous, majority = replayed.rows["juries"]
    assert (unanimous["name"], majority["name"]) == ("J0 + J1 + J2 (M)", "J0 + J1 + J2 (M), majority")
    assert (unanimous["items"], unanimous["decided"], unanimous["accuracy"], unanimous["to_humans"]) == (
        5,
        1,
        1,
        0.8,
    )
    # Two of three say A of pair 1, where people said B. The question that all call ill-defined goes to humans.
    assert (majority["decided"], majority["accuracy"], majority["flips"]) == (2, 0.5, 1)
    assert (majority["rule"], majority["judges"], majority["method"]) == ("majority", ["J0", "J1", "J2"], "M")


def test_where_nothing_is_decided_accuracy_is_none_and_never_nan() -> None:
    replayed = replay(pairs_of([A]), recording_of([Said(A, B)]))
    (row,) = replayed.rows["judges"]
    assert (row["accuracy"], row["low"], row["high"], row["coverage"]) == (None, None, None, 0)
    assert "NaN" not in json.dumps(replayed.rows)
    assert "0.0 %" in score_table("judges", [score for _, score in replayed.judges])


def test_judges_of_different_methods_or_pairs_make_no_jury() -> None:
    said = {"0": Said(A, A)}
    apart = Recording(said={RecordedJudge(f"M{n}", "J"): said for n in range(3)})
    assert replay(pairs_of([A]), apart).juries == ()
    strangers = recording_of([Said(A, A), None], [Said(A, A), None], [None, Said(A, A)])
    assert replay(pairs_of([A, A]), strangers).juries == ()


def test_who_said_nothing_of_the_pairs_is_left_out() -> None:
    assert replay(pairs_of([A]), recording_of([None, Said(A, A)])).judges == ()


def test_a_name_cannot_write_to_the_terminal_nor_push_the_columns_away() -> None:
    assert printable("J\x1b[31m\u202e1") == "J\ufffd[31m\ufffd1"
    table = score_table("judges", [Score("J\x1b[2J" + "x" * 500, 4, 2, 1, 1, 1)])
    assert "\x1b" not in table
    assert max(len(line) for line in table.splitlines()) < 160
    assert "50.0 %" in table


def test_only_the_best_juries_are_shown_and_it_is_said_of_how_many() -> None:
    scores = [Score(f"jury {right}", 40, 35, right, 0, 0) for right in range(1, 31)]
    lines = best_juries(scores).splitlines()
    assert [line.split()[1] for line in lines[1:-1]] == [str(right) for right in range(30, 10, -1)]
    assert lines[-1].startswith("The 20 of 30 juries")
    assert len(best_juries(scores[:2]).splitlines()) == 3


@needs_llmbar
def test_published_verdicts_give_what_a_plain_count_gives() -> None:
    with gzip.open(LLMBAR / "pairs.jsonl.gz", "rt", encoding="utf-8") as lines:
        gold = {row["id"]: row["gold"] for row in map(json.loads, lines)}
    with gzip.open(LLMBAR / "judge_verdicts.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    table = {
        (row["method"], row["judge"], row["id"]): (row["verdict"], row["verdict_swapped"]) for row in rows
    }
    scores = by_name(_replayed_files())
    assert len(table) == len(rows) == 10_228
    votes = {key: v if v == s and v else None for key, (v, s) in table.items()}
    for method, judge in {key[:2] for key in table}:
        own = [(key[2], vote) for key, vote in votes.items() if key[:2] == (method, judge)]
        decided = [vote == gold[pair] for pair, vote in own if vote]
        score = scores[f"{judge} ({method})"]
        assert (score.items, score.decided, score.correct) == (len(own), len(decided), sum(decided))
        _check_wilson(score)
    for trio in combinations(("ChatGPT", "GPT-4", "LLaMA2", "PaLM2"), 3):
        heard = [[votes["Vanilla_NoRules", judge, pair] for judge in trio] for pair in gold]
        for suffix, needed in (("", 3), (", majority", 2)):
            found = [next((v for v in "AB" if said.count(v) >= needed), None) for said in heard]
            right = [verdict == gold[pair] for verdict, pair in zip(found, gold, strict=True) if verdict]
            score = scores[f"{' + '.join(trio)} (Vanilla_NoRules){suffix}"]
            assert (score.items, score.decided, score.correct) == (566, len(right), sum(right))
    # LLMBar's own statistics: 0.802 right in the first order, of 566 pairs.
    assert round(scores["GPT-4 (Vanilla_NoRules)"].row["one_order_accuracy"], 3) == 0.802


DOCUMENTED = (
    "GPT-4 (Vanilla_NoRules)",
    "ChatGPT (Vanilla_NoRules)",
    "PaLM2 (Vanilla_NoRules)",
    "LLaMA2 (Vanilla_NoRules)",
    "ChatGPT + GPT-4 + PaLM2 (Vanilla_NoRules)",
    "ChatGPT + GPT-4 + PaLM2 (Vanilla_NoRules), majority",
    "GPT-4 + LLaMA2 + PaLM2 (Vanilla_NoRules)",
    "GPT-4 + LLaMA2 + PaLM2 (Vanilla_NoRules), majority",
    "ChatGPT + LLaMA2 + PaLM2 (Vanilla_NoRules)",
    "ChatGPT + LLaMA2 + PaLM2 (Vanilla_NoRules), majority",
)


def documented_line(score: Score) -> str:
    share, low, high = score.accuracy.bounds
    assert share is not None
    assert low is not None
    assert high is not None
    cells = [
        score.name,
        percent(score.coverage),
        f"{percent(share)} {interval(low, high)}",
        str(score.flips),
        percent(1 - score.coverage),
        percent(score.one_order_correct / score.items),
    ]
    return f"| {' | '.join(cells)} |"


@needs_llmbar
def test_the_documented_table_is_what_the_published_verdicts_give() -> None:
    scores = by_name(_replayed_files())
    text = (CHECKOUT / "docs" / "judging.md").read_text(encoding="utf-8")
    table = "\n".join(documented_line(scores[name]) for name in DOCUMENTED)
    assert table in text


def _replayed_files() -> Replay:
    paths = LLMBAR / "pairs.jsonl.gz", LLMBAR / "judge_verdicts.csv.gz"
    with open_bytes(paths[0]) as stream:
        pairs, bad = read_pairs(numbered_lines(stream, "pairs"), "pairs")
    with open_bytes(paths[1]) as stream:
        recording = read_recording(numbered_lines(stream, "v"), "v", frozenset(pair.id for pair in pairs))
    assert (bad, recording.bad, recording.strangers) == ([], [], [])
    return replay(pairs, recording)


def _check_wilson(score: Score) -> None:
    # The interval's ends p solve |p̂ - p| = z · sqrt(p (1 - p) / n) (Wilson 1927).
    share, *ends = score.accuracy.bounds
    for end in ends:
        assert share is not None
        assert end is not None
        gap = 1.959964 * math.sqrt(end * (1 - end) / score.decided)
        assert math.isclose(abs(share - end), gap, abs_tol=1e-6)


def test_a_file_of_bytes_reads_as_a_recording() -> None:
    raw = b"id,judge,method,verdict,verdict_swapped\n0,J0,M,A,A\n"
    recording = read_recording(numbered_lines(io.BytesIO(raw), "v"), "v", frozenset({"0"}))
    assert by_name(replay(pairs_of([A]), recording))["J0 (M)"].correct == 1


def test_more_juries_than_anybody_reads_are_refused() -> None:
    everybody_said = [[Said(Finding.ASKER, Finding.ASKER)]] * 41  # 41 over 3 = 10,660
    with pytest.raises(TooManyJuriesError, match="10,660 juries of three"):
        replay(pairs_of([Finding.ASKER]), recording_of(*everybody_said))
