"""Make what every installation starts with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from games import services as games
from judging import services as judging


class Command(BaseCommand):
    """`python manage.py create_defaults`: safe to run again at any time."""

    help = (
        "Create the default task sets, protocols, juries, gold items and built-in players that are missing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing."""
        now = timezone.now()
        judging.create_default_juries(now=now)
        judging.create_gold_items(now=now)
        endpoint = settings.MODEL_ENDPOINTS.get("openai")
        games.create_defaults(
            now=now,
            configured_model=settings.OPENAI_PLAYER_MODEL,
            configured_family=endpoint.family if endpoint else "",
        )
