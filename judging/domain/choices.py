"""What a judge may say: of a question at the gate, of two unnamed answers, X and Y, when it compares."""

from dataclasses import dataclass
from enum import StrEnum


class GateCode(StrEnum):
    """Whether a question may be judged, or why not."""

    WELL_DEFINED = "well_defined"
    NONSENSE = "nonsense"
    NO_STANDARD = "no_standard"
    PRIVATE = "private"
    OUTSIDE_T = "outside_t"
    HARMFUL = "harmful"

    @property
    def refuses(self) -> bool:
        """Whether the question counts as ill-defined."""
        return self is not GateCode.WELL_DEFINED


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
class GateOpinion:
    """What a judge says of a question alone, and why."""

    code: GateCode
    reason: str


@dataclass(frozen=True)
class Opinion:
    """A judgement and the reason that the judge gives; the reason speaks of X and Y, a program's of {x} and {y}."""

    choice: Choice
    reason: str
