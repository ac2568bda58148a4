"""Celery tasks of judging, on the queue of the same name unless they say otherwise."""

import random

from celery import shared_task
from django.utils import timezone

from judging import services


@shared_task
def judge_round(round_id: str) -> None:
    """Judge one round; a repeated delivery changes nothing."""
    services.judge_round(round_id=round_id, clock=timezone.now, rng=random.SystemRandom())


@shared_task
def refresh_blindness() -> None:
    """Measure once a day how well authors can be told apart; on the queue `analysis`, for it computes for seconds."""
    now = timezone.now()
    services.refresh_blindness(now=now, seed=now.toordinal())
