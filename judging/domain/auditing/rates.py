"""How often a jury is wrong, estimated from its randomly audited verdicts alone (docs/judging.md, Measured error)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.domain.auditing.bounds import clopper_pearson
from judging.domain.panel import Finding


@dataclass(frozen=True)
class AuditedVerdict:
    """A jury's verdict, with which probability it was to be audited, and what moderators found if it was.

    `probability` is in (0, 1]. `truth` is None where the verdict was not drawn or its audit is not settled yet;
    a truth known from elsewhere (an appeal, a doubt) must not be given for a verdict that was not drawn.
    """

    outcome: Finding
    probability: float
    drawn: bool
    truth: Finding | None = None

    def __post_init__(self) -> None:
        """Refuse what would bias every estimate."""
        if not 0 < self.probability <= 1:
            raise ValueError(f"An audit probability lies in (0, 1], not at {self.probability}.")
        if self.truth is not None and not self.drawn:
            raise ValueError("Only drawn verdicts have an audited truth.")

    @property
    def weight(self) -> float:
        """Return how many verdicts this one stands for if it is drawn."""
        return 1 / self.probability

    @property
    def wrong(self) -> bool:
        """Tell whether the audit found another outcome."""
        return self.truth is not None and self.truth is not self.outcome


@dataclass(frozen=True)
class ErrorEstimate:
    """The share of wrong verdicts among `verdicts`, from `settled` random audits, `wrong` of which erred.

    `rate` (Hajek: weighted mean over settled audits) lies in [`low`, `high`], 95 %; both are None, 0 and 1 where
    nothing is settled. `total_wrong` is Horvitz and Thompson's estimate of the number of wrong verdicts; it is
    unbiased once nothing is `outstanding`. `if_all_right` and `if_all_wrong` are the rate if the outstanding
    audits all confirmed, or all contradicted, the jury.
    """

    verdicts: int
    settled: int
    outstanding: int
    wrong: int
    total_wrong: float
    rate: float | None
    low: float
    high: float
    effective_size: float
    if_all_right: float | None
    if_all_wrong: float | None


@dataclass(frozen=True)
class ConfusionCell:
    """How often the jury found `verdict` where moderators found `truth`.

    `audits` counts settled audits; `estimated` is the Horvitz-Thompson estimate for all verdicts.
    """

    verdict: Finding
    truth: Finding
    audits: int
    estimated: float


def error_rate(verdicts: Iterable[AuditedVerdict]) -> ErrorEstimate:
    """Estimate how often the verdicts are wrong, with the interval of Korn and Graubard (1998).

    That is Clopper and Pearson's with the effective sample size n* in place of n. n* is the size of a plain
    sample with the same variance, r (1 - r) / v, where v = sum(w_i^2 (y_i - r)^2) / (sum w_i)^2; never more than
    Kish's (sum w_i)^2 / sum(w_i^2), which is all there is to go by when no error was found. With equal weights
    it is the exact interval. The share of verdicts audited does not narrow it: it speaks of the jury, not only
    of these verdicts.
    """
    everything = list(verdicts)
    drawn = [verdict for verdict in everything if verdict.drawn]
    settled = [verdict for verdict in drawn if verdict.truth is not None]
    wrong = [verdict for verdict in settled if verdict.wrong]
    open_weight = sum(verdict.weight for verdict in drawn if verdict.truth is None)
    total, wrong_total = _weight(settled), _weight(wrong)
    rate = _ratio(wrong_total, total)
    size = 0.0 if rate is None else _effective_size(settled, rate)
    low, high = (0.0, 1.0) if rate is None else clopper_pearson(rate * size, size)
    return ErrorEstimate(
        verdicts=len(everything),
        settled=len(settled),
        outstanding=len(drawn) - len(settled),
        wrong=len(wrong),
        total_wrong=wrong_total,
        rate=rate,
        low=low,
        high=high,
        effective_size=size,
        if_all_right=_ratio(wrong_total, total + open_weight),
        if_all_wrong=_ratio(wrong_total + open_weight, total + open_weight),
    )


def error_by_outcome(verdicts: Iterable[AuditedVerdict]) -> dict[Finding, ErrorEstimate]:
    """Estimate separately how often each kind of verdict is wrong; kinds that never occurred are left out."""
    everything = list(verdicts)
    kinds = {
        finding: [verdict for verdict in everything if verdict.outcome is finding] for finding in Finding
    }
    return {finding: error_rate(members) for finding, members in kinds.items() if members}


def confusion(verdicts: Iterable[AuditedVerdict]) -> tuple[ConfusionCell, ...]:
    """Return the matrix of verdict and truth, row by row, from settled random audits; empty cells included."""
    settled = [verdict for verdict in verdicts if verdict.truth is not None]
    cells = []
    for found in Finding:
        for truth in Finding:
            members = [item for item in settled if item.outcome is found and item.truth is truth]
            cells.append(ConfusionCell(found, truth, len(members), _weight(members)))
    return tuple(cells)


def _weight(verdicts: Sequence[AuditedVerdict]) -> float:
    return sum((verdict.weight for verdict in verdicts), 0.0)


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _effective_size(settled: Sequence[AuditedVerdict], rate: float) -> float:
    squares = sum(verdict.weight**2 for verdict in settled)
    kish = _weight(settled) ** 2 / squares
    spread = sum((verdict.weight * (verdict.wrong - rate)) ** 2 for verdict in settled)
    if not spread:
        return kish
    return float(min(kish, rate * (1 - rate) * _weight(settled) ** 2 / spread))
