"""One blind call shows the question, and the two answers in the order of that call, with tokens of its own."""

import random

import pytest

from judging.domain.material import Material
from judging.domain.panel import Order, Step
from judging.domain.prompts import CompareTask, GateTask

MATERIAL = Material("Q?", "asker's", "opponent's", "Anything", "Any task.")


def test_the_gate_is_shown_the_question_alone() -> None:
    task = MATERIAL.task(Step.GATE, None, random.Random(1))
    assert isinstance(task, GateTask)
    assert (task.question, task.task_set_name, task.task_set_definition) == ("Q?", "Anything", "Any task.")


def test_the_order_says_whose_answer_is_x() -> None:
    xy, yx = (MATERIAL.task(Step.COMPARE, order, random.Random(1)) for order in (Order.XY, Order.YX))
    assert isinstance(xy, CompareTask)
    assert isinstance(yx, CompareTask)
    assert (xy.answer_x, xy.answer_y) == ("asker's", "opponent's")
    assert (yx.answer_x, yx.answer_y) == ("opponent's", "asker's")


def test_comparing_needs_an_order() -> None:
    with pytest.raises(ValueError, match="order"):
        MATERIAL.task(Step.COMPARE, None, random.Random(1))


def test_every_call_has_a_mark_and_a_canary_of_its_own() -> None:
    rng = random.Random(1)
    tasks = [MATERIAL.task(step, Order.XY, rng) for step in (Step.GATE, Step.COMPARE, Step.COMPARE)]
    assert len({token for task in tasks for token in (task.mark, task.canary)}) == 6
