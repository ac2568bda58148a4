"""Who meets whom, and who asks first: declared rules whose probabilities are recorded with each draw."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

UNIFORM_RULE = "uniform-over-ready-ai-players/1"
CHOSEN_RULE = "chosen-by-the-player/1"


@dataclass(frozen=True)
class Draw:
    """The drawn opponent's id, the rule that drew it, and the probability it had (0 < p <= 1)."""

    player_id: int
    rule: str
    probability: float


def draw_opponent(candidates: Sequence[int], rng: random.Random) -> Draw:
    """Draw one candidate id, each equally likely; raise ValueError without candidates."""
    if not candidates:
        raise ValueError("nobody to draw from")
    ordered = sorted(candidates)
    return Draw(rng.choice(ordered), UNIFORM_RULE, 1 / len(ordered))


def draw_first_asker(asked_first: int, asked_second: int, rng: random.Random) -> int:
    """Return the seat (0 or 1) that asks first in a person's next game.

    `asked_first` and `asked_second` count her earlier games in which seat 0's player asked first and
    second: the seat that is behind asks first, level counts are drawn (Alg. 1 favours the first asker
    a little, so seats are balanced over games).
    """
    if asked_first == asked_second:
        return rng.randrange(2)
    return 0 if asked_first < asked_second else 1
