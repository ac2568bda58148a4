"""Prompts are blind, keep answers inside delimiters that players cannot know, and never change under a version."""

import random

from judging.domain.prompts import SCHEMA, BlindTask, draw_mark, messages, prompt_hash

TASK = BlindTask(
    question="What does $mark or ${answer_x} mean?",
    answer_x="First $question",
    answer_y="",
    task_set_name="Anything in text",
    task_set_definition="Any task in plain text.",
    mark="0123456789abcdef",
)


def test_texts_are_inserted_literally_between_marked_lines() -> None:
    _, user = messages("v1", TASK)
    lines = user.split("\n")
    at = lines.index("First $question")
    assert lines[at - 1] == "--- 0123456789abcdef: answer X begins ---"
    assert lines[at + 1] == "--- 0123456789abcdef: answer X ends ---"
    assert "What does $mark or ${answer_x} mean?" in lines


def test_an_empty_answer_is_said_to_be_missing() -> None:
    _, user = messages("v1", TASK)
    assert "answer Y begins ---\n(no answer was given)\n---" in user


def test_the_judge_is_told_the_task_set_and_every_choice() -> None:
    system, _ = messages("v1", TASK)
    assert "Anything in text" in system
    assert "Any task in plain text." in system
    assert all(f'"{choice}"' in system for choice in SCHEMA["properties"]["choice"]["enum"])


def test_nothing_in_the_prompt_tells_asker_from_opponent() -> None:
    swapped = BlindTask(**{**vars(TASK), "answer_x": TASK.answer_y, "answer_y": TASK.answer_x})
    there, back = messages("v1", TASK), messages("v1", swapped)
    assert there[0] == back[0]
    assert sorted(there[1].replace("answer X", "answer Y")) == sorted(back[1].replace("answer X", "answer Y"))


def test_a_delimiter_stands_in_none_of_the_texts() -> None:
    first = draw_mark(random.Random(1), "text")
    second = draw_mark(random.Random(1), f"a text that guessed {first}")
    assert second != first
    assert len(second) == 16


def test_prompt_version_1_is_what_it_was_when_first_used() -> None:
    # A changed prompt is another judge: make prompts/v2 instead of editing v1.
    assert prompt_hash("v1") == "5fcd95be1bd144be4db758fe4ca18b0cd57695d08d658098dd3cadb46d1553b5"
