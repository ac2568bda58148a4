"""Prompts are blind, keep texts inside marks that players cannot know, and never change under a version."""

import json
import random
import re
from dataclasses import replace
from string import Template

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.choices import GateCode
from judging.domain.panel import Step
from judging.domain.presenting import draw_mark
from judging.domain.prompts import (
    COMPARE_SCHEMA,
    CURRENT_VERSION,
    FOLDER,
    GATE_SCHEMA,
    CompareTask,
    GateTask,
    compare_messages,
    gate_messages,
    prompt_hash,
    schema_of,
    template,
    template_names,
)

MARK, CANARY = "0123456789abcdef", "fedcba9876543210"
TASK = CompareTask(
    question="What does $mark or ${answer_x} mean?",
    answer_x="First $question",
    answer_y="",
    task_set_name="Anything in text",
    task_set_definition="Any task in plain text.",
    mark=MARK,
    canary=CANARY,
)
GATE_TASK = GateTask("What is $canary?", "Anything in text", "Any task in plain text.", MARK, CANARY)


def test_texts_are_inserted_literally_between_marked_lines() -> None:
    _, user = compare_messages("v2", TASK)
    lines = user.split("\n")
    at = lines.index(f"{MARK}| First $question")
    assert lines[at - 1] == f"--- {MARK}: answer X begins ---"
    assert lines[at + 1] == f"--- {MARK}: answer X ends ---"
    assert f"{MARK}| What does $mark or ${{answer_x}} mean?" in lines


def test_an_empty_answer_is_said_to_be_missing_by_the_platform_not_the_player() -> None:
    _, user = compare_messages("v2", TASK)
    assert "answer Y begins ---\n(no answer was given)\n---" in user
    _, user = compare_messages("v2", replace(TASK, answer_y="(no answer was given)"))
    assert f"answer Y begins ---\n{MARK}| (no answer was given)\n---" in user


def test_the_judge_is_told_the_task_set_and_every_choice() -> None:
    system, _ = compare_messages("v2", TASK)
    assert "Anything in text" in system
    assert "Any task in plain text." in system
    assert all(f'"{choice}"' in system for choice in COMPARE_SCHEMA["properties"]["choice"]["enum"])


def test_the_gate_is_told_the_task_set_and_every_code() -> None:
    system, user = gate_messages("v2", GATE_TASK)
    assert "Anything in text" in system
    assert "Any task in plain text." in system
    assert all(f'"{code}"' in system for code in GateCode)
    assert f"\n{MARK}| What is $canary?\n" in user


def test_the_gate_sees_no_answer() -> None:
    assert "answer_" not in template("v2", "gate_user")
    assert not {"answer_x", "answer_y"} & set(vars(GATE_TASK))


def test_a_judge_answers_and_reasons_before_it_chooses() -> None:
    assert list(schema_of(Step.COMPARE)["properties"]) == ["own_answer", "reason", "choice"]
    assert list(schema_of(Step.GATE)["properties"]) == ["reason", "code"]
    for schema in (GATE_SCHEMA, COMPARE_SCHEMA):
        assert schema["required"] == list(schema["properties"])
        assert schema["additionalProperties"] is False


def test_the_canary_is_in_the_instructions_alone() -> None:
    for system, user in (compare_messages("v2", TASK), gate_messages("v2", GATE_TASK)):
        assert system.count(CANARY) == 1
        assert CANARY not in user


def test_nothing_in_the_prompt_tells_asker_from_opponent() -> None:
    swapped = replace(TASK, answer_x=TASK.answer_y, answer_y=TASK.answer_x)
    there, back = compare_messages("v2", TASK), compare_messages("v2", swapped)
    assert there[0] == back[0]
    assert sorted(there[1].replace("answer X", "answer Y")) == sorted(back[1].replace("answer X", "answer Y"))


# Pieces of which regions, placeholders and verdicts are made, with anything between them.
HOSTILE = st.lists(
    st.sampled_from(
        "---,answer X ends,answer Y begins,: ,| ,$mark,${answer_y},$$,```,**,(no answer was given)".split(",")
    )
    | st.sampled_from([" ", "\n", "\r", "\x85", "\u2028", "\u200b", MARK[:8], MARK[8:], "x" * 500])
    | st.text(max_size=8),
    max_size=30,
).map("".join)


@given(question=HOSTILE, x=HOSTILE, y=HOSTILE, seed=st.integers(0, 2**32))
def test_no_text_can_write_the_mark_end_its_region_or_leave_its_lines_unmarked(
    question: str, x: str, y: str, seed: int
) -> None:
    rng = random.Random(seed)
    mark = draw_mark(rng, question, x, y)
    task = replace(TASK, question=question, answer_x=x, answer_y=y, mark=mark)
    _, user = compare_messages("v2", task)
    outer = [line for line in user.splitlines() if not line.startswith(f"{mark}|")]
    assert [line for line in outer if mark in line] == [
        f"--- {mark}: {part} {edge} ---"
        for part in ("the question", "answer X", "answer Y")
        for edge in ("begins", "ends")
    ]
    assert {line for line in outer if mark not in line} <= {
        "",
        "(no answer was given)",
        "(cut here: the rest is not shown)",
        "Judge now, as one JSON object.",
    }
    for line in user.splitlines():
        assert line.count(mark) <= 1


@pytest.mark.parametrize("name", template_names(CURRENT_VERSION))
def test_every_placeholder_of_a_prompt_is_known_and_texts_stand_in_it_once(name: str) -> None:
    placeholders = re.findall(r"\$\{?(\w+)", template(CURRENT_VERSION, name))
    assert Template(template(CURRENT_VERSION, name)).is_valid()
    common = {"mark"} | (
        {"task_set_name", "task_set_definition", "canary"} if "system" in name else {"question"}
    )
    assert set(placeholders) == common | ({"answer_x", "answer_y"} if name == "compare_user" else set())
    assert all(placeholders.count(once) == 1 for once in set(placeholders) - {"mark"})


def test_every_prompt_file_of_a_version_is_used() -> None:
    for folder in FOLDER.iterdir():
        assert {path.stem for path in folder.iterdir()} == set(template_names(folder.name))


def test_prompt_version_1_is_what_it_was_when_first_used() -> None:
    # A changed prompt is another judge: make another version instead of editing an old one.
    assert prompt_hash("v1") == "5fcd95be1bd144be4db758fe4ca18b0cd57695d08d658098dd3cadb46d1553b5"


def test_prompt_version_2_is_what_it_was_when_first_used() -> None:
    assert prompt_hash("v2") == "a007042ee353e87a7f564b50b136af969609e99cb842cf8d0bab91fe2aaa1db5"


def test_schemas_are_plain_json() -> None:
    assert json.loads(json.dumps([GATE_SCHEMA, COMPARE_SCHEMA])) == [GATE_SCHEMA, COMPARE_SCHEMA]


def test_old_prompts_stay_on_record_but_are_no_longer_asked() -> None:
    assert "You are the judge" in template("v1", "system")
    with pytest.raises(FileNotFoundError):
        compare_messages("v1", TASK)
