"""How ballots make a verdict (docs/judging.md): what flips with the order is no vote, and errors count as none."""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from judging.domain.choices import Choice


class Step(StrEnum):
    """What a judge is asked: may the question be judged (gate), and which answer is better (compare)."""

    GATE = "gate"
    COMPARE = "compare"


class Order(StrEnum):
    """Which answer was shown as X: the asker's (xy) or the opponent's (yx)."""

    XY = "xy"
    YX = "yx"


class Finding(StrEnum):
    """A judgement in terms of the round; the values are those of the game's outcomes."""

    ASKER = "asker"
    OPPONENT = "opponent"
    EQUIVALENT = "equivalent"
    ILL_DEFINED = "ill_defined"


class JuryRule(StrEnum):
    """When a jury's votes need no human."""

    UNANIMOUS_ELSE_HUMAN = "unanimous_else_human"
    MAJORITY = "majority"
    HUMANS_ONLY = "humans_only"


class Doubt(StrEnum):
    """Why a human should look at a verdict."""

    ORDER_FLIP = "order_flip"
    MISSING_VOTE = "missing_vote"
    SPLIT_JURY = "split_jury"
    ILL_DEFINED = "ill_defined"
    INJECTION = "injection"
    NEW_JUDGE = "new_judge"
    DEMO_JUDGE = "demo_judge"
    STAND_IN = "stand_in"
    HUMANS_ONLY = "humans_only"


DISAGREEMENTS = frozenset({Doubt.ORDER_FLIP, Doubt.MISSING_VOTE, Doubt.SPLIT_JURY})


@dataclass(frozen=True)
class CastBallot:
    """One judge's readable judgement; errors are not cast at all.

    At the gate there is no order, and `finding` is ILL_DEFINED, or None where the question may be judged.
    """

    judge: Hashable
    step: Step
    order: Order | None
    finding: Finding | None


@dataclass(frozen=True)
class PanelDecision:
    """What a jury found, or None; without doubts it needs no human."""

    finding: Finding | None
    doubts: tuple[Doubt, ...]


def to_finding(choice: Choice, order: Order) -> Finding:
    """Translate a choice between X and Y back into asker and opponent."""
    asker_choice = choice if order is Order.XY else choice.mirrored()
    return {
        Choice.X: Finding.ASKER,
        Choice.Y: Finding.OPPONENT,
        Choice.EQUIVALENT: Finding.EQUIVALENT,
        Choice.ILL_DEFINED: Finding.ILL_DEFINED,
    }[asker_choice]


def vote_of(ballots: Collection[CastBallot]) -> Finding | None:
    """Return one judge's vote, or None for an abstention.

    A question that the judge refused at the gate is ill-defined; otherwise the vote is what it found
    in both orders alike.
    """
    if any(ballot.step is Step.GATE and ballot.finding is Finding.ILL_DEFINED for ballot in ballots):
        return Finding.ILL_DEFINED
    compared = [ballot for ballot in ballots if ballot.step is Step.COMPARE]
    findings = {ballot.finding for ballot in compared}
    return findings.pop() if _in_both_orders(compared) and len(findings) == 1 else None


def decide(rule: JuryRule, judges: Collection[Hashable], ballots: Collection[CastBallot]) -> PanelDecision:
    """Return the verdict of a jury of `judges` under `rule`.

    A finding needs a strict majority of the whole jury: who abstains or could not be read stays in
    the denominator. Under UNANIMOUS_ELSE_HUMAN any abstention or split is a doubt; under MAJORITY only
    where no majority is left. A question called ill-defined is always a doubt. Humans alone find nothing here.
    """
    if rule is JuryRule.HUMANS_ONLY:
        return PanelDecision(None, (Doubt.HUMANS_ONLY,))
    by_judge = {judge: [ballot for ballot in ballots if ballot.judge == judge] for judge in judges}
    votes = {judge: vote_of(cast) for judge, cast in by_judge.items()}
    finding = majority_of(votes)
    doubts = {_abstention(by_judge[judge]) for judge, vote in votes.items() if vote is None}
    if len({vote for vote in votes.values() if vote is not None}) > 1:
        doubts.add(Doubt.SPLIT_JURY)
    if rule is JuryRule.MAJORITY and finding is not None:
        doubts -= DISAGREEMENTS
    if finding is Finding.ILL_DEFINED:
        doubts.add(Doubt.ILL_DEFINED)
    return PanelDecision(finding, tuple(sorted(doubts)))


def majority_of(votes: Mapping[Hashable, Finding | None]) -> Finding | None:
    """Return the finding of more than half of all judges, abstentions counted; None where there is none."""
    counts = Counter(vote for vote in votes.values() if vote is not None)
    return next((vote for vote, count in counts.items() if 2 * count > len(votes)), None)


def _in_both_orders(compared: Collection[CastBallot]) -> bool:
    return {ballot.order for ballot in compared} == set(Order)


def _abstention(ballots: Collection[CastBallot]) -> Doubt:
    compared = [ballot for ballot in ballots if ballot.step is Step.COMPARE]
    return Doubt.ORDER_FLIP if _in_both_orders(compared) else Doubt.MISSING_VOTE
