"""Judging in the admin: to be read, not edited."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from judging.models import (
    Ballot,
    GoldItem,
    Judge,
    JudgeLimits,
    JudgeSuspension,
    JudgingRun,
    Jury,
    JuryMember,
    SchemaProbe,
    Verdict,
)

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

    list_display = ("name", "kind", "endpoint", "model", "family", "prompt_version", "created_at")


@admin.register(JudgeLimits)
class JudgeLimitsAdmin(ReadOnlyAdmin):
    """What judges may use; `manage.py jury limits` changes it."""

    list_display = ("judge", "calls_at_once", "tokens_per_day", "microdollars_per_day", "resting_until")


@admin.register(JudgeSuspension)
class JudgeSuspensionAdmin(ReadOnlyAdmin):
    """Which judges are kept from judging, and were; `manage.py jury reinstate` lets one judge again."""

    list_display = ("judge", "reason", "suspended_at", "lifted_at", "lifted_by")


@admin.register(SchemaProbe)
class SchemaProbeAdmin(ReadOnlyAdmin):
    """How judges kept to the schema when they were tried."""

    list_display = ("judge", "ok", "format", "detail", "latency_ms", "created_at")
    list_filter = ("judge", "ok")


@admin.register(Jury)
class JuryAdmin(ReadOnlyAdmin):
    """Juries."""

    list_display = ("name", "slug", "rule", "audit_probability")


@admin.register(JuryMember)
class JuryMemberAdmin(ReadOnlyAdmin):
    """Who sits, or sat, in which jury."""

    list_display = ("jury", "judge", "spare", "joined_at", "left_at")


@admin.register(Ballot)
class BallotAdmin(ReadOnlyAdmin):
    """Ballots, with the judges' raw replies."""

    list_display = (
        *("round_id", "gold", "judge", "step", "order", "attempt", "gate_code", "outcome", "error"),
        *("latency_ms", "microdollars", "created_at"),
    )
    list_filter = ("judge", "step", "outcome", "error", "canary_leaked")
    list_select_related = ("judge", "gold")


@admin.register(GoldItem)
class GoldItemAdmin(ReadOnlyAdmin):
    """Questions whose verdict is known."""

    list_display = ("slug", "kind", "gold")
    list_filter = ("kind", "gold")


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

    list_display = ("round_id", "attempts", "waits", "waiting_for", "leased_until", "next_attempt_at")
    list_filter = ("waiting_for",)
