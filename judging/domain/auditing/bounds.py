"""Bounds that hold for every sample size: of a share (Clopper-Pearson) and of a bounded mean (betting)."""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import betaincinv

_BETS = 16
_HALVINGS = 40


def clopper_pearson(count: float, n: float, delta: float = 0.05) -> tuple[float, float]:
    """Return the two-sided interval of a share at level 1 - delta, for 0 <= `count` <= `n`, n > 0.

    Both may be fractions, as effective sizes are (Korn and Graubard 1998). Source: Clopper and Pearson (1934).
    """
    low = 0.0 if count <= 0 else float(betaincinv(count, n - count + 1, delta / 2))
    high = 1.0 if count >= n else float(betaincinv(count + 1, n - count, 1 - delta / 2))
    return low, high


def mean_upper_bound(
    values: Sequence[float], highest: float, most: float, delta: float, least: float = 0.0
) -> float:
    """Return a bound in [`least`, `most`] that the values' true mean exceeds with probability at most `delta`.

    `values` are independent, none above `highest` > 0; they need not be alike, and the mean is that of
    their expectations. Zeros may be many: only the others cost time.

    Bet against "the mean is at least m" with the stake L: the wealth E(m) = prod(1 + L (m - x_i)) is never
    negative for 0 <= L <= 1 / (highest - least), and if the mean of the expectations mu_i is m or more, then
    E[E(m)] = prod(1 + L (m - mu_i)) <= exp(L sum(m - mu_i)) <= 1. So E(m) >= 1 / delta happens with probability
    at most delta (Markov). Wealth mixed over stakes that were fixed before is again such a wealth, and as it
    rises with m, every m above the crossing point is refuted.

    Source: Waudby-Smith and Ramdas (2024), "Estimating means of bounded random variables by betting", with
    fixed stakes in place of predicted ones, so that the values need not have one common mean. For values
    that do, Ville's inequality lets the bound be looked at after every one.
    """
    data = np.asarray(values, dtype=np.float64)
    others = data[data != 0.0]
    zeros = data.size - others.size
    stakes = 2.0 ** (-np.arange(_BETS) / 2) / (highest - least)
    # Most of the wealth bets at the largest stakes, which are best when no error was found.
    log_weights = -2 * np.log(np.arange(_BETS) + 1.0)
    log_weights -= np.logaddexp.reduce(log_weights)

    def log_wealth(m: float) -> float:
        with np.errstate(divide="ignore"):  # a stake may be lost wholly
            gains = np.log1p(stakes[:, None] * (m - others)).sum(axis=1)
        return float(np.logaddexp.reduce(log_weights + gains + zeros * np.log1p(stakes * m)))

    target = -math.log(delta)
    if data.size == 0 or log_wealth(most) < target:
        return most
    if log_wealth(least) >= target:
        return least
    low, high = least, most
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if log_wealth(middle) >= target else (middle, high)
    return high
