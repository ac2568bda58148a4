"""Recorded judges before our jury rules: what single judges and every jury of three would have decided.

What a judge said of a pair is one of a few states (see STATES), and what a jury of three decides is a function of
its three states. So `decide` is asked once for every combination of states; all else is counting which
combination occurs how often, which makes a thousand juries a matter of seconds.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from judging.domain.evaluation.pairs import GOLDS, GoldPair
from judging.domain.evaluation.recorded import RecordedJudge, Recording, Said
from judging.domain.evaluation.scores import Score
from judging.domain.panel import Finding, JuryRule, decide, vote_of

RULES = (JuryRule.UNANIMOUS_ELSE_HUMAN, JuryRule.MAJORITY)
JURY_SIZE = 3
# A hundred thousand juries are a page that nobody reads, and a file of hundreds of megabytes.
MAX_JURIES = 10_000
# One for each vote, one for a flip and one for a reply that is missing; state 0 is a pair without a row.
FLIP = Said(Finding.ASKER, Finding.OPPONENT)
MISSING = Said(None, None)
STATES = (*(Said(finding, finding) for finding in Finding), FLIP, MISSING)
_GOLDS = tuple(GOLDS.values())
_BASE = len(STATES) + 1

States = npt.NDArray[np.int64]
Weights = npt.NDArray[np.int64]


class TooManyJuriesError(ValueError):
    """So many recorded judges that their juries cannot be reported; the message says how many and what to do."""


@dataclass(frozen=True)
class RecordedJury:
    """Three judges of one method under a rule."""

    judges: tuple[RecordedJudge, ...]
    rule: JuryRule

    def __str__(self) -> str:
        names = " + ".join(judge.judge for judge in self.judges)
        # The rule of the platform's own juries goes without saying.
        shown = "" if self.rule is JuryRule.UNANIMOUS_ELSE_HUMAN else f", {self.rule}"
        return f"{names} ({self.judges[0].method}){shown}"


@dataclass(frozen=True)
class Replay:
    """The scores of all recorded judges and of all their juries of three."""

    judges: tuple[tuple[RecordedJudge, Score], ...]
    juries: tuple[tuple[RecordedJury, Score], ...]

    @property
    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """The scores as JSON has them."""
        return {
            "judges": [
                score.row | {"judge": judge.judge, "method": judge.method} for judge, score in self.judges
            ],
            "juries": [
                score.row
                | {
                    "judges": [judge.judge for judge in jury.judges],
                    "method": jury.judges[0].method,
                    "rule": jury.rule.value,
                    "to_humans": (score.items - score.decided) / score.items,
                }
                for jury, score in self.juries
            ],
        }


def replay(pairs: Sequence[GoldPair], recording: Recording) -> Replay:
    """Put recorded verdicts on `pairs` through the rules; any three judges of one method that share pairs are a jury.

    Who said nothing of these pairs is left out. Raise TooManyJuriesError beyond MAX_JURIES of them.
    """
    golds = np.array([_GOLDS.index(pair.gold) for pair in pairs])
    asked = {pair.id for pair in pairs}
    rows = {
        judge: _states(pairs, said)
        for judge, said in sorted(recording.said.items())
        if not asked.isdisjoint(said)
    }
    by_method: dict[str, list[RecordedJudge]] = defaultdict(list)
    for judge in rows:
        by_method[judge.method].append(judge)
    count = sum(comb(len(judges), JURY_SIZE) for judges in by_method.values())
    if count > MAX_JURIES:
        raise TooManyJuriesError(
            f"These judges make {count:,} juries of three within their methods; at most {MAX_JURIES:,} are reported."
            " Leave some judges out."
        )
    juries = [trio for judges in by_method.values() for trio in combinations(judges, JURY_SIZE)]
    return Replay(
        judges=tuple((judge, _judge_score(judge, states, golds)) for judge, states in rows.items()),
        juries=tuple(
            scored for trio in juries for scored in _jury_scores(trio, [rows[judge] for judge in trio], golds)
        ),
    )


def state_of(said: Said) -> int:
    """Return the index in STATES of all that a jury takes from `said`."""
    vote = vote_of(said.ballots("the judge"))
    if vote is not None:
        return STATES.index(Said(vote, vote))
    return STATES.index(MISSING if None in {said.stored, said.swapped} else FLIP)


def jury_finding(rule: JuryRule, said: Sequence[Said]) -> Finding | None:
    """Return the verdict of a jury on one pair where it needs no human, by the panel's own `decide`."""
    ballots = [ballot for judge, one in enumerate(said) for ballot in one.ballots(judge)]
    decision = decide(rule, range(len(said)), ballots)
    return None if decision.doubts else decision.finding


