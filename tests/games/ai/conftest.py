"""A fake model endpoint and contexts for minds."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.domain.minds import AnswerContext, AskContext, PlayerConfig, PublicRound
from games.domain.rules import Outcome
from tests.fakes.openai_server import FakeModelServer

SECRET_KEY = "sk-not-to-be-seen-anywhere"


@pytest.fixture
def server() -> Iterator[FakeModelServer]:
    """Serve a fake model on loopback."""
    with FakeModelServer() as server:
        yield server


@pytest.fixture
def config(server: FakeModelServer) -> PlayerConfig:
    """Configure a player on the fake endpoint."""
    return PlayerConfig(engine="openai", base_url=server.url, api_key=SECRET_KEY, model="fake-model")


@pytest.fixture
def rng() -> random.Random:
    """Seed what minds draw."""
    return random.Random(11)


@pytest.fixture
def to_ask() -> AskContext:
    """Hold the third round of a game that stands 1:1."""
    past = PublicRound(
        number=1,
        mine=True,
        question="What is the boiling point of water at sea level?",
        asker_answer="100 degrees Celsius.",
        opponent_answer="Ninety.",
        outcome=Outcome.ASKER,
    )
    theirs = replace(past, number=2, mine=False, question="Who wrote Faust?", outcome=Outcome.ASKER)
    return AskContext(
        task_set="anything-in-text",
        task_set_name="Anything in text",
        task_set_definition="Any question whose answer is text and can be judged.",
        question_max_chars=300,
        answer_max_chars=500,
        my_points=1,
        opponent_points=1,
        points_to_win=3,
        rounds=(past, theirs),
    )


@pytest.fixture
def to_answer(to_ask: AskContext) -> AnswerContext:
    """Hold a question to answer in the same game."""
    return AnswerContext(
        task_set=to_ask.task_set,
        task_set_name=to_ask.task_set_name,
        task_set_definition=to_ask.task_set_definition,
        question="Why is the sky blue?",
        answer_max_chars=200,
        my_points=1,
        opponent_points=1,
        points_to_win=3,
        rounds=to_ask.rounds,
    )
