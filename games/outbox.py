"""The outbox: events are rows written with the change they tell of, and sent on after the commit.

The channel layer and Celery are only messengers: a poke that is lost is made good by the page's next
poll or reconnect, an event that was not dispatched by the sweeper.
"""

import logging
from datetime import datetime
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from redis.exceptions import RedisError

from games.domain.events import EventKind, EventRecord
from games.domain.ids import GameId
from games.models import Game, GameEvent

logger = logging.getLogger(__name__)


def group_name(game_id: GameId) -> str:
    """Return the channel group of everybody who watches a game."""
    return f"game.{str(game_id).replace('-', '')}"


def emit(*, game: Game, kind: EventKind, now: datetime, **payload: Any) -> None:
    """Write the next event of a game whose row the caller has locked, and announce it after the commit."""
    game.last_seq += 1
    Game.objects.filter(pk=game.pk).update(last_seq=game.last_seq)
    row = GameEvent.objects.create(game=game, seq=game.last_seq, kind=kind, payload=payload, created_at=now)
    transaction.on_commit(partial(_announce, _record(row)), robust=True)


def poke(game_id: GameId, seq: int) -> None:
    """Tell everybody who watches a game to fetch its state; losing this message loses nothing."""
    layer = get_channel_layer()
    if layer is None:
        return
    message = {"type": "game.poke", "game": str(game_id), "seq": seq}
    try:
        async_to_sync(layer.group_send)(group_name(game_id), message)
    except (OSError, RedisError):
        logger.warning("channel layer unreachable: watchers of %s will poll", game_id)


def undispatched_events(*, before: datetime, limit: int) -> list[EventRecord]:
    """Return the oldest events that no dispatcher has marked, written before `before`."""
    # A kind that a newer version wrote must not hold up the events that this one knows.
    known = GameEvent.objects.filter(kind__in=list(EventKind))
    rows = known.filter(dispatched_at=None, created_at__lt=before).order_by("created_at", "seq")
    return [_record(row) for row in rows[:limit]]


def mark_dispatched(*, event_id: int, now: datetime) -> None:
    """Remember that the tasks of an event were enqueued; a crash just before this enqueues them twice."""
    GameEvent.objects.filter(pk=event_id, dispatched_at=None).update(dispatched_at=now)


def _record(row: GameEvent) -> EventRecord:
    return EventRecord(row.pk, str(row.game_id), row.seq, EventKind(row.kind), row.payload)


def _announce(event: EventRecord) -> None:
    poke(event.game_id, event.seq)
    import_string(settings.EVENT_DISPATCHER)(event)
