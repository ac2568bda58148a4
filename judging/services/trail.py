"""The trail: one line for everything that somebody decided."""

from datetime import datetime

from games.domain.ids import RoundId
from judging.domain.moderation import TrailAction
from judging.models import AuditEntry, Case, Judge

MAX_DETAIL = 300


def note(
    action: TrailAction,
    *,
    now: datetime,
    actor_id: int | None = None,
    case: Case | None = None,
    round_id: RoundId | None = None,
    judge: Judge | None = None,
    detail: str = "",
) -> None:
    """Add a line in the caller's transaction; without `actor_id` the platform itself acted."""
    AuditEntry.objects.create(
        created_at=now,
        actor_id=actor_id,
        action=action,
        case=case,
        round_id=case.round_id if case and round_id is None else round_id,
        judge=judge,
        detail=detail[:MAX_DETAIL],
    )
