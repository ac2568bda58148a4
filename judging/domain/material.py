"""What a judge is to judge, whether a round or a gold item, and how it is put into one blind call."""

import random
from dataclasses import dataclass

from judging.domain.panel import Order, Step
from judging.domain.presenting import draw_mark
from judging.domain.prompts import CompareTask, GateTask


@dataclass(frozen=True)
class Material:
    """A question with its two answers and the task set T that it has to belong to."""

    question: str
    asker_answer: str
    opponent_answer: str
    task_set_name: str
    task_set_definition: str

    @property
    def texts(self) -> tuple[str, str, str]:
        """All that players wrote."""
        return self.question, self.asker_answer, self.opponent_answer

    def task(self, step: Step, order: Order | None, rng: random.Random) -> GateTask | CompareTask:
        """Return what one call shows; at the gate there is no order."""
        if step is Step.GATE:
            return self.examination(rng)
        if order is None:
            raise ValueError("comparing needs an order")
        return self.comparison(order, rng)

    def examination(self, rng: random.Random) -> GateTask:
        """Return what a call at the gate shows; `rng` draws its mark and its canary."""
        return GateTask(self.question, self.task_set_name, self.task_set_definition, *self._tokens(rng))

    def comparison(self, order: Order, rng: random.Random) -> CompareTask:
        """Return what a comparing call shows; `order` says whose answer is X."""
        answers = (self.asker_answer, self.opponent_answer)
        x, y = answers if order is Order.XY else answers[::-1]
        return CompareTask(
            self.question, x, y, self.task_set_name, self.task_set_definition, *self._tokens(rng)
        )

    def _tokens(self, rng: random.Random) -> tuple[str, str]:
        """Draw a mark and a canary that stand in none of the texts."""
        return draw_mark(rng, *self.texts), draw_mark(rng, *self.texts)
