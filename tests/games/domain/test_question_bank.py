"""The fallback questions: enough, distinct, within limits, and never repeated while others remain."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.question_bank import BANK, draw

ROOMY = {"question_max_chars": 1000, "answer_max_chars": 1000}


@pytest.mark.parametrize("task_set", sorted(BANK))
def test_each_task_set_has_thirty_distinct_short_questions_with_answers(task_set: str) -> None:
    entries = BANK[task_set]
    assert len({question for question, _ in entries}) == len(entries) >= 30
    for question, answer in entries:
        assert 20 <= len(question) <= 200
        assert 5 <= len(answer) <= 400
        assert question == question.strip()
        assert answer == answer.strip()


@pytest.mark.parametrize("task_set", sorted(BANK))
def test_a_game_sees_every_question_before_any_comes_again(task_set: str) -> None:
    rng = random.Random(7)
    asked: list[str] = []
    for _ in BANK[task_set]:
        asked.append(draw(task_set=task_set, asked=asked, rng=rng, **ROOMY)[0])
    assert len(set(asked)) == len(BANK[task_set])
    assert draw(task_set=task_set, asked=asked, rng=rng, **ROOMY) in BANK[task_set]


def test_a_question_counts_as_asked_whatever_its_spaces_and_case() -> None:
    entries = BANK["turing-test"]
    left = entries[5]
    asked = [f"  {question.upper()}\n" for question, _ in entries if question != left[0]]
    assert draw(task_set="turing-test", asked=asked, rng=random.Random(1), **ROOMY) == left


@given(st.integers(100, 200), st.integers(60, 400), st.integers())
def test_what_is_drawn_fits_the_limits(question_max: int, answer_max: int, seed: int) -> None:
    question, answer = draw(
        task_set="anything-in-text",
        asked=(),
        rng=random.Random(seed),
        question_max_chars=question_max,
        answer_max_chars=answer_max,
    )
    assert len(question) <= question_max
    assert len(answer) <= answer_max


def test_limits_that_nothing_fits_are_an_error() -> None:
    with pytest.raises(ValueError, match="short"):
        draw(
            task_set="anything-in-text",
            asked=(),
            rng=random.Random(1),
            question_max_chars=5,
            answer_max_chars=5,
        )


def test_a_task_set_without_its_own_bank_draws_from_anything_in_text() -> None:
    assert draw(task_set="brand-new", asked=(), rng=random.Random(1), **ROOMY) in BANK["anything-in-text"]
