"""A reply is a vote only if it is exactly the schema; reasons reach readers with the answers named."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.choices import Choice, GateCode, GateOpinion, Opinion
from judging.domain.naming import Names, Side, with_names
from judging.domain.replies import (
    MAX_REASON,
    UnreadableReplyError,
    clean,
    name_answers,
    read_compare_reply,
    read_gate_reply,
)

GATE = {"reason": "It asks for a fact.", "code": "well_defined"}
GOOD = {"own_answer": "Paris.", "reason": "Answer X is right.", "choice": "X"}


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ("X", Choice.X),
        ("Y", Choice.Y),
        ("equivalent", Choice.EQUIVALENT),
        ("ill-defined", Choice.ILL_DEFINED),
    ],
)
def test_a_reply_of_the_schema_is_read(written: str, choice: Choice) -> None:
    reply = "\n " + json.dumps(GOOD | {"choice": written}) + "\n"
    assert read_compare_reply(reply) == Opinion(choice, "Answer X is right.")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "X",
        '"X"',
        "Sure! Answer X is better.",
        f"```json\n{json.dumps(GOOD)}\n```",
        json.dumps(GOOD) + json.dumps(GOOD),
        json.dumps([GOOD]),
        json.dumps(GOOD | {"confidence": 1}),
        json.dumps({"reason": "r", "choice": "X"}),
        json.dumps(GOOD | {"choice": "x"}),
        json.dumps(GOOD | {"choice": "X and Y"}),
        json.dumps(GOOD | {"choice": None}),
        json.dumps(GOOD | {"choice": ["X"]}),
        json.dumps(GOOD | {"own_answer": 3}),
        json.dumps(GOOD | {"reason": "  \u200b "}),
        '{"own_answer": "a", "reason": "r", "choice": "Y", "choice": "X"}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_no_vote(reply: str) -> None:
    with pytest.raises(UnreadableReplyError):
        read_compare_reply(reply)


@pytest.mark.parametrize("code", GateCode)
def test_a_reply_of_the_gates_schema_is_read(code: GateCode) -> None:
    assert read_gate_reply(json.dumps(GATE | {"code": code})) == GateOpinion(code, "It asks for a fact.")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "well_defined",
        f"```json\n{json.dumps(GATE)}\n```",
        json.dumps(GATE) * 2,
        json.dumps(GOOD),
        json.dumps(GATE | {"code": "fine"}),
        json.dumps(GATE | {"code": "WELL_DEFINED"}),
        json.dumps(GATE | {"code": None}),
        json.dumps(GATE | {"reason": "\u202e"}),
        json.dumps({"code": "nonsense"}),
        '{"reason": "r", "code": "nonsense", "code": "well_defined"}',
    ],
)
def test_anything_else_says_nothing_of_a_question(reply: str) -> None:
    with pytest.raises(UnreadableReplyError):
        read_gate_reply(reply)


@given(st.text() | st.dictionaries(st.sampled_from([*GOOD, *GATE]), st.text() | st.none()).map(json.dumps))
def test_no_text_makes_a_reader_fail_otherwise(reply: str) -> None:
    with suppress(UnreadableReplyError):
        read_compare_reply(reply)
    with suppress(UnreadableReplyError):
        read_gate_reply(reply)


def test_reasons_lose_control_and_direction_characters_and_excess_length() -> None:
    assert clean("a\x00b\u202ec\u200bd\nE") == "abcd\nE"
    assert len(clean("word " * 10_000)) <= MAX_REASON


@pytest.mark.parametrize(
    ("reason", "shown"),
    [
        (
            "X repeats the question; Y gives steps.",
            "The asker’s answer repeats the question; the opponent’s answer gives steps.",
        ),
        (
            "Answer Y is wrong. Answer X's point holds.",
            "The opponent’s answer is wrong. The asker’s answer's point holds.",
        ),
        ("I prefer the answer X.", "I prefer the asker’s answer."),
        ("Both are right.", "Both are right."),
    ],
)
def test_readers_see_whose_answer_is_meant(reason: str, shown: str) -> None:
    named = name_answers(reason, x=Side.ASKER, y=Side.OPPONENT, texts=("Why?", "a", "b"))
    assert with_names(named, Names()) == shown


def test_an_x_of_the_question_itself_stays() -> None:
    named = name_answers("Answer Y solves for X.", x=Side.ASKER, y=Side.OPPONENT, texts=("Solve X+1=2",))
    assert named == "{opponent} solves for X."


def test_a_model_cannot_forge_the_name_of_a_side() -> None:
    named = name_answers("{asker} wins over answer X.", x=Side.OPPONENT, y=Side.ASKER, texts=())
    assert named == "(asker) wins over {opponent}."
