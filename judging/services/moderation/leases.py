"""Handing out cases: each to one moderator at a time, for as long as her lease lasts.

1. A moderator acts once at a time: her own row is locked first.
2. The next case is taken under its row's lock; on PostgreSQL rows that somebody else is just taking are skipped,
   on SQLite all writers stand in one line.
3. The database keeps what must hold: a moderator holds one case at most.
"""

import random
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from judging.domain.errors import InvalidInputError
from judging.domain.moderation import (
    GOLD_SHARE,
    LEASE,
    MAX_SKIPS,
    SKIPS_WITHIN,
    CaseAction,
    CaseReason,
    CaseState,
    ReviewKind,
    TrailAction,
    may_skip_from,
)
from judging.models import AuditEntry, Case, CaseCause, GoldItem, Moderator, Review
from judging.selectors.moderation.cases import drawn_at
from judging.selectors.moderation.sides import shown_first
from judging.selectors.moderation.visible import cases_for, drawn_again, is_free, own_tests
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

    The case that she holds comes first, its lease renewed, then one that she put back within AGAIN and nobody has taken.
    Otherwise the most urgent and then oldest one that she may see, perhaps only of those with `reason`; in a share of
    GOLD_SHARE of these draws a gold item in its place.
    Raise NotAllowedError for anybody who may not moderate.
    """
    moderator = lock_moderator(user_id, now)
    held = Case.objects.filter(holder=moderator, state=CaseState.OPEN, settle_at=None)
    pk: int | None = held.values_list("pk", flat=True).first()
    if pk is not None and held.filter(pk=pk).update(held_until=now + LEASE):
        return pk
    case = _put_back_before(user_id, now)
    if case is None:
        case = _next_case(user_id, reason, now)
        # Drawn every time, so that what is left of gold items does not shift the share.
        if case is not None and rng.random() < GOLD_SHARE:
            case = _open_gold(user_id, now, rng) or case
    if case is None:
        return None
    _lease(case, moderator, now)
    return case.pk


def _put_back_before(user_id: int, now: datetime) -> Case | None:
    """Return the case that she put back: who got another one instead could turn cases over until she likes one."""
    waiting = cases_for(user_id, require_role(user_id)).filter(is_free(now))
    test = own_tests(user_id).filter(is_free(now)).select_for_update(of=("self",)).first()
    # Where nothing waits she is given nothing, as after any other case that somebody else took.
    if test is not None and waiting.exists():
        return test
    return _first(drawn_again(user_id, waiting, now))


def _next_case(user_id: int, reason: CaseReason | None, now: datetime) -> Case | None:
    cases = cases_for(user_id, require_role(user_id), reason).filter(is_free(now))
    # A test on which her vote can still be taken back stands for the case whose place it took: what is left must not tell.
    return _first(cases, skip=own_tests(user_id).filter(settle_at__gt=now).count())


def _first(cases: QuerySet[Case], skip: int = 0) -> Case | None:
    ordered = cases.select_for_update(skip_locked=True, of=("self",)).order_by("rank", "opened_at", "pk")
    return next(iter(ordered[skip : skip + 1]), None)


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
    """Return a moderator's case to the queue, where she finds it again first; raise StaleCaseError where she has lost it."""
    case = lock_case(case_id, lock_moderator(user_id, now), CaseAction.RELEASE)
    put_back(case, now)
    trail.note(TrailAction.CASE_RETURNED, now=now, actor_id=user_id, case=case)


@transaction.atomic
def skip_case(*, case_id: int, user_id: int, reason: str, now: datetime) -> None:
    """Leave a case to other moderators, who read the reason; she is never given it again.

    Raise InvalidInputError without a reason or for one skip too many within an hour (MAX_SKIPS), StaleCaseError where
    she has lost the case. A gold item that is skipped lapses, and counts as declined.
    """
    why = cleaned(reason, "reason")
    if not why:
        raise InvalidInputError("Say why you skip this case, so that the next moderator knows.", "reason")
    moderator = lock_moderator(user_id, now)
    case = lock_case(case_id, moderator, CaseAction.SKIP)
    _require_skips_left(moderator, now)
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
    put_back(case, now, for_good=True)
    trail.note(TrailAction.CASE_SKIPPED, now=now, actor_id=user_id, case=case)


def _require_skips_left(moderator: Moderator, now: datetime) -> None:
    skips = Review.objects.filter(
        moderator=moderator, kind=ReviewKind.SKIP, created_at__gt=now - SKIPS_WITHIN
    )
    again = may_skip_from(list(skips.values_list("created_at", flat=True)), now)
    if again is not None:
        raise InvalidInputError(
            f"You have skipped {MAX_SKIPS} cases within an hour. You can skip again after {again:%H:%M} UTC; "
            "until then vote, or ask a lead moderator. Nothing was changed.",
            "reason",
        )
