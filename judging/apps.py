"""The application's registration."""

from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Judges, juries, ballots, verdicts."""

    name = "judging"
    verbose_name = "Judging"
