"""Presence: a live page sends signs of life; without any, the one whose turn it is forfeits after a grace time."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games import outbox
from games.domain.ids import GameId
from games.domain.states import GameState
from games.models import Game, Seat

# Live pages send a sign of life every 10 s; two may be lost.
SIGN_OF_LIFE_LASTS = timedelta(seconds=25)


def renew_presence(*, game_id: GameId, player_id: int, now: datetime) -> None:
    """Note that the player's page is open; the other side hears of it only when she was away."""
    seat = Seat.objects.filter(game_id=game_id, player_id=player_id, game__state=GameState.PLAYING)
    was_away = seat.filter(Q(present_until=None) | Q(present_until__lt=now)).exists()
    seat.update(present_until=now + SIGN_OF_LIFE_LASTS)
    if was_away:
        _poke_after_commit(game_id)


def note_departure(*, game_id: GameId, player_id: int, now: datetime) -> None:
    """Note that the player's last live page closed; the grace time runs from now."""
    seat = Seat.objects.filter(game_id=game_id, player_id=player_id, present_until__gt=now)
    if seat.update(present_until=now):
        _poke_after_commit(game_id)


def _poke_after_commit(game_id: GameId) -> None:
    seq = Game.objects.filter(pk=game_id).values_list("last_seq", flat=True).first()
    if seq is not None:
        transaction.on_commit(lambda: outbox.poke(game_id, seq), robust=True)
