"""Rows that never change once written."""

from typing import Any, ClassVar

from django.db import models


class FrozenRowError(Exception):
    """Somebody tried to change a row whose meaning others already rely on."""


class FrozenModel(models.Model):
    """A row that may be inserted, and changed only in the fields named in `MUTABLE_FIELDS`."""

    MUTABLE_FIELDS: ClassVar[frozenset[str]] = frozenset()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row, or update nothing but its mutable fields; raise FrozenRowError otherwise."""
        if not self._state.adding and not set(kwargs.get("update_fields") or ["*"]) <= self.MUTABLE_FIELDS:
            raise FrozenRowError(f"{self._meta.label} {self.pk} cannot change: make a new version instead.")
        super().save(*args, **kwargs)
