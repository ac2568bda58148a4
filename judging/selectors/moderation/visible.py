"""Which cases a moderator may be given, and what is known of her dealings with one."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from judging.domain.moderation import (
    AGAIN,
    AppealState,
    CaseReason,
    CaseState,
    ReviewKind,
    Stand,
    TrailAction,
    stand_of,
)
from judging.models import Appeal, AuditEntry, Case, CaseCause, Explanation, Review
from judging.selectors.moderation.roles import Role


def effective(reviews: QuerySet[Review]) -> QuerySet[Review]:
    """Keep the reviews that were not taken back."""
    return reviews.filter(withdrawal=None)


def votes_that_count(case: Case, now: datetime) -> Sequence[Review]:
    """Return the votes on a case that can no longer be taken back, the first first."""
    votes = effective(Review.objects.filter(case=case, kind=ReviewKind.VOTE, counts_from__lte=now))
    return list(votes.order_by("counts_from", "pk"))


def votes_on_own_games(votes: QuerySet[Review]) -> QuerySet[Review]:
    """Keep the votes of moderators who, or whose AI players, turn out to play in the game that they voted on."""
    return votes.filter(case__round__game__seats__player__owner=F("moderator__user")).distinct()


def is_appeal(case: Case) -> bool:
    """Tell whether a player waits for the answer to her appeal."""
    return Appeal.objects.filter(case=case, state=AppealState.OPEN).exists()


def is_heard(case: Case, votes: Sequence[Review]) -> bool:
    """Tell whether an appeal behind the case, if any, has a vote cast after it, by somebody new to the round."""
    filed = AuditEntry.objects.filter(case=case, action=TrailAction.APPEAL_FILED).order_by("-pk").first()
    if filed is None or not is_appeal(case):
        return True
    since = AuditEntry.objects.filter(case=case, action=TrailAction.VOTE_CAST, pk__gt=filed.pk)
    knew = Review.objects.filter(case__round=case.round_id).exclude(case=case).values("moderator")
    new = Review.objects.filter(pk__in=[vote.pk for vote in votes], moderator__user__in=since.values("actor"))
    return new.exclude(moderator__in=knew).exists()


def told_players(review: Review) -> str:
    """Return what a moderator wrote for the players, with her vote or after it; "" for nothing."""
    later = Explanation.objects.filter(review=review).values_list("text", flat=True)
    return review.reason or later.first() or ""


def owes_reason(review: Review, case: Case, now: datetime) -> bool:
    """Tell whether a player appealed who is still to be told why, by the moderator of this vote."""
    waits = case.settle_at is not None and case.holder_id == review.moderator_id
    return waits and now >= review.counts_from and is_appeal(case) and not told_players(review)


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


def own_tests(user_id: int) -> QuerySet[Case]:
    """Return the open cases about gold items that were opened for this account."""
    drawn = AuditEntry.objects.filter(case=OuterRef("pk"), actor_id=user_id, action=TrailAction.CASE_DRAWN)
    # By rank: so the queue's index leads to them.
    return Case.objects.filter(Exists(drawn), state=CaseState.OPEN, rank=CaseReason.GOLD.rank)


def drawn_again(user_id: int, waiting: QuerySet[Case], now: datetime) -> QuerySet[Case]:
    """Keep the cases that she put back within AGAIN and that nobody has drawn since: she gets no others meanwhile."""
    back = AuditEntry.objects.filter(
        actor_id=user_id, action=TrailAction.CASE_RETURNED, created_at__gt=now - AGAIN
    )
    drawn = AuditEntry.objects.filter(case=OuterRef("pk"), action=TrailAction.CASE_DRAWN).order_by("-pk")
    waiting = waiting.filter(pk__in=set(back.values_list("case", flat=True)))
    return waiting.annotate(drawn_by=Subquery(drawn.values("actor")[:1])).filter(drawn_by=user_id)


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
