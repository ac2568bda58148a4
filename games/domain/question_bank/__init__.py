"""Questions with good answers, in our own words: asked for an AI player that cannot ask one itself."""

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from games.domain.question_bank import (
    anything_in_text,
    economically_relevant_work,
    robot_college_student,
    turing_test,
)

Entry = tuple[str, str]

BANK: Mapping[str, tuple[Entry, ...]] = MappingProxyType(
    {
        "anything-in-text": anything_in_text.ENTRIES,
        "economically-relevant-work": economically_relevant_work.ENTRIES,
        "turing-test": turing_test.ENTRIES,
        "robot-college-student": robot_college_student.ENTRIES,
    }
)


def draw(
    *,
    task_set: str,
    asked: Sequence[str],
    rng: random.Random,
    question_max_chars: int,
    answer_max_chars: int,
) -> Entry:
    """Draw a question and its answer that fit the limits (in characters) and are not in `asked`.

    Once all that fit were asked, any of them may come again. A task set without a bank of its own takes
    that of `anything-in-text`. Raises ValueError where no entry fits the limits.
    """
    entries = BANK.get(task_set, anything_in_text.ENTRIES)
    fitting = [
        entry
        for entry in entries
        if len(entry[0]) <= question_max_chars and len(entry[1]) <= answer_max_chars
    ]
    if not fitting:
        raise ValueError("no question of the bank fits such short limits")
    known = {_key(question) for question in asked}
    fresh = [entry for entry in fitting if _key(entry[0]) not in known]
    return rng.choice(fresh or fitting)


def _key(question: str) -> str:
    return " ".join(question.split()).casefold()
