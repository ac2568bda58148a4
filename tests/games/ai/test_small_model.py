"""The real small model on this machine plays: it answers, and it asks or the bank asks for it."""

import random
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.ai.minds import mind_for
from games.domain.minds import AnswerContext, AskContext, AskSource, PlayerConfig
from games.services.catalogue import SMOLLM2

pytestmark = pytest.mark.model

START_SECONDS, CALL_SECONDS = 60.0, 150.0


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """Serve SmolLM2 as the platform does, in a process of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "agplatform.supervisor.model_server", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_until_healthy(port)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(20)


def _wait_until_healthy(port: int) -> None:
    last = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if time.monotonic() > last:
                raise
            time.sleep(0.1)
        else:
            return


@pytest.fixture
def small(endpoint: str) -> PlayerConfig:
    """Configure SmolLM2 as every installation does, with a fixed seed."""
    return PlayerConfig(
        engine="openai",
        base_url=endpoint,
        model=SMOLLM2.model,
        parameters={**SMOLLM2.parameters, "seed": 3},
        prompt_version=SMOLLM2.prompts,
    )


def test_the_small_model_answers_within_the_limit(
    small: PlayerConfig, to_answer: AnswerContext, rng: random.Random
) -> None:
    question = replace(to_answer, question="What is the capital of France?")
    texts = []
    for seed in range(4):
        seeded = replace(small, parameters={**small.parameters, "seed": seed})
        texts.append(mind_for(seeded).answer(question, timeout=CALL_SECONDS, rng=rng).text)
    assert any("Paris" in text for text in texts), texts
    assert all(1 <= len(text) <= question.answer_max_chars for text in texts)


def test_the_small_model_asks_questions_of_its_own(
    small: PlayerConfig, to_ask: AskContext, rng: random.Random
) -> None:
    first_round = replace(to_ask, rounds=(), my_points=0, opponent_points=0)
    sources = set()
    for seed in range(4):
        seeded = replace(small, parameters={**small.parameters, "seed": seed})
        asked = mind_for(seeded).ask(first_round, timeout=CALL_SECONDS, rng=rng)
        assert 1 <= len(asked.question) <= first_round.question_max_chars
        assert 1 <= len(asked.answer) <= first_round.answer_max_chars
        sources.add(asked.source)
    assert AskSource.MODEL in sources
