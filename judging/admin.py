"""Judging in the admin: to be read, not edited."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from judging.models import Ballot, Judge, JudgingRun, Jury, JuryMember, Verdict

if TYPE_CHECKING:  # Django's own class takes no type argument at run time.
    _ModelAdmin = admin.ModelAdmin[Model]
else:
    _ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(_ModelAdmin):
    """Shows rows and lets nobody add, change or delete one."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


@admin.register(Judge)
class JudgeAdmin(ReadOnlyAdmin):
    """Judges."""

    list_display = ("name", "kind", "model", "prompt_version", "created_at")


@admin.register(Jury)
class JuryAdmin(ReadOnlyAdmin):
    """Juries."""

    list_display = ("name", "slug")


@admin.register(JuryMember)
class JuryMemberAdmin(ReadOnlyAdmin):
    """Who sits, or sat, in which jury."""

    list_display = ("jury", "judge", "joined_at", "left_at")


@admin.register(Ballot)
class BallotAdmin(ReadOnlyAdmin):
    """Ballots, with the judges' raw replies."""

    list_display = ("round_id", "judge", "order", "attempt", "outcome", "error", "latency_ms", "created_at")
    list_filter = ("judge", "outcome", "error")


@admin.register(Verdict)
class VerdictAdmin(ReadOnlyAdmin):
    """Verdicts; those that a person should look at can be filtered."""

    list_display = (
        "round_id",
        "number",
        "outcome",
        "source",
        "needs_review",
        "counts_for_claims",
        "created_at",
    )
    list_filter = ("needs_review", "source", "outcome")


@admin.register(JudgingRun)
class JudgingRunAdmin(ReadOnlyAdmin):
    """Who works on which round until when."""

    list_display = ("round_id", "attempts", "leased_until", "next_attempt_at")
