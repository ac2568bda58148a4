"""The trail for those who moderate: who did what, when."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q, QuerySet

from judging.domain.moderation import CaseState, TrailAction
from judging.models import AuditEntry
from judging.selectors.moderation.roles import role_of

PAGE = 50


class Unnamed(StrEnum):
    """Who acts and is not named: what no account did, and whoever must stay unknown to those who judge."""

    PLATFORM = "platform"
    PLAYER = "player"
    OPERATOR = "operator"  # whoever runs the platform, at its command line or by its settings


_OF_PLAYERS = (TrailAction.APPEAL_FILED,)
_OF_OPERATORS = (
    TrailAction.JUDGE_LIMITS_CHANGED,
    TrailAction.JUDGE_SUSPENDED,
    TrailAction.JUDGE_REINSTATED,
    TrailAction.JURY_CHANGED,
)


@dataclass(frozen=True)
class TrailFilters:
    """What to look for; None is everything. `actor` is a user name or somebody unnamed; `case` a public id.

    Entries from `since` on and before `until`.
    """

    action: TrailAction | None = None
    actor: str | Unnamed | None = None
    case: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class TrailLine:
    """One line; `actor` is a user name, or who it was that is not named; `case` is "" where it is about none."""

    at: datetime
    actor: str | Unnamed
    action: TrailAction
    case: str
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
    rows = entries.select_related("actor", "judge", "case").order_by("-created_at", "-pk")
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
        entries = entries.filter(_by(filters.actor))
    if filters.case is not None:
        entries = entries.filter(case__public_id=filters.case)
    if filters.since is not None:
        entries = entries.filter(created_at__gte=filters.since)
    if filters.until is not None:
        entries = entries.filter(created_at__lt=filters.until)
    return entries


def _by(actor: str | Unnamed) -> Q:
    if not isinstance(actor, Unnamed):
        return Q(actor__username=actor)
    actions = [action for action in TrailAction if _unnamed(action) is actor]
    return Q(actor=None, action__in=actions)


def _unnamed(action: TrailAction) -> Unnamed:
    if action in _OF_PLAYERS:
        return Unnamed.PLAYER
    return Unnamed.OPERATOR if action in _OF_OPERATORS else Unnamed.PLATFORM


def _line(entry: AuditEntry) -> TrailLine:
    action = TrailAction(entry.action)
    return TrailLine(
        at=entry.created_at,
        actor=entry.actor.get_username() if entry.actor else _unnamed(action),
        action=action,
        case=entry.case.public_id if entry.case else "",
        judge=entry.judge.name if entry.judge else "",
        detail=entry.detail,
    )
