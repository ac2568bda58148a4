"""Composition root: settings, routes, event wiring and the supervisor; the one package that knows every app."""

from agplatform.celery import app as celery_app

__all__ = ["celery_app"]