def _states(pairs: Sequence[GoldPair], said: Mapping[str, Said]) -> tuple[States, States]:
    """Return 1 + the state of each pair, as it was said and as if the stored order had been asked alone."""
    one_order = {pair: Said(one.stored, one.stored) for pair, one in said.items()}
    number = {one: 1 + state_of(one) for one in {*said.values(), *one_order.values()}}
    return (
        np.array([number[said[pair.id]] if pair.id in said else 0 for pair in pairs]),
        np.array([number[one_order[pair.id]] if pair.id in said else 0 for pair in pairs]),
    )


@dataclass(frozen=True)
class _Outcomes:
    """For every combination of states and gold: 1 where the pair counts, is decided, is correct, or has a flip.

    `majority_correct` is what most votes decide, whatever the rule.
    """

    items: Weights
    decided: Weights
    correct: Weights
    flips: Weights
    majority_correct: Weights


@cache
def _outcomes(size: int, rule: JuryRule) -> _Outcomes:
    rows = []
    for numbers in product(range(_BASE), repeat=size):
        said = [STATES[number - 1] for number in numbers if number]
        complete = len(said) == size
        finding, most = (_finding(one, said) if complete else None for one in (rule, JuryRule.MAJORITY))
        flips = complete and FLIP in said
        rows += [(complete, finding is not None, finding is gold, flips, most is gold) for gold in _GOLDS]
    return _Outcomes(*np.array(rows, dtype=np.int64).T)


def _finding(rule: JuryRule, said: Sequence[Said]) -> Finding | None:
    # A judge by itself has no rule: its vote is its verdict.
    return vote_of(said[0].ballots("the judge")) if len(said) == 1 else jury_finding(rule, said)


def _counts(states: Sequence[States], golds: States) -> Weights:
    """Count how often every combination of states and gold occurs, in the order of _outcomes."""
    codes = np.zeros_like(golds)
    for one in states:
        codes = codes * _BASE + one
    return np.bincount(codes * len(_GOLDS) + golds, minlength=_BASE ** len(states) * len(_GOLDS))


def _judge_score(judge: RecordedJudge, states: tuple[States, States], golds: States) -> Score:
    return _score(str(judge), [_counts([one], golds) for one in states], _outcomes(1, JuryRule.MAJORITY))


def _jury_scores(
    trio: Sequence[RecordedJudge], states: Sequence[tuple[States, States]], golds: States
) -> list[tuple[RecordedJury, Score]]:
    counts = [_counts(own, golds) for own in zip(*states, strict=True)]
    if not counts[0] @ _outcomes(JURY_SIZE, JuryRule.MAJORITY).items:
        return []
    juries = [RecordedJury(tuple(trio), rule) for rule in RULES]
    return [(jury, _score(str(jury), counts, _outcomes(JURY_SIZE, jury.rule))) for jury in juries]


def _score(name: str, counts: Sequence[Weights], outcomes: _Outcomes) -> Score:
    both_orders, one_order = counts
    return Score(
        name=name,
        items=int(both_orders @ outcomes.items),
        decided=int(both_orders @ outcomes.decided),
        correct=int(both_orders @ outcomes.correct),
        flips=int(both_orders @ outcomes.flips),
        one_order_correct=int(one_order @ outcomes.majority_correct),
    )
