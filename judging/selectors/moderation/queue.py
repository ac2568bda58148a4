"""The queue as a moderator sees it: how much waits, why and for how long; no single case."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q, QuerySet

from judging.domain.moderation import CaseReason, ReviewKind
from judging.models import Case, CaseCause, Review
from judging.selectors.moderation.cases import held_case
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.visible import cases_for, effective, is_free, owes_reason


@dataclass(frozen=True)
class ReasonCount:
    """How many cases wait for one reason, and since when the oldest of them does."""

    reason: CaseReason
    waiting: int
    oldest: datetime | None


@dataclass(frozen=True)
class PendingVote:
    """A vote of this moderator that she can still take back, and on which case."""

    review_id: int
    public_id: str
    until: datetime


@dataclass(frozen=True)
class QueuePage:
    """What waits for this moderator: how many cases that she may look at and nobody holds, never which.

    `waiting` counts those of `reason` (all where it is None), `elsewhere` those with other moderators at this moment.
    Nothing is counted (`counted` False) while she holds a case or can take a vote back: from what is gone she could tell
    why she was given it, and a test from a case. `owed` is the case of hers on which the players wait for a reason.
    """

    reason: CaseReason | None
    held: bool
    pending: PendingVote | None
    owed: str
    counted: bool
    counts: tuple[ReasonCount, ...] = ()
    total: int = 0
    waiting: int = 0
    elsewhere: int = 0
    oldest: datetime | None = None


def queue_page(*, user_id: int, now: datetime, reason: CaseReason | None = None) -> QueuePage | None:
    """Return the queue, perhaps for one reason only; None for anybody who may not moderate."""
    role = role_of(user_id)
    if role is None:
        return None
    held = role.moderator_id is not None and held_case(user_id) is not None
    pending = _pending(role.moderator_id, now)
    owed = _owed(role.moderator_id, now)
    if held or pending is not None:
        return QueuePage(reason, held, pending, owed, counted=False)
    everything = cases_for(user_id, role)
    counts = _counts(everything.filter(is_free(now)))
    others = _is_busy(now) & ~Q(holder_id=role.moderator_id)
    whole = everything.aggregate(
        waiting=Count("pk", filter=is_free(now)),
        oldest=Min("opened_at", filter=is_free(now)),
        elsewhere=Count("pk", filter=others),
    )
    one = next((count for count in counts if count.reason is reason), None)
    return QueuePage(
        reason=one.reason if one else None,
        held=False,
        pending=None,
        owed=owed,
        counted=True,
        counts=counts,
        total=whole["waiting"],
        waiting=one.waiting if one else whole["waiting"],
        elsewhere=whole["elsewhere"],
        oldest=one.oldest if one else whole["oldest"],
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


def _pending(moderator_id: int | None, now: datetime) -> PendingVote | None:
    votes = Review.objects.filter(moderator_id=moderator_id, kind=ReviewKind.VOTE, counts_from__gt=now)
    vote = effective(votes).select_related("case").order_by("pk").last()
    return PendingVote(vote.pk, vote.case.public_id, vote.counts_from) if vote else None


def _owed(moderator_id: int | None, now: datetime) -> str:
    waits = Review.objects.filter(moderator_id=moderator_id, kind=ReviewKind.VOTE, case__settle_at__gt=now)
    votes = effective(waits).select_related("case").order_by("pk")
    return next((vote.case.public_id for vote in votes if owes_reason(vote, vote.case, now)), "")
