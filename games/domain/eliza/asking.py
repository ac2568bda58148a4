"""ELIZA asks: puzzles made by rule, each with the answer that its rule works out."""

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from games.domain.eliza import college_puzzles, human_puzzles, office_puzzles, word_puzzles

Puzzle = Callable[[random.Random], tuple[str, str]]

_MOST_TRIES = 40

_PUZZLES: Mapping[str, tuple[Puzzle, ...]] = MappingProxyType(
    {
        "anything-in-text": word_puzzles.PUZZLES,
        "economically-relevant-work": office_puzzles.PUZZLES,
        "turing-test": human_puzzles.PUZZLES,
        "robot-college-student": college_puzzles.PUZZLES,
    }
)


def ask(*, task_set: str, asked: Sequence[str], rng: random.Random) -> tuple[str, str]:
    """Return a question with ELIZA's own answer, each of at most 400 characters.

    A question in `asked` is not asked again while another can be found. For a task set that ELIZA does
    not know, it asks as in `anything-in-text`.
    """
    puzzles = _PUZZLES.get(task_set, word_puzzles.PUZZLES)
    known = set(asked)
    question, answer = rng.choice(puzzles)(rng)
    for _ in range(_MOST_TRIES):
        if question not in known:
            break
        question, answer = rng.choice(puzzles)(rng)
    return question, answer
