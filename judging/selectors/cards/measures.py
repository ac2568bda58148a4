"""How a measured figure is handed to pages: never without what it was measured on, and not at all from next to nothing."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.domain import figures, reliability
from judging.domain.agreement import Interval, wilson
from judging.domain.auditing import ErrorEstimate
from judging.domain.panel import Finding

ENOUGH = 10
"""On fewer items than this a figure is not shown: its interval would span nearly everything."""


@dataclass(frozen=True)
class Proportion:
    """`count` of `n` items; `percent` and `interval` (95 %, Wilson) are for pages, and only where `measured`."""

    count: int
    n: int

    @classmethod
    def of(cls, interval: Interval | None) -> "Proportion":
        """Return the same for a share of the domain; None is one of no items."""
        return cls(interval.agreed, interval.n) if interval else cls(0, 0)

    @property
    def measured(self) -> bool:
        """Whether there is enough to say anything."""
        return self.n >= ENOUGH

    @property
    def percent(self) -> str:
        """The share, such as "68.4 %"."""
        return figures.percent(self.count / self.n)

    @property
    def interval(self) -> str:
        """Its interval, such as "[65.4, 71.2]"."""
        wide = wilson(self.count, self.n)
        return figures.interval(wide.low, wide.high)


@dataclass(frozen=True)
class Estimate:
    """A rate of error from random audits (judging/domain/auditing), for pages."""

    error: ErrorEstimate

    @property
    def n(self) -> int:
        """How many audits are settled."""
        return self.error.settled

    @property
    def measured(self) -> bool:
        """Whether there is enough to say anything."""
        return self.n >= ENOUGH

    @property
    def percent(self) -> str:
        """The rate, such as "4.2 %"."""
        return figures.percent(self.error.rate or 0.0)

    @property
    def interval(self) -> str:
        """Its interval (95 %, Korn and Graubard), such as "[2.0, 7.9]"."""
        return figures.interval(self.error.low, self.error.high)

    @property
    def extremes(self) -> str:
        """The rate if every outstanding audit confirmed the verdict, and if none did, such as "3.9 % to 8.3 %"."""
        low, high = self.error.if_all_right, self.error.if_all_wrong
        return f"{figures.percent(low or 0.0)} to {figures.percent(1.0 if high is None else high)}"


@dataclass(frozen=True)
class Coefficient:
    """Agreement beyond what chance gives (judging/domain/reliability.py), for pages."""

    value: reliability.Coefficient

    @property
    def n(self) -> int:
        """On how many items it was measured."""
        return self.value.n

    @property
    def measured(self) -> bool:
        """Whether there is enough to say anything, and more than one category."""
        return self.n >= ENOUGH and self.value.value is not None

    @property
    def text(self) -> str:
        """The coefficient, such as "0.71"."""
        return signed(self.value.value)

    @property
    def interval(self) -> str:
        """Its 95 % interval, such as "[0.62, 0.79]"."""
        return f"[{signed(self.value.low)}, {signed(self.value.high)}]"


def alpha(units: Iterable[Sequence[Finding | None]]) -> Coefficient:
    """Return Krippendorff's alpha of units with their raters' findings; the same units always give the same interval."""
    rng = random.Random(0)  # noqa: S311 # Resampling for an interval keeps no secret.
    return Coefficient(reliability.krippendorffs_alpha(units, rng))


def signed(value: float | None, *, plus: bool = False) -> str:
    """Return such as "0.71", or "-0.05" with a real minus, with `plus` "+0.71"; nothing for None."""
    if value is None:
        return ""
    # Adding 0.0 turns the zero that is left of a small negative number into a plain one.
    rounded = round(value, 2) + 0.0
    return f"{rounded:{'+' if plus and rounded else ''}.2f}".replace("-", "\u2212")
