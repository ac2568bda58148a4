"""Rounds of juries without judges: people alone decide them."""

from datetime import datetime, timedelta

from django.db import transaction

from games.domain.rules import Cause
from games.domain.states import GameState
from games.selectors import BlindPacket, game_standing
from games.services import lock_round, refresh_watchers, void_game
from judging.domain.moderation import CaseReason
from judging.models import JudgingRun
from judging.services.cases import open_case
from judging.services.hearing import runs


@transaction.atomic
def refer_to_moderators(packet: BlindPacket, attempt: int, now: datetime) -> None:
    """Ask moderators for the verdict on a claimed round, once; void the game where none came in the review window."""
    lock_round(round_id=packet.round_id)
    standing = game_standing(packet.round_id)
    waited = JudgingRun.objects.filter(
        round_id=packet.round_id, waiting_for=JudgingRun.Waiting.HUMAN
    ).exists()
    if standing is None or standing.state != GameState.PLAYING:
        runs.release(packet.round_id, attempt)
    elif waited:
        if runs.release(packet.round_id, attempt):
            void_game(
                game_id=packet.game_id,
                cause=Cause.PLATFORM_FAULT,
                detail="No moderator judged this round in time.",
                now=now,
            )
    elif runs.put_off(
        packet.round_id,
        attempt,
        until=now + timedelta(seconds=standing.review_window_seconds),
        waiting_for=JudgingRun.Waiting.HUMAN,
    ):
        open_case(
            round_id=packet.round_id, verdict=None, reasons={CaseReason.HUMANS_ONLY}, firm=False, now=now
        )
        transaction.on_commit(lambda: refresh_watchers(game_id=packet.game_id))
