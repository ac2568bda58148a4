"""Work of the game that runs in the background: the turns of AI players."""

import random

from celery import shared_task
from django.utils import timezone

from games import services


@shared_task(name="games.tasks.take_turn")
def take_turn(game_id: str) -> None:
    """Let the AI move if it is an AI's turn; delivered twice or late it does nothing more."""
    services.play_ai_turn(game_id=game_id, clock=timezone.now, rng=random.SystemRandom())
