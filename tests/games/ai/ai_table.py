"""A game against an AI whose model is the fake endpoint, and deliveries of its turns."""

import random
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from games import services
from games.domain.rules import Variant
from games.models import AITurn
from tests.games.table import START, Table, make_guest, make_protocol

ENDPOINT = "fake"


def sit_down_with_model(
    variant: Variant = Variant.QG, *, first_asker: int = 0, points: int = 3, now: datetime = START
) -> Table:
    """Start a game between a guest and the AI on the fake endpoint."""
    plan = services.AIPlan(
        slug="fake", name="Fake", description="", engine="openai", family="fake", endpoint=ENDPOINT, model="m"
    )
    ai = services.ensure_ai_version(plan=plan, now=now)
    guest = make_guest()
    game_id = services.start_game(
        player_id=guest,
        protocol_slug=make_protocol(variant, points=points),
        key=uuid.uuid4(),
        now=now,
        rng=_Drawing(first_asker),
        opponent_id=ai,
    )
    return Table(game_id, (guest, ai), now=now)


def deliver(table: Table, clock: Callable[[], datetime] | None = None) -> None:
    """Do what the task of an AI's turn does, at the table's time or by another clock."""
    services.play_ai_turn(
        game_id=str(table.game_id), clock=clock or (lambda: table.now), rng=random.Random(5)
    )


def deliver_until_conceded(table: Table) -> list[timedelta]:
    """Deliver the turn again whenever a retry is due; return the waits between the attempts."""
    waits = []
    deliver(table)
    while (due := turn_of(table).retry_at) is not None:
        waits.append(due - table.now)
        table.now = due
        deliver(table)
    return waits


def turn_of(table: Table) -> AITurn:
    """Read the AI's latest turn."""
    return AITurn.objects.filter(round__game_id=table.game_id).latest("pk")


class _Drawing(random.Random):
    """Draw one seat, whatever is asked for."""

    def __init__(self, seat: int) -> None:
        super().__init__(1)
        self._seat = seat

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return self._seat
