"""Stored reasons name the two sides by placeholders; readers see the names that they know."""

import pytest

from judging.domain.naming import Names, Side, fill_answers, with_letters, with_names

REASON = "{opponent} asks back; {asker} says more. {asker} is better."


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (
            Names(),
            "The opponent’s answer asks back; the asker’s answer says more. The asker’s answer is better.",
        ),
        (
            Names("You", "Your opponent"),
            "Your opponent’s answer asks back; your answer says more. Your answer is better.",
        ),
        (
            Names("cyan-otter-42", "You"),
            "Your answer asks back; cyan-otter-42’s answer says more. cyan-otter-42’s answer is better.",
        ),
        (
            Names("{opponent}", "Eve"),
            "Eve’s answer asks back; {opponent}’s answer says more. {opponent}’s answer is better.",
        ),
    ],
)
def test_readers_see_their_own_names_for_the_sides(names: Names, shown: str) -> None:
    assert with_names(REASON, names) == shown


def test_a_part_of_a_sentence_starts_small() -> None:
    assert with_names("{asker} is better", Names("You"), inside_sentence=True) == "your answer is better"


def test_a_programs_reason_is_translated_by_its_places_and_not_by_its_letters() -> None:
    reason = "{y} asks back instead of answering, though X and Y are letters."
    filled = fill_answers(reason, x=Side.OPPONENT, y=Side.ASKER)
    assert filled == "{asker} asks back instead of answering, though X and Y are letters."


def test_who_sees_x_and_y_reads_x_and_y() -> None:
    stored = "{asker} names it. In contrast, {opponent} does not; {asker} is better."
    assert (
        with_letters(stored, x=Side.ASKER)
        == "Answer X names it. In contrast, answer Y does not; answer X is better."
    )
    assert with_letters(stored, x=Side.OPPONENT).startswith("Answer Y names it.")
