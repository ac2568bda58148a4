"""The queue as a moderator sees it: what waits, why and for how long, without any text of a case."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q, QuerySet

from judging.domain.moderation import CaseReason, CaseState, ReviewKind
from judging.models import Case, CaseCause, Review
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.visible import cases_for, effective, is_free

PAGE = 50


@dataclass(frozen=True)
class ReasonCount:
    """How many cases wait for one reason, and since when the oldest of them does."""

    reason: CaseReason
    waiting: int
    oldest: datetime | None


@dataclass(frozen=True)
class QueueLine:
    """One waiting case: why, the most urgent reason first, and since when."""

    case_id: int
    opened_at: datetime
    reasons: tuple[CaseReason, ...]


@dataclass(frozen=True)
class PendingVote:
    """A vote of this moderator that she can still take back."""

    review_id: int
    case_id: int
    until: datetime


@dataclass(frozen=True)
class QueuePage:
    """What waits for this moderator: cases that she may look at and nobody holds.

    `waiting` counts those of `reason` (all where it is None), `elsewhere` those with other moderators at this moment;
    `held_case` is the one that she holds. `page` of `pages` counts from 1.
    """

    reason: CaseReason | None
    counts: tuple[ReasonCount, ...]
    total: int
    waiting: int
    elsewhere: int
    oldest: datetime | None
    lines: tuple[QueueLine, ...]
    page: int
    pages: int
    held_case: int | None
    pending: PendingVote | None


def queue_page(
    *, user_id: int, now: datetime, reason: CaseReason | None = None, page: int = 1
) -> QueuePage | None:
    """Return a page of the queue, the case to be drawn next first; None for anybody who may not moderate."""
    role = role_of(user_id)
    if role is None:
        return None
    everything = cases_for(user_id, role)
    free = everything.filter(is_free(now))
    counts = _counts(free)
    others = _is_busy(now) & ~Q(holder_id=role.moderator_id)
    whole = everything.aggregate(
        waiting=Count("pk", filter=is_free(now)),
        oldest=Min("opened_at", filter=is_free(now)),
        elsewhere=Count("pk", filter=others),
    )
    waiting, oldest = whole["waiting"], whole["oldest"]
    if reason is not None:
        waiting, oldest = next((it.waiting, it.oldest) for it in counts if it.reason is reason)
    pages = max(1, -(-waiting // PAGE))
    page = min(max(1, page), pages)
    chosen = cases_for(user_id, role, reason).filter(is_free(now))
    rows = chosen.order_by("rank", "opened_at", "pk").prefetch_related("causes")
    held = Case.objects.filter(holder_id=role.moderator_id, state=CaseState.OPEN, settle_at=None)
    return QueuePage(
        reason=reason,
        counts=counts,
        total=whole["waiting"],
        waiting=waiting,
        elsewhere=whole["elsewhere"],
        oldest=oldest,
        lines=tuple(_line(case) for case in rows[(page - 1) * PAGE : page * PAGE]),
        page=page,
        pages=pages,
        held_case=held.values_list("pk", flat=True).first() if role.moderator_id else None,
        pending=_pending(role.moderator_id, now),
    )


def _is_busy(now: datetime) -> Q:
    return Q(settle_at__isnull=False) | Q(held_until__gt=now)


def _counts(free: QuerySet[Case]) -> tuple[ReasonCount, ...]:
    """Count by reason; a case with several reasons counts for each. Every reason but gold stands there."""
    rows = CaseCause.objects.filter(case__in=free.values("pk")).values_list("reason").order_by()
    found = {
        reason: (waiting, oldest)
        for reason, waiting, oldest in rows.annotate(waiting=Count("case"), oldest=Min("case__opened_at"))
    }
    return tuple(
        ReasonCount(reason, *found.get(reason.value, (0, None)))
        for reason in CaseReason
        if reason is not CaseReason.GOLD
    )


def _line(case: Case) -> QueueLine:
    reasons = sorted((CaseReason(cause.reason) for cause in case.causes.all()), key=lambda it: it.rank)
    return QueueLine(case.pk, case.opened_at, tuple(reasons))


def _pending(moderator_id: int | None, now: datetime) -> PendingVote | None:
    votes = Review.objects.filter(moderator_id=moderator_id, kind=ReviewKind.VOTE, counts_from__gt=now)
    vote = effective(votes).order_by("pk").last()
    return PendingVote(vote.pk, vote.case_id, vote.counts_from) if vote else None
