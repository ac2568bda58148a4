"""ELIZA as a mind: rules only, no endpoint, never a fault of the network."""

import random

from games.ai.fallback import from_bank
from games.domain import eliza
from games.domain.minds import AnswerContext, Answered, AskContext, Asked, AskSource


class ElizaMind:
    """Play by ELIZA's script and puzzles."""

    def ask(self, context: AskContext, *, timeout: float, rng: random.Random) -> Asked:
        """Ask one of ELIZA's puzzles, or from the bank where the limits are too short for it."""
        question, answer = eliza.ask(task_set=context.task_set, asked=context.asked, rng=rng)
        if len(question) > context.question_max_chars or len(answer) > context.answer_max_chars:
            return from_bank(context, rng)
        return Asked(question, answer, AskSource.RULES)

    def answer(self, context: AnswerContext, *, timeout: float, rng: random.Random) -> Answered:
        """Answer by keyword, or by what the opponent wrote in earlier rounds of this game."""
        earlier = [past.question if not past.mine else past.opponent_answer for past in context.rounds]
        return Answered(
            eliza.answer(context.question, rng=rng, max_chars=context.answer_max_chars, earlier=earlier)
        )
