"""From the outbox to Celery: enqueue what an event starts, then mark it; sweep up what was lost on the way."""

import logging
import random
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from django.utils import timezone
from kombu.exceptions import OperationalError

from agplatform.celery import app
from agplatform.wiring import JUDGE_ROUND, RATE_GAME, TAKE_TURN, WIRING
from games import selectors, services
from games.domain.events import EventRecord
from judging.selectors import stalled_rounds
from judging.selectors.appeals import overdue_appeals
from judging.services import lapse_appeal, settle_due_cases
from ratings.selectors import unrated_games

logger = logging.getLogger(__name__)
Item = TypeVar("Item")

# A message younger than this is most likely still on its way.
PATIENCE = timedelta(seconds=5)
BATCH = 200


def dispatch(event: EventRecord) -> None:
    """Enqueue the tasks of an event, then mark it dispatched; on failure the sweeper tries again."""
    try:
        for call in WIRING[event.kind]:
            _send(call.task, call.argument(event))
    except OperationalError:
        logger.warning(
            "broker unreachable: event %s of game %s waits for the sweeper", event.seq, event.game_id
        )
        return
    services.mark_dispatched(event_id=event.id, now=timezone.now())


def sweep(now: datetime) -> None:
    """Re-send undispatched events, enforce clocks, settle reviews, and start again whatever work has stalled."""
    _each(selectors.undispatched_events(before=now - PATIENCE, limit=BATCH), dispatch)
    _each(
        selectors.overdue_games(now=now, limit=BATCH), lambda pk: services.enforce_clock(game_id=pk, now=now)
    )
    # Before games become final: a vote that counts by now came in time.
    settle_due_cases(now=now, rng=random.SystemRandom(), limit=BATCH)
    _each(overdue_appeals(now=now, limit=BATCH), lambda pk: lapse_appeal(appeal_id=pk, now=now))
    _each(
        selectors.due_for_final(now=now, limit=BATCH), lambda pk: services.finalise_game(game_id=pk, now=now)
    )
    stalled = selectors.stalled_ai_turns(now=now, idle_since=now - PATIENCE, limit=BATCH)
    _each(stalled, lambda pk: _send_again(TAKE_TURN.task, pk))
    _each(stalled_rounds(now=now, limit=BATCH), lambda pk: _send_again(JUDGE_ROUND.task, pk))
    _each(unrated_games(before=now - PATIENCE, limit=BATCH), lambda pk: _send_again(RATE_GAME.task, pk))


def _each(items: Iterable[Item], action: Callable[[Item], object]) -> None:
    """Do something for every item; one that fails must not hold up the others."""
    for item in items:
        try:
            action(item)
        except Exception:
            logger.exception("sweeper: %s failed and is tried again", item)


def _send(task: str, argument: str, *, expires: float | None = None) -> None:
    # Not celery.current_app: that is bound to a thread, and requests run in many.
    app.send_task(task, args=[argument], queue=_queue(task), expires=expires)


def _send_again(task: str, argument: str) -> None:
    """Send what the next sweep sends again anyway: a queue that is behind must not fill with repetitions."""
    _send(task, argument, expires=PATIENCE.total_seconds())


def _queue(task: str) -> str:
    return {"judging": "judging", "ratings": "analysis"}.get(task.split(".")[0], "moves")
