"""What staff may do with AI players: take one out of the draw for a while, let it back, or retire it."""

from datetime import datetime

from django.db import transaction

from games.domain.errors import NotFoundError
from games.domain.pools import PlayerKind
from games.models import Player


@transaction.atomic
def suspend_ai_player(*, player_id: int, until: datetime) -> None:
    """Draw no new games for an AI player before `until`; the games that it plays go on.

    Raise NotFoundError for anybody but an AI player.
    """
    _update(player_id, suspended_until=until)


@transaction.atomic
def reinstate_ai_player(*, player_id: int) -> None:
    """End a suspension at once and forget the faults that led to it; a retired player stays retired."""
    _update(player_id, suspended_until=None, fault_streak=0)


@transaction.atomic
def retire_ai_player(*, player_id: int, now: datetime) -> None:
    """Draw no new games for an AI player ever again; its record stays, and the games that it plays go on.

    Retiring twice keeps the first date.
    """
    if Player.objects.filter(pk=player_id, kind=PlayerKind.AI, retired_at__isnull=False).exists():
        return
    _update(player_id, retired_at=now)


def _update(player_id: int, **values: object) -> None:
    if Player.objects.filter(pk=player_id, kind=PlayerKind.AI).update(**values) != 1:
        raise NotFoundError("There is no such AI player.")
