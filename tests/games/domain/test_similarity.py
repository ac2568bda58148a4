"""What counts as a near copy, and what only looks alike."""

import time
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.question_bank import BANK
from games.domain.similarity import is_near_copy, share_found_in


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("What is the capital of Australia?", "what is the CAPITAL of australia"),
        ("What is the capital city of Australia?", "What is the capital of Australia?"),
        ("Why is it that ice floats on the water?", "Why does ice float on water?"),
        (
            "Explain two sentences how vaccine work works to a child",
            "Explain in two sentences how a vaccine works to a child.",
        ),
        (
            "Name three things that a lighthouse keeper does at night",
            "Name three things that a lighthouse keeper does at night, and say which of them a machine could do.",
        ),
    ],
)
def test_a_garbled_or_shortened_repetition_is_a_near_copy(text: str, of: str) -> None:
    assert is_near_copy(text, of)
    assert is_near_copy(of, text)


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("What is the capital of Australia?", "What is the capital of Austria and of Peru?"),
        ("What is 17 x 6?", "What is 18 x 6?"),
        ("When was Goethe born?", "Where was Goethe born?"),
        ("Explain to a child how a vaccine works.", "Explain to a child how a rainbow forms."),
        ("Why does ice float on water?", "Why does oil float on water while honey sinks?"),
        ("", ""),
        ("?!", "?!"),
    ],
)
def test_a_question_of_the_same_make_is_no_copy(text: str, of: str) -> None:
    assert not is_near_copy(text, of)
    assert not is_near_copy(of, text)


@pytest.mark.parametrize("task_set", sorted(BANK))
def test_no_two_questions_of_the_bank_are_near_copies(task_set: str) -> None:
    for (one, _), (other, _) in combinations(BANK[task_set], 2):
        assert not is_near_copy(one, other)


def test_the_share_found_counts_runs_of_words() -> None:
    # Runs of three in the first text: "a b c", "b c d", "c d e"; the second holds the first two.
    assert share_found_in("A b, c d e", "x a b c d y") == pytest.approx(2 / 3)
    assert share_found_in("a b", "a b") == 0
    assert share_found_in("a b", "a b", length=2) == 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_mutual(one: str, other: str) -> None:
    assert is_near_copy(one, other) == is_near_copy(other, one)


def test_megabytes_are_compared_at_once() -> None:
    before = time.process_time()
    assert is_near_copy("word " * 1_000_000, "word " * 900_000)
    assert not share_found_in("other " * 1_000_000, "word " * 1000)
    assert time.process_time() - before < 0.5
