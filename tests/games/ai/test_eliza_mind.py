"""ELIZA as a mind."""

import random
from dataclasses import replace

import pytest

from games.ai.minds import mind_for
from games.domain.minds import (
    AnswerContext,
    AskContext,
    AskSource,
    FaultKind,
    MindFault,
    PlayerConfig,
    PublicRound,
)
from games.domain.rules import Outcome

ELIZA = PlayerConfig(engine="eliza")


def test_it_asks_a_puzzle_of_its_own(to_ask: AskContext, rng: random.Random) -> None:
    asked = mind_for(ELIZA).ask(to_ask, timeout=1, rng=rng)
    assert asked.source is AskSource.RULES
    assert 0 < len(asked.question) <= to_ask.question_max_chars
    assert 0 < len(asked.answer) <= to_ask.answer_max_chars


def test_with_short_limits_it_asks_from_the_bank(to_ask: AskContext) -> None:
    short = replace(to_ask, question_max_chars=110, answer_max_chars=75)
    sources = set()
    for seed in range(30):
        asked = mind_for(ELIZA).ask(short, timeout=1, rng=random.Random(seed))
        assert len(asked.question) <= 110
        assert len(asked.answer) <= 75
        sources.add(asked.source)
    assert sources == {AskSource.RULES, AskSource.BANK}


def test_with_limits_that_nothing_fits_it_says_so(to_ask: AskContext, rng: random.Random) -> None:
    with pytest.raises(MindFault) as caught:
        mind_for(ELIZA).ask(replace(to_ask, question_max_chars=5), timeout=1, rng=rng)
    assert caught.value.kind is FaultKind.EMPTY


def test_it_comes_back_to_what_the_opponent_said_before(to_answer: AnswerContext, rng: random.Random) -> None:
    past = PublicRound(
        number=1,
        mine=True,
        question="How are you?",
        asker_answer="Well.",
        opponent_answer="My cat ran away.",
        outcome=Outcome.EQUIVALENT,
    )
    answered = mind_for(ELIZA).answer(
        replace(to_answer, question="Zebras graze.", rounds=(past,)), timeout=1, rng=rng
    )
    assert "your cat ran away" in answered.text


def test_it_keeps_to_the_limit(to_answer: AnswerContext, rng: random.Random) -> None:
    answered = mind_for(ELIZA).answer(replace(to_answer, answer_max_chars=20), timeout=1, rng=rng)
    assert 1 <= len(answered.text) <= 20
