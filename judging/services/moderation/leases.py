"""Handing out cases: each to one moderator at a time, for as long as her lease lasts.

1. A moderator acts once at a time: her own row is locked first.
2. The next case is taken under its row's lock; on PostgreSQL rows that somebody else is just taking are skipped,
   on SQLite all writers stand in one line.
3. The database keeps what must hold: a moderator holds one case at most.
"""

import random
from datetime import datetime

from django.db import transaction

from judging.domain.errors import InvalidInputError
from judging.domain.moderation import (
    GOLD_SHARE,
    LEASE,
    CaseAction,
    CaseReason,
    CaseState,
    ReviewKind,
    TrailAction,
)
from judging.models import AuditEntry, Case, CaseCause, GoldItem, Moderator, Review
from judging.selectors.moderation.cases import drawn_at
from judging.selectors.moderation.sides import shown_first
from judging.selectors.moderation.visible import cases_for, is_free
from judging.services import trail
from judging.services.moderation.office import (
    cleaned,
    lock_case,
    lock_moderator,
    put_back,
    require_role,
)


@transaction.atomic
def draw_case(
    *, user_id: int, now: datetime, rng: random.Random, reason: CaseReason | None = None
) -> int | None:
    """Lease a case to a moderator for LEASE and return it; None when nothing is left for her.

    The case that she holds comes first, its lease renewed. Otherwise the most urgent and then oldest one that she may see,
    perhaps only of those with `reason`; in a share of GOLD_SHARE of all draws a gold item in its place.
    Raise NotAllowedError for anybody who may not moderate.
    """
    moderator = lock_moderator(user_id, now)
    held = Case.objects.filter(holder=moderator, state=CaseState.OPEN, settle_at=None)
    pk: int | None = held.values_list("pk", flat=True).first()
    if pk is not None and held.filter(pk=pk).update(held_until=now + LEASE):
        return pk
    case = _next_case(user_id, reason, now)
    if case is None:
        return None
    # Drawn every time, so that what is left of gold items does not shift the share.
    if rng.random() < GOLD_SHARE:
        case = _open_gold(user_id, now, rng) or case
    _lease(case, moderator, now)
    return case.pk


def _next_case(user_id: int, reason: CaseReason | None, now: datetime) -> Case | None:
    cases = cases_for(user_id, require_role(user_id), reason).filter(is_free(now))
    return cases.select_for_update(skip_locked=True, of=("self",)).order_by("rank", "opened_at", "pk").first()


def _open_gold(user_id: int, now: datetime, rng: random.Random) -> Case | None:
    """Open a case on a gold item that this moderator has never drawn; None where she has seen them all."""
    seen = AuditEntry.objects.filter(
        actor_id=user_id, action=TrailAction.CASE_DRAWN, case__gold__isnull=False
    )
    new = GoldItem.objects.exclude(pk__in=seen.values("case__gold")).order_by("pk")
    items = list(new.values_list("pk", flat=True))
    if not items:
        return None
    case = Case.objects.create(
        gold_id=rng.choice(items),
        firm=False,
        rank=CaseReason.GOLD.rank,
        state=CaseState.OPEN,
        opened_at=now,
    )
    CaseCause.objects.create(case=case, reason=CaseReason.GOLD, created_at=now)
    return case


def _lease(case: Case, moderator: Moderator, now: datetime) -> None:
    if case.holder_id is not None:
        trail.note(TrailAction.CASE_RETURNED, now=now, case=case, detail="the lease ran out")
    case.holder, case.held_until = moderator, now + LEASE
    case.save(update_fields=["holder", "held_until"])
    trail.note(TrailAction.CASE_DRAWN, now=now, actor_id=moderator.user_id, case=case)


@transaction.atomic
def renew_case(*, case_id: int, user_id: int, now: datetime) -> datetime:
    """Begin a moderator's lease anew and return until when it lasts; raise StaleCaseError where she has lost it."""
    case = lock_case(case_id, lock_moderator(user_id, now), CaseAction.RENEW)
    until = now + LEASE
    Case.objects.filter(pk=case.pk).update(held_until=until)
    return until


@transaction.atomic
def release_case(*, case_id: int, user_id: int, now: datetime) -> None:
    """Return a moderator's case to the queue, where she may draw it again; raise StaleCaseError where she has lost it."""
    case = lock_case(case_id, lock_moderator(user_id, now), CaseAction.RELEASE)
    put_back(case, now)
    trail.note(TrailAction.CASE_RETURNED, now=now, actor_id=user_id, case=case)


@transaction.atomic
def skip_case(*, case_id: int, user_id: int, reason: str, now: datetime) -> None:
    """Leave a case to other moderators, who read the reason; she is never given it again.

    Raise InvalidInputError without a reason, StaleCaseError where she has lost the case.
    """
    why = cleaned(reason, "reason")
    if not why:
        raise InvalidInputError("Say why you skip this case, so that the next moderator knows.", "reason")
    moderator = lock_moderator(user_id, now)
    case = lock_case(case_id, moderator, CaseAction.SKIP)
    Review.objects.create(
        case=case,
        moderator=moderator,
        kind=ReviewKind.SKIP,
        shown_first=shown_first(case.pk, user_id),
        note=why,
        seconds=max(0, round((now - drawn_at(case, user_id)).total_seconds())),
        created_at=now,
        counts_from=now,
    )
    put_back(case, now)
    trail.note(TrailAction.CASE_SKIPPED, now=now, actor_id=user_id, case=case)
