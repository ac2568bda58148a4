"""Fixtures of the moderators' tests."""

import pytest
from django.conf import LazySettings


@pytest.fixture
def plain_static_files(settings: LazySettings) -> None:
    """Address static files by their plain names: no test folder has a manifest of collected ones."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
