"""Django application of the ladder."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ladders, ratings and how each rated game moved them."""

    name = "ratings"
    label = "ratings"
    default_auto_field = "django.db.models.BigAutoField"
