"""Plain Elo: the logistic expectation and a fixed step, as a pure fold over results in order.

Source: A. E. Elo, The Rating of Chessplayers, Past and Present (1978), with the logistic curve that
replaced his normal one; K = 32 and the scale of 400 points per factor ten in the odds are customary.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

START = 1500.0
K = 32.0
SCALE = 400.0


@dataclass(frozen=True)
class Result:
    """One game; `score` is what the first of the two `players` got: 1 won, 0.5 drawn, 0 lost."""

    game: str
    players: tuple[int, int]
    score: float


@dataclass(frozen=True)
class Standing:
    """A player on the ladder: the rating and the record behind it."""

    rating: float = START
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Return how many games the rating rests on."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Change:
    """What one game did to both ratings, in the order of its players."""

    result: Result
    before: tuple[float, float]
    after: tuple[float, float]


@dataclass(frozen=True)
class Ladder:
    """Where everybody stands after some games, and what each of these games changed."""

    standings: Mapping[int, Standing] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()


def expected(rating: float, opponent: float) -> float:
    """Return the expected score in (0, 1) of a player against an opponent: 1 / (1 + 10^((opponent - rating) / 400))."""
    return 1.0 / (1.0 + math.pow(10.0, (opponent - rating) / SCALE))


def update(ratings: tuple[float, float], score: float) -> tuple[float, float]:
    """Return both ratings after a game in which the first player scored `score`.

    What one gains the other loses. Raise ValueError for any score but 1, 0.5 and 0.
    """
    if score not in (0.0, 0.5, 1.0):
        raise ValueError(f"A score is 1, 0.5 or 0, not {score!r}.")
    first, second = ratings
    gain = K * (score - expected(first, second))
    return first + gain, second - gain


def fold(results: Iterable[Result], standings: Mapping[int, Standing] | None = None) -> Ladder:
    """Return the ladder after `results`, in their order, that started from `standings` (from nobody by default).

    Folding in pieces, each from the standings of the one before, gives bit for bit the same as folding
    at once. Raise ValueError for a game of a player with herself.
    """
    reached = dict(standings or {})
    changes = []
    for result in results:
        first, second = result.players
        if first == second:
            raise ValueError(f"Player {first} cannot play with herself.")
        one, other = reached.get(first, Standing()), reached.get(second, Standing())
        before = (one.rating, other.rating)
        after = update(before, result.score)
        reached[first] = _played(one, after[0], result.score)
        reached[second] = _played(other, after[1], 1.0 - result.score)
        changes.append(Change(result, before, after))
    return Ladder(reached, tuple(changes))


def _played(standing: Standing, rating: float, score: float) -> Standing:
    if score == 1.0:
        return replace(standing, rating=rating, wins=standing.wins + 1)
    if score == 0.0:
        return replace(standing, rating=rating, losses=standing.losses + 1)
    return replace(standing, rating=rating, draws=standing.draws + 1)
