"""What an AI player's mind is given, gives back and may fail with.

Pure values: selectors build the contexts (only what this player may see), `games.ai` holds the minds,
tasks carry one to the other. Nothing here knows a client, a model or a table.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from games.domain.rules import Outcome


@dataclass(frozen=True, slots=True)
class PlayerConfig:
    """Say how one AI player thinks: engine `eliza` or `openai`, and for the latter where and with what."""

    engine: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    model: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prompt_version: str = "v1"


@dataclass(frozen=True, slots=True)
class PublicRound:
    """Hold one decided round of this game as both players have already seen it."""

    number: int
    mine: bool
    """True where this player asked."""
    question: str
    asker_answer: str
    opponent_answer: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class AskContext:
    """Hold what a player who has to ask may know."""

    task_set: str
    task_set_name: str
    task_set_definition: str
    question_max_chars: int
    answer_max_chars: int
    my_points: int
    opponent_points: int
    points_to_win: int
    rounds: tuple[PublicRound, ...] = ()

    @property
    def asked(self) -> tuple[str, ...]:
        """List the questions of the earlier rounds, by whomever, oldest first."""
        return tuple(past.question for past in self.rounds)


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """Hold what a player who has to answer may know: never the asker's sealed answer."""

    task_set: str
    task_set_name: str
    task_set_definition: str
    question: str
    answer_max_chars: int
    my_points: int
    opponent_points: int
    points_to_win: int
    rounds: tuple[PublicRound, ...] = ()


class AskSource(StrEnum):
    """Say where an AI's question came from: its model, its rules, or the fallback question bank."""

    MODEL = "model"
    RULES = "rules"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class Asked:
    """Hold a question with the asker's own answer, both within the limits of the context."""

    question: str
    answer: str
    source: AskSource


@dataclass(frozen=True, slots=True)
class Answered:
    """Hold an answer within the limit of the context."""

    text: str


class FaultKind(StrEnum):
    """Name why a mind gave nothing; every kind may be tried again on the AI's clock."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMITED = "rate_limited"
    SERVER_ERROR = "server_error"
    REJECTED = "rejected"
    """The endpoint says that the request itself is wrong: key, model name, parameters."""
    REFUSED = "refused"
    """The model declines to answer."""
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    """The reply is no chat completion at all."""
    MISCONFIGURED = "misconfigured"
    """This platform's own record of the player is wrong: engine, prompt version, parameters."""

    @property
    def is_provoked(self) -> bool:
        """Tell whether the opponent's text may have brought it about; then it says nothing of the system's health."""
        return self in (FaultKind.REFUSED, FaultKind.EMPTY)


class MindFault(Exception):  # noqa: N818 -- the game's term: "an AI's technical fault"
    """Tell that a mind gave nothing usable this time.

    `retry_after` is in seconds, from the endpoint, or None. `detail` is one short line for the operator
    without keys, prompts or the endpoint's own words.
    """

    def __init__(self, kind: FaultKind, *, detail: str = "", retry_after: float | None = None) -> None:
        super().__init__(f"{kind}: {detail}" if detail else str(kind))
        self.kind = kind
        self.detail = detail
        self.retry_after = retry_after


class Mind(Protocol):
    """Ask and answer for one AI player; `timeout` is the wall-clock seconds that one call may take."""

    def ask(self, context: AskContext, *, timeout: float, rng: random.Random) -> Asked:
        """Return a question with this player's own answer, or raise MindFault."""
        ...

    def answer(self, context: AnswerContext, *, timeout: float, rng: random.Random) -> Answered:
        """Return an answer to the context's question, or raise MindFault."""
        ...
