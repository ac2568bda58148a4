"""An AI takes its turn: lease, think outside any transaction, move, or record what went wrong."""

import random
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from games.ai.minds import mind_for
from games.domain.errors import GameError
from games.domain.minds import AskContext, MindFault
from games.selectors.work import PendingTurn, pending_turn
from games.services.ai_turns import claim_turn, finish_turn, record_fault
from games.services.moves import submit_answer, submit_question

MODEL_TIMEOUT_SECONDS = 60.0
# The lease outlives the longest call, so that no second worker starts while the first still thinks.
LEASE_MARGIN = timedelta(seconds=15)


def play_ai_turn(*, game_id: str, clock: Callable[[], datetime], rng: random.Random) -> None:
    """Let the AI whose turn it is ask or answer; do nothing when it is not an AI's turn or somebody is at it.

    `clock` tells the time before and after thinking. Safe to call any number of times at once.
    """
    turn = pending_turn(game_id)
    if turn is None:
        return
    now = clock()
    timeout = min(MODEL_TIMEOUT_SECONDS, (turn.deadline_at - now).total_seconds())
    if timeout <= 0:
        return
    lease = timedelta(seconds=timeout) + LEASE_MARGIN
    if claim_turn(round_id=turn.round_id, kind=turn.kind, lease=lease, now=now):
        _think_and_move(turn, timeout, clock, rng)


def _think_and_move(
    turn: PendingTurn, timeout: float, clock: Callable[[], datetime], rng: random.Random
) -> None:
    # One key per turn: whoever repeats this move after a crash repeats the same move.
    key = uuid.uuid5(uuid.NAMESPACE_OID, f"{turn.game_id}/{turn.round_id}/{turn.kind}")
    try:
        source = _move(turn, timeout, key, clock, rng)
    except MindFault as fault:
        record_fault(
            round_id=turn.round_id,
            kind=turn.kind,
            fault=str(fault),
            retry_after=fault.retry_after,
            now=clock(),
            provoked=fault.kind.is_provoked,
        )
        return
    except GameError as refusal:
        # The game moved on while the model was thinking, or the text holds nothing readable.
        record_fault(
            round_id=turn.round_id, kind=turn.kind, fault=str(refusal), retry_after=None, now=clock()
        )
        return
    finish_turn(round_id=turn.round_id, kind=turn.kind, source=source, now=clock())


def _move(
    turn: PendingTurn, timeout: float, key: uuid.UUID, clock: Callable[[], datetime], rng: random.Random
) -> str:
    mind = mind_for(turn.config)
    if isinstance(turn.context, AskContext):
        asked = mind.ask(turn.context, timeout=timeout, rng=rng)
        submit_question(
            game_id=turn.game_id,
            player_id=turn.player_id,
            round_number=turn.round_number,
            question=asked.question,
            own_answer=asked.answer,
            key=key,
            now=clock(),
            rng=rng,
        )
        return asked.source
    answered = mind.answer(turn.context, timeout=timeout, rng=rng)
    submit_answer(
        game_id=turn.game_id,
        player_id=turn.player_id,
        round_number=turn.round_number,
        answer=answered.text,
        key=key,
        now=clock(),
    )
    return turn.config.engine
