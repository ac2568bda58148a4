"""What is said of a judge or a jury that was measured: how much it decides, and how much of that is right."""

from dataclasses import dataclass
from typing import Any

from judging.domain.agreement import wilson


@dataclass(frozen=True)
class Share:
    """A share of `n` items with its 95 % Wilson interval; all three are None where there is no item."""

    n: int
    agreed: int

    @property
    def bounds(self) -> tuple[float | None, float | None, float | None]:
        """The share, its lower and its upper bound."""
        if not self.n:
            return None, None, None
        interval = wilson(self.agreed, self.n)
        return interval.share, interval.low, interval.high

    @property
    def row(self) -> dict[str, Any]:
        """The share as JSON has it."""
        share, low, high = self.bounds
        return {"n": self.n, "agreed": self.agreed, "share": share, "low": low, "high": high}


@dataclass(frozen=True)
class Score:
    """How a judge or jury did on `items` pairs.

    `decided` are those with a verdict that needs no human; `correct` of them say what people said, "equivalent"
    where people called a tie. `flips` are those on which it, or any judge of it, was readable in both orders and
    differed. `one_order_correct` are right where each judge is asked in the stored order alone and most votes decide.
    """

    name: str
    items: int
    decided: int
    correct: int
    flips: int
    one_order_correct: int

    @property
    def coverage(self) -> float:
        """The share of items that are decided."""
        return self.decided / self.items

    @property
    def accuracy(self) -> Share:
        """The share of decided items that are correct."""
        return Share(self.decided, self.correct)

    @property
    def row(self) -> dict[str, Any]:
        """The score as JSON has it; what is not decided are a judge's abstentions, and what a jury sends to humans."""
        accuracy, low, high = self.accuracy.bounds
        return {
            "name": self.name,
            "items": self.items,
            "decided": self.decided,
            "coverage": self.coverage,
            "accuracy": accuracy,
            "low": low,
            "high": high,
            "flips": self.flips,
            "abstentions": self.items - self.decided,
            "one_order_accuracy": self.one_order_correct / self.items,
        }
