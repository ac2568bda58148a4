"""Django application of the game itself."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Players, protocols, games, rounds and their events."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
