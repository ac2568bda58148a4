"""Whether a jury's errors favour AI systems, bounded from above for the confidence report.

A round gives a = AI points - human points, in {-1, 0, 1}. Let s be that by the jury's verdict and t by the truth, and
d = s - t in [-2, 2] the error in the AI's favour. If the AI is no better than people, E[t] <= 0, so E[s] <= E[d]. Only
rounds with s != 0 move a game on ("scored"); let q be their share. In a scored round the AI then wins with probability

    (1 + E[s] / q) / 2  <=  (1 + b) / 2   with   b = max(0, U / q),

where U is an upper bound on the mean of d. So under the null an AI that plays to n0 points wins a game with probability
at most p* = I_{(1+b)/2}(n0, n0) (I is the regularised incomplete beta function). q needs no audit: every verdict is known.

U: with Z_i the draw and p_i its stored probability, x_i = Z_i d_i / p_i has the expectation d_i whatever the jury did, so
the mean of x_i over all rounds estimates that of d (Horvitz and Thompson), and `mean_upper_bound` bounds it. An audit
that is not settled yet counts as the worst that it can turn out to be, which only raises the bound.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.domain.auditing.bounds import mean_upper_bound
from judging.domain.auditing.rates import AuditedVerdict
from judging.domain.panel import Finding


@dataclass(frozen=True)
class AuditedRound:
    """A jury's verdict on a round between a person and an AI; `ai_asks` tells who asked."""

    verdict: AuditedVerdict
    ai_asks: bool


@dataclass(frozen=True)
class NetProAIError:
    """The net error in the AI's favour over `rounds` jury verdicts, from `settled` random audits.

    `estimate` is the mean of d per round and `upper_mean` its upper bound at level 1 - `delta`, both in points;
    `scored_share` is q. `bound` is b in [0, 1]; it is 1, which allows no claim, where no audit is settled.
    """

    rounds: int
    settled: int
    outstanding: int
    scored_share: float
    estimate: float | None
    upper_mean: float
    bound: float
    delta: float


def ai_points(outcome: Finding, *, ai_asks: bool) -> int:
    """Return the AI's points minus the human's for an outcome: an ill-defined question gives its opponent the point."""
    for_asker = {Finding.ASKER: 1, Finding.OPPONENT: -1, Finding.ILL_DEFINED: -1, Finding.EQUIVALENT: 0}[
        outcome
    ]
    return for_asker if ai_asks else -for_asker


def net_pro_ai_error(rounds: Iterable[AuditedRound], delta: float = 0.05) -> NetProAIError:
    """Estimate and bound the net error in the AI's favour; `delta` in (0, 1) is the bound's chance to fail.

    The verdict is the one in force when the jury had decided: later corrections only make the error smaller.
    """
    everything = list(rounds)
    drawn = [item for item in everything if item.verdict.drawn]
    settled = [item for item in drawn if item.verdict.truth is not None]
    given = sum(item.verdict.outcome is not Finding.EQUIVALENT for item in everything)
    scored = given / len(everything) if everything else 0.0
    upper = _upper_mean(everything, drawn, delta) if settled else 2.0
    return NetProAIError(
        rounds=len(everything),
        settled=len(settled),
        outstanding=len(drawn) - len(settled),
        scored_share=scored,
        estimate=sum(_weighted(item) for item in settled) / len(everything) if settled else None,
        upper_mean=upper,
        bound=min(1.0, upper / scored) if settled and scored else 1.0,
        delta=delta,
    )


def net_error_interval(rounds: Iterable[AuditedRound], delta: float = 0.05) -> tuple[float, float]:
    """Return where the mean of d lies, in points per round, at level 1 - `delta`; (-2, 2) without a settled audit.

    Unlike `upper_mean`, which never needs to fall below 0, it also shows a jury that favours people.
    """
    everything = list(rounds)
    drawn = [item for item in everything if item.verdict.drawn]
    if all(item.verdict.truth is None for item in drawn):
        return -2.0, 2.0
    # With the sides exchanged the error in the AI's favour is the one in people's.
    low, high = (
        _upper_mean(everything, drawn, delta / 2, least=-2.0, mirrored=mirrored) for mirrored in (True, False)
    )
    return -low, high


def _weighted(item: AuditedRound, *, mirrored: bool = False) -> float:
    ai_asks = item.ai_asks is not mirrored
    by_verdict, truth = ai_points(item.verdict.outcome, ai_asks=ai_asks), item.verdict.truth
    by_truth = -1 if truth is None else ai_points(truth, ai_asks=ai_asks)
    return (by_verdict - by_truth) * item.verdict.weight


def _upper_mean(
    everything: Sequence[AuditedRound],
    drawn: Sequence[AuditedRound],
    delta: float,
    *,
    least: float = 0.0,
    mirrored: bool = False,
) -> float:
    values = [_weighted(item, mirrored=mirrored) for item in drawn] + [0.0] * (len(everything) - len(drawn))
    highest = 2 / min(item.verdict.probability for item in everything)
    return mean_upper_bound(values, highest=highest, most=2.0, delta=delta, least=least)
