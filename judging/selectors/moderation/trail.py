"""The trail for those who moderate: who did what, when."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from judging.domain.moderation import CaseState, TrailAction
from judging.models import AuditEntry
from judging.selectors.moderation.roles import role_of

PAGE = 50


@dataclass(frozen=True)
class TrailFilters:
    """What to look for; None is everything. `actor` is a user name, "" the platform itself.

    Entries from `since` on and before `until`.
    """

    action: TrailAction | None = None
    actor: str | None = None
    case_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class TrailLine:
    """One line; `actor` is "" where the platform acted."""

    at: datetime
    actor: str
    action: TrailAction
    case_id: int | None
    judge: str
    detail: str


@dataclass(frozen=True)
class TrailPage:
    """A page of the trail, the latest line first; `page` counts from 1."""

    filters: TrailFilters
    lines: tuple[TrailLine, ...]
    total: int
    page: int
    pages: int


def trail_page(*, user_id: int, filters: TrailFilters | None = None, page: int = 1) -> TrailPage | None:
    """Return a page of the trail; None for anybody who does not moderate.

    Of a case that is still open it holds the reader's own doings alone: she may be asked for a blind vote on it.
    """
    if role_of(user_id) is None:
        return None
    filters = filters or TrailFilters()
    entries = _matching(_readable(user_id), filters)
    total = entries.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    rows = entries.select_related("actor", "judge").order_by("-created_at", "-pk")
    return TrailPage(
        filters=filters,
        lines=tuple(_line(row) for row in rows[(page - 1) * PAGE : page * PAGE]),
        total=total,
        page=page,
        pages=pages,
    )


def _readable(user_id: int) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(Q(case=None) | ~Q(case__state=CaseState.OPEN) | Q(actor_id=user_id))


def _matching(entries: QuerySet[AuditEntry], filters: TrailFilters) -> QuerySet[AuditEntry]:
    if filters.action is not None:
        entries = entries.filter(action=filters.action)
    if filters.actor is not None:
        by = Q(actor__username=filters.actor) if filters.actor else Q(actor=None)
        entries = entries.filter(by)
    if filters.case_id is not None:
        entries = entries.filter(case_id=filters.case_id)
    if filters.since is not None:
        entries = entries.filter(created_at__gte=filters.since)
    if filters.until is not None:
        entries = entries.filter(created_at__lt=filters.until)
    return entries


def _line(entry: AuditEntry) -> TrailLine:
    return TrailLine(
        at=entry.created_at,
        actor=entry.actor.get_username() if entry.actor else "",
        action=TrailAction(entry.action),
        case_id=entry.case_id,
        judge=entry.judge.name if entry.judge else "",
        detail=entry.detail,
    )
