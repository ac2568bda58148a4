"""How ballots make a verdict (docs/judging.md): what flips with the order is no vote, and errors count as none."""

from collections import Counter
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from enum import StrEnum

from judging.domain.choices import Choice


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


class Doubt(StrEnum):
    """Why a human should look at a verdict."""

    ORDER_FLIP = "order_flip"
    MISSING_VOTE = "missing_vote"
    SPLIT_JURY = "split_jury"
    ILL_DEFINED = "ill_defined"
    DEMO_JUDGE = "demo_judge"
    STAND_IN = "stand_in"


@dataclass(frozen=True)
class CastBallot:
    """One judge's readable judgement in one order; errors are not cast at all."""

    judge: Hashable
    order: Order
    finding: Finding


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
    """Return one judge's vote: the finding of both orders where they agree, otherwise None (an abstention)."""
    findings = {ballot.finding for ballot in ballots}
    orders = {ballot.order for ballot in ballots}
    return findings.pop() if orders == set(Order) and len(findings) == 1 else None


def decide(judges: Collection[Hashable], ballots: Collection[CastBallot]) -> PanelDecision:
    """Return the verdict of a jury of `judges`.

    A finding needs a strict majority of the whole jury: who abstains or could not be read stays in
    the denominator. Only a unanimous, well-defined finding is free of doubts.
    """
    by_judge = {judge: [ballot for ballot in ballots if ballot.judge == judge] for judge in judges}
    votes = {judge: vote_of(cast) for judge, cast in by_judge.items()}
    counts = Counter(vote for vote in votes.values() if vote is not None)
    doubts: set[Doubt] = set()
    for judge, vote in votes.items():
        if vote is None:
            flipped = {ballot.order for ballot in by_judge[judge]} == set(Order)
            doubts.add(Doubt.ORDER_FLIP if flipped else Doubt.MISSING_VOTE)
    if len(counts) > 1:
        doubts.add(Doubt.SPLIT_JURY)
    finding = next((vote for vote, count in counts.items() if 2 * count > len(votes)), None)
    if finding is Finding.ILL_DEFINED:
        doubts.add(Doubt.ILL_DEFINED)
    return PanelDecision(finding, tuple(sorted(doubts)))
