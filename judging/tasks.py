"""Celery tasks of judging, on the queue of the same name unless they say otherwise."""

import random
from contextlib import suppress

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from judging import services


@shared_task
def judge_round(round_id: str) -> None:
    """Judge one round; a repeated delivery changes nothing. Now and then its judges get a gold item afterwards."""
    rng = random.SystemRandom()
    if not services.judge_round(round_id=round_id, clock=timezone.now, rng=rng):
        return
    for judge_id, gold_id in services.draw_gold(round_id=round_id, rng=rng):
        # Where the broker is away now, this one is not asked.
        with suppress(OperationalError):
            judge_gold.apply_async((judge_id, gold_id), queue="judging")


@shared_task
def judge_gold(judge_id: int, gold_id: int) -> None:
    """Put a gold item to one judge, then look whether its figures are still within its limits."""
    services.judge_gold(judge_id=judge_id, gold_id=gold_id, clock=timezone.now, rng=random.SystemRandom())
    services.check_limits(judge_id=judge_id, now=timezone.now())


@shared_task
def refresh_blindness() -> None:
    """Measure once a day how well authors can be told apart; on the queue `analysis`, for it computes for seconds."""
    now = timezone.now()
    services.refresh_blindness(now=now, seed=now.toordinal())
