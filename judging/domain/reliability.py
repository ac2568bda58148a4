"""Agreement beyond chance: Cohen's kappa of two raters, Krippendorff's alpha of any number, for unordered categories."""

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from judging.domain.agreement import Z_95

BOOTSTRAPS = 2000

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of agreement over `n` items: 1 is perfect, 0 what chance gives; with its 95 % interval.

    `value` and the limits are None where chance alone would agree always (a single category), or without items.
    """

    n: int
    value: float | None
    low: float | None
    high: float | None


def cohens_kappa(pairs: Iterable[tuple[Hashable, Hashable]]) -> Coefficient:
    """Return kappa of two raters from (first's, second's) categories of each item.

    The interval is the normal one with the large-sample variance of Fleiss, Cohen and Everitt (1969), cut at -1 and 1.
    Under perfect agreement that variance is 0; the lower limit then comes from the share of agreement, whose
    Clopper-Pearson limit is 0.025^(1/n). Source: Cohen (1960), "A coefficient of agreement for nominal scales".
    """
    counts = Counter(pairs)
    n = counts.total()
    rows, columns = _margins(counts)
    expected = sum(rows[category] * columns[category] for category in rows) / n**2 if n else 1.0
    if expected >= 1:
        return Coefficient(n, None, None, None)
    observed = sum(count for (first, second), count in counts.items() if first == second) / n
    kappa = (observed - expected) / (1 - expected)
    if observed == 1:
        return Coefficient(n, 1.0, (0.025 ** (1 / n) - expected) / (1 - expected), 1.0)
    half = Z_95 * math.sqrt(_kappa_variance(counts, observed, expected))
    return Coefficient(n, kappa, max(-1.0, kappa - half), min(1.0, kappa + half))


def _margins(counts: Counter[tuple[Hashable, Hashable]]) -> tuple[Counter[Hashable], Counter[Hashable]]:
    rows: Counter[Hashable] = Counter()
    columns: Counter[Hashable] = Counter()
    for (first, second), count in counts.items():
        rows[first] += count
        columns[second] += count
    return rows, columns


def _kappa_variance(counts: Counter[tuple[Hashable, Hashable]], observed: float, expected: float) -> float:
    n = counts.total()
    rows, columns = _margins(counts)
    agreeing = disagreeing = 0.0
    for (first, second), count in counts.items():
        if first == second:
            by_chance = (rows[first] + columns[first]) / n
            agreeing += count / n * (1 - expected - by_chance * (1 - observed)) ** 2
        else:
            by_chance = (columns[first] + rows[second]) / n
            disagreeing += count / n * (by_chance * (1 - observed)) ** 2
    rest = (observed * expected - 2 * expected + observed) ** 2
    return max(0.0, agreeing + disagreeing - rest) / (n * (1 - expected) ** 4)


def krippendorffs_alpha(units: Iterable[Sequence[Hashable | None]], rng: random.Random) -> Coefficient:
    """Return nominal alpha of units, each with its raters' categories; None where one did not rate.

    Units with fewer than two ratings say nothing and are left out of `n`. The interval is the percentile one
    of BOOTSTRAPS resamples of whole units drawn with `rng`. Source: Krippendorff (2011), "Computing Krippendorff's
    alpha-reliability".
    """
    replies = ([value for value in unit if value is not None] for unit in units)
    rated = [values for values in replies if len(values) > 1]
    n = len(rated)
    if n == 0:
        return Coefficient(0, None, None, None)
    # Units alike are resampled together, so that the cost does not grow with their number.
    kinds, times = np.unique(_counts(rated), axis=0, return_counts=True)
    value = float(_alphas(kinds, times[None, :].astype(np.float64))[0])
    if math.isnan(value):
        return Coefficient(n, None, None, None)
    generator = np.random.default_rng(rng.getrandbits(64))
    drawn = generator.multinomial(n, times / n, size=BOOTSTRAPS).astype(np.float64)
    spread = _alphas(kinds, drawn)
    # A resample of one category only has no alpha of its own; all that varied in it agreed.
    low, high = np.quantile(np.where(np.isnan(spread), 1.0, spread), (0.025, 0.975))
    return Coefficient(n, value, float(low), float(high))


def _counts(rated: Sequence[Sequence[Hashable]]) -> Matrix:
    """Return how often each unit (row) was given each category (column)."""
    categories = {value: place for place, value in enumerate(dict.fromkeys(chain.from_iterable(rated)))}
    table = np.zeros((len(rated), len(categories)))
    for row, values in enumerate(rated):
        for value in values:
            table[row, categories[value]] += 1
    return table


def _alphas(table: Matrix, times: Matrix) -> Vector:
    """Return alpha for each row of `times`, which says how often each unit is taken; NaN where it is undefined.

    The coincidences of a unit with m values weigh 1 / (m - 1), so that each value counts once.
    """
    sizes = table.sum(axis=1)
    disagreeing = (sizes**2 - (table**2).sum(axis=1)) / (sizes - 1)
    values = times @ table
    n = values.sum(axis=1)
    by_chance = (n**2 - (values**2).sum(axis=1)) / (n - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Vector = (times @ disagreeing) / by_chance
    return np.where(by_chance > 0, 1 - ratio, np.nan)
