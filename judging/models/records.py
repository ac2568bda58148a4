"""Records: inserted once, never changed, never deleted."""

from typing import Any, Never

from django.db import models


class AppendOnlyError(Exception):
    """Somebody tried to change or delete a record."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows that may be read and added, nothing else."""

    def update(self, **_kwargs: Any) -> Never:
        """Refuse."""
        raise AppendOnlyError(f"{self.model._meta.label} is append-only: add a new row instead.")

    def delete(self) -> Never:
        """Refuse."""
        raise AppendOnlyError(f"{self.model._meta.label} is append-only: nothing is deleted.")


class AppendOnlyManager(models.Manager[Any]):
    """The way to such rows; related managers are of this class too."""

    def get_queryset(self) -> AppendOnlyQuerySet:
        """Return a query that may read and add."""
        return AppendOnlyQuerySet(self.model, using=self._db)


class AppendOnlyModel(models.Model):
    """A record: inserted once, never changed, never deleted."""

    objects = AppendOnlyManager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; raise AppendOnlyError where it is already stored."""
        if not self._state.adding:
            raise AppendOnlyError(f"{self._meta.label} {self.pk} is append-only: add a new row instead.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> Never:
        """Refuse."""
        raise AppendOnlyError(f"{self._meta.label} {self.pk} is append-only: nothing is deleted.")
