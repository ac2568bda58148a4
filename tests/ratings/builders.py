"""Finished games for the tests of the ladder, written straight into the tables."""

import uuid
from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model

from games.domain.pools import Pool
from games.domain.rules import Cause
from games.domain.states import GameState
from games.models import Game, PairingSlot, Player, Protocol, Seat
from games.services import create_defaults, ensure_member

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def minute(number: float) -> datetime:
    """Return a moment, minutes after noon."""
    return NOON + timedelta(minutes=number)


def make_ai() -> int:
    """Return the id of ELIZA, made with the rest of the defaults."""
    create_defaults(now=NOON)
    return Player.objects.get(handle="eliza").pk


def make_person(name: str) -> int:
    """Return the player id of a new member."""
    user = get_user_model().objects.create_user(username=name)
    return ensure_member(user_id=user.pk, username=name, now=NOON)


def make_game(
    players: tuple[int, int],
    *,
    winner: int | None,
    finished_at: datetime | None,
    pool: Pool = Pool.QG_HUMAN_AI,
    rated: bool = True,
    state: GameState = GameState.PROVISIONAL,
) -> uuid.UUID:
    """Return the id of a game between two players that ended as told."""
    protocol = Protocol.objects.order_by("pk")[0]
    slot = PairingSlot.objects.create(
        requester_id=players[0],
        opponent_id=players[1],
        protocol=protocol,
        pool=pool,
        rated=rated,
        rule="uniform",
        probability=1.0,
        key=uuid.uuid4(),
        drawn_at=NOON,
        closed_at=NOON,
    )
    game = Game.objects.create(
        slot=slot,
        protocol=protocol,
        pool=pool,
        rated=rated,
        state=state,
        first_asker=0,
        winner=winner,
        cause=Cause.POINTS,
        created_at=NOON,
        finished_at=finished_at,
    )
    for number, player in enumerate(players):
        Seat.objects.create(game=game, number=number, player_id=player)
    return game.pk
