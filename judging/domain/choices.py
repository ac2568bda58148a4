"""What a judge may say about two unnamed answers, X and Y."""

from dataclasses import dataclass
from enum import StrEnum


class Choice(StrEnum):
    """One blind judgement: the better answer, neither, or a question that cannot be judged."""

    X = "X"
    Y = "Y"
    EQUIVALENT = "equivalent"
    ILL_DEFINED = "ill_defined"

    def mirrored(self) -> "Choice":
        """Return the same judgement with the names of the two answers exchanged."""
        return {Choice.X: Choice.Y, Choice.Y: Choice.X}.get(self, self)


@dataclass(frozen=True)
class Opinion:
    """A judgement and the reason that the judge gives; the reason speaks of X and Y, a program's of {x} and {y}."""

    choice: Choice
    reason: str
