"""Work of the ladder that runs in the background, on the queue `analysis`."""

from celery import shared_task
from django.utils import timezone

from ratings import services


@shared_task(name="ratings.tasks.rate_game")
def rate_game(game_id: str) -> None:
    """Bring the ladder in line with a game; delivered twice, late or out of order it changes nothing more."""
    services.rate_game(game_id=game_id, now=timezone.now())
