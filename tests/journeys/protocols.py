"""Protocols of the journeys' own: short games, short clocks, a short grace time."""

from tests.journeys.stack import Stack

SHORT_QG, SHORT_AG = "short-qg", "short-ag"
ASK_CLOCK, ANSWER_CLOCK = "short-ask-clock", "short-answer-clock"
SHORT_GRACE = "short-grace"
GRACE_SECONDS = 2

_INSERT = """
from django.utils import timezone
from games.models import Protocol, TaskSet
tasks = TaskSet.objects.get(slug="anything-in-text")
for slug, changes in {plans!r}.items():
    values = dict(slug=slug, name="Journey: " + slug, variant="qg", points_to_win=3, round_cap=6, ask_seconds=600,
        answer_seconds=300, leave_grace_seconds=120, question_max_chars=1000, answer_max_chars=2000,
        review_window_seconds=3600, task_set=tasks, jury="default", content_hash=slug, created_at=timezone.now())
    Protocol.objects.create(**values | changes)
"""
_PLANS = {
    SHORT_QG: {"points_to_win": 1},
    SHORT_AG: {"variant": "ag", "points_to_win": 1},
    ASK_CLOCK: {"ask_seconds": 6},
    ANSWER_CLOCK: {"variant": "ag", "answer_seconds": 6},
    SHORT_GRACE: {"leave_grace_seconds": GRACE_SECONDS},
}


def insert_protocols(stack: Stack) -> None:
    """Add the journeys' protocols to a running platform."""
    stack.django(_INSERT.format(plans=_PLANS))
