"""A judge's figures that need no weights: gold accuracy, order flips, abstentions, unreadable replies, length bias.

Each is a share with its 95 % Wilson interval, or None where there is nothing to count yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from judging.domain.agreement import Interval, wilson
from judging.domain.panel import Finding

LENGTHS_DIFFER = 1.1
"""How many times as long an answer must be to count as the longer one."""


@dataclass(frozen=True)
class LengthChoice:
    """How long the answers to a question were, in characters, and which was found better."""

    asker: int
    opponent: int
    finding: Finding


def share_of(count: int, n: int) -> Interval | None:
    """Return `count` out of `n` with its interval; None for n = 0."""
    return wilson(count, n) if n else None


def gold_accuracy(votes: Iterable[tuple[Finding | None, Finding]]) -> Interval | None:
    """Return how often a judge's vote was the known verdict, from (vote, known verdict) of each gold item.

    An abstention (None) is no hit and stays in the denominator, as it does in a jury.
    """
    hits = [vote is gold for vote, gold in votes]
    return share_of(sum(hits), len(hits))


def order_flips(findings: Iterable[tuple[Finding, Finding]]) -> Interval | None:
    """Return how often a judge found otherwise when the answers changed places, from what it found in each order."""
    flips = [one is not other for one, other in findings]
    return share_of(sum(flips), len(flips))


def abstentions(votes: Iterable[Finding | None]) -> Interval | None:
    """Return in how many of its rounds a judge gave no vote, for whatever reason."""
    missing = [vote is None for vote in votes]
    return share_of(sum(missing), len(missing))


def longer_wins(choices: Iterable[LengthChoice]) -> Interval | None:
    """Return how often the longer answer was found better, where one was better and their lengths differ.

    Longer answers may well be better ones: that a judge is biased shows only where this share lies above that of
    people on the same rounds. An answer counts as longer at more than LENGTHS_DIFFER times the other's length.
    """
    won = [
        (choice.asker > choice.opponent) is (choice.finding is Finding.ASKER)
        for choice in choices
        if choice.finding in {Finding.ASKER, Finding.OPPONENT} and _differ(choice)
    ]
    return share_of(sum(won), len(won))


def _differ(choice: LengthChoice) -> bool:
    shorter, longer = sorted((choice.asker, choice.opponent))
    return longer > LENGTHS_DIFFER * shorter
