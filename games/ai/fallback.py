"""What an AI player asks when it cannot ask anything of its own."""

import random

from games.domain.minds import AskContext, Asked, AskSource, FaultKind, MindFault
from games.domain.question_bank import draw


def from_bank(context: AskContext, rng: random.Random) -> Asked:
    """Ask from the bank of the task set; raise MindFault(empty) where nothing fits the limits."""
    try:
        question, answer = draw(
            task_set=context.task_set,
            asked=context.asked,
            rng=rng,
            question_max_chars=context.question_max_chars,
            answer_max_chars=context.answer_max_chars,
        )
    except ValueError:
        raise MindFault(FaultKind.EMPTY, detail="no question of the bank fits the limits") from None
    return Asked(question, answer, AskSource.BANK)
