"""Juries for tests: the demo judge alone, or a model behind a fake server.

Imports of the apps stand inside the fixtures: pytest reads this file before the settings exist.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.conf import LazySettings

from tests.fakes.openai_server import FakeModelServer

if TYPE_CHECKING:
    from tests.judging.bench import Bench


@pytest.fixture
def demo_bench(db: None) -> "Bench":
    """Seat the demo judge, as on a platform without a model."""
    from tests.judging.bench import seated_bench

    return seated_bench()


@pytest.fixture
def server() -> Iterator[FakeModelServer]:
    """Start a fake model server."""
    with FakeModelServer() as running:
        yield running


@pytest.fixture
def model_settings(
    settings: LazySettings, server: FakeModelServer, monkeypatch: pytest.MonkeyPatch
) -> LazySettings:
    """Configure a model of the fake server as the judge, with little patience and as old hands."""
    from judging.providers import openai_chat
    from judging.services.hearing import verdicts
    from tests.judging.bench import MODEL, endpoints

    settings.MODEL_ENDPOINTS = endpoints(server)
    settings.OPENAI_JUDGE_MODELS = [MODEL]
    monkeypatch.setattr(verdicts, "NEW_JUDGE_VERDICTS", 0)
    monkeypatch.setattr(openai_chat, "TIMEOUT_SECONDS", 1.0)
    return settings


@pytest.fixture
def bench(db: None, model_settings: LazySettings) -> "Bench":
    """Seat a model behind the fake server."""
    from tests.judging.bench import seated_bench

    return seated_bench()
