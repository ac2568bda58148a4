"""Kinds of events that happen in a game; each becomes one GameEvent row with the game's next `seq`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class EventKind(StrEnum):
    """What happened. `agplatform/wiring.py` says which tasks each kind starts."""

    GAME_STARTED = "game.started"
    ROUND_OPENED = "round.opened"
    QUESTION_SEALED = "question.sealed"
    QUESTION_MISSED = "question.missed"
    ANSWER_SEALED = "answer.sealed"
    ANSWER_MISSED = "answer.missed"
    ROUND_DECIDED = "round.decided"
    VERDICT_REPLACED = "verdict.replaced"
    GAME_FINISHED = "game.finished"
    GAME_FINALISED = "game.finalised"
    GAME_REOPENED = "game.reopened"
    GAME_ABORTED = "game.aborted"
    GAME_VOIDED = "game.voided"


@dataclass(frozen=True)
class EventRecord:
    """An event as the dispatcher sees it; `payload` holds ids only, never texts."""

    id: int
    game_id: str
    seq: int
    kind: EventKind
    payload: dict[str, Any]
