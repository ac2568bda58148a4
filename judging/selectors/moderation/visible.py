"""Which cases a moderator may be given, and what is known of her dealings with one."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from judging.domain.moderation import CaseReason, CaseState, ReviewKind, Stand, stand_of
from judging.models import Case, CaseCause, Review
from judging.selectors.moderation.roles import Role


def effective(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """Keep the reviews that were not taken back."""
    return reviews.filter(withdrawal=None)


def votes_that_count(case: Case, now: datetime) -> Sequence[Review]:
    """Return the votes on a case that can no longer be taken back, the first first."""
    votes = effective(Review.objects.filter(case=case, kind=ReviewKind.VOTE, counts_from__lte=now))
    return list(votes.order_by("counts_from", "pk"))


def cases_of_own_games(user_id: int) -> QuerySet[Case]:
    """Return the open cases of games in which an account, or an AI player of its own, plays."""
    return Case.objects.filter(state=CaseState.OPEN, round__game__seats__player__owner_id=user_id)


def cases_for(user_id: int, role: Role, reason: CaseReason | None = None) -> QuerySet[Case]:
    """Return the open cases about rounds that a moderator may look at, free or not; perhaps for one reason only.

    Never those of her own games, those that she voted on or skipped, and no appeal about a round that she ever reviewed.
    """
    # Not `gold=None`: SQLite would use the index of that column rather than the queue's.
    cases = Case.objects.filter(state=CaseState.OPEN, round__isnull=False)
    cases = cases.exclude(pk__in=cases_of_own_games(user_id).values("pk"))
    # Lists rather than correlated subqueries: SQLite would read her whole record for every case.
    if role.moderator_id is not None:
        mine = Review.objects.filter(moderator_id=role.moderator_id)
        rounds = mine.filter(case__round__isnull=False).values("case__round")
        cases = cases.exclude(pk__in=effective(mine).values("case"))
        cases = cases.exclude(rank=CaseReason.APPEAL.rank, round__in=rounds)
    if reason is not None:
        cases = cases.filter(pk__in=CaseCause.objects.filter(reason=reason).values("case"))
    return cases


def is_free(now: datetime) -> Q:
    """Match cases that nobody holds and on which no vote is about to count."""
    return Q(settle_at=None) & (Q(holder=None) | Q(held_until__lte=now))


def stand_for(case: Case, moderator_id: int | None) -> Stand:
    """Return where a case stands for a moderator.

    A lease that ran out is lost only when somebody else draws the case: until then she may still vote.
    """
    mine = moderator_id is not None and case.holder_id == moderator_id
    voted = effective(Review.objects.filter(case=case, moderator_id=moderator_id, kind=ReviewKind.VOTE))
    return stand_of(
        CaseState(case.state),
        pending=case.settle_at is not None,
        mine=mine,
        held=case.holder_id is not None,
        voted=moderator_id is not None and voted.exists(),
    )


def key_of(case: Case, moderator_id: int | None) -> int:
    """Number what a moderator has done with a case so far: a page that shows another number is stale.

    Of her own doings alone: the number must not tell her that others have voted.
    """
    reviews = Review.objects.filter(case=case, moderator_id=moderator_id)
    return reviews.count() + reviews.filter(withdrawal__isnull=False).count()
