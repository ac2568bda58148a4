"""Celery tasks of judging, on the queue of the same name."""

import random

from celery import shared_task
from django.utils import timezone

from judging import services


@shared_task
def judge_round(round_id: str) -> None:
    """Judge one round; a repeated delivery changes nothing."""
    services.judge_round(round_id=round_id, clock=timezone.now, rng=random.SystemRandom())
