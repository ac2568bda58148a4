"""When moderators' votes settle a case: one mostly, two against a firm verdict, three where two differ."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from judging.domain.naming import Side
from judging.domain.panel import Finding

_NEUTRAL = {
    Finding.ASKER: f"Moderators looked at this round and found {Side.ASKER.placeholder} better.",
    Finding.OPPONENT: f"Moderators looked at this round and found {Side.OPPONENT.placeholder} better.",
    Finding.EQUIVALENT: "Moderators looked at this round and found the two answers equivalent.",
    Finding.ILL_DEFINED: "Moderators looked at this round and found that its question cannot be judged.",
}


@dataclass(frozen=True)
class Settled:
    """The votes settle the case with this outcome."""

    outcome: Finding


@dataclass(frozen=True)
class AskAnother:
    """Another moderator is to vote."""


def next_step(
    in_force: Finding | None, *, firm: bool, votes: Sequence[Finding], heard: bool = True
) -> Settled | AskAnother:
    """Return what follows from the votes that count, in the order in which they were cast.

    `in_force` is the verdict under review, None where people alone decide: then the first vote does. Otherwise one
    vote settles the case unless it contradicts a `firm` verdict. Two settle it if they agree. Of three the
    majority wins; if all differ, the verdict in force stands. Not `heard` is an appeal that nobody has voted on since it
    was filed: whoever voted before does not answer it.
    """
    if not votes or not heard:
        return AskAnother()
    first = votes[0]
    if in_force is None or (len(votes) == 1 and (first is in_force or not firm)):
        return Settled(first)
    winner, count = Counter(votes).most_common(1)[0]
    if 2 * count > len(votes) >= 2:
        return Settled(winner)
    return Settled(in_force) if len(votes) >= 3 else AskAnother()


def neutral_reason(outcome: Finding) -> str:
    """Return what players read where no moderator wrote a reason for them; with naming.py's placeholders."""
    return _NEUTRAL[outcome]
