"""Periodic work of the whole platform."""

from celery import shared_task
from django.utils import timezone

from agplatform import relay


@shared_task(name="agplatform.tasks.sweep")
def sweep() -> None:
    """Make good whatever a crash or a lost message left undone."""
    relay.sweep(timezone.now())
