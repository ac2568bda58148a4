"""Blind votes, and taking them back before they count."""

from datetime import datetime, timedelta

from django.db import transaction

from judging.domain.choices import Choice, GateCode
from judging.domain.errors import InvalidInputError, NotAllowedError, StaleCaseError
from judging.domain.moderation import (
    EXPLAIN,
    LEASE,
    UNDO,
    CaseAction,
    CaseState,
    ReviewKind,
    TrailAction,
)
from judging.models import Case, Explanation, JudgingRun, Moderator, Review, Withdrawal
from judging.selectors.moderation.cases import drawn_at
from judging.selectors.moderation.sides import finding_of, shown_first
from judging.selectors.moderation.visible import cases_of_own_games, effective, is_appeal, key_of, owes_reason
from judging.services import trail
from judging.services.moderation.office import cleaned, lock_case, lock_moderator, put_back

SETTLING = timedelta(minutes=1)
"""Ample time for the sweep to settle a case once its vote counts."""


@transaction.atomic
def vote(
    *,
    case_id: int,
    user_id: int,
    choice: Choice,
    gate_code: GateCode | None,
    reason: str,
    note: str,
    key_seen: int,
    now: datetime,
) -> int:
    """Cast a moderator's blind vote, in terms of X and Y as she saw them, and return the review's id.

    It counts, and can no longer be taken back, UNDO later; until then nobody else gets the case. `gate_code` says why
    a question is ill-defined, and belongs to no other choice. `reason` is for the players, `note` for other moderators; both
    at most MAX_WORDS characters. Where a player appealed and is given no reason, settling waits for `explain_vote`: asked
    before, the moderator would know that it is an appeal. `key_seen` is the case view's.
    Raise InvalidInputError, StaleCaseError (double click, stale page, lost lease, closed case) or NotAllowedError.
    """
    for_players, for_moderators = cleaned(reason, "reason"), cleaned(note, "note")
    code = _code_of(choice, gate_code)
    moderator = lock_moderator(user_id, now)
    case = lock_case(case_id, moderator, CaseAction.VOTE)
    _require_current(case, moderator, key_seen)
    x = shown_first(case.pk, user_id)
    review: Review = Review.objects.create(
        case=case,
        moderator=moderator,
        kind=ReviewKind.VOTE,
        outcome=finding_of(choice, x),
        gate_code=code,
        shown_first=x,
        reason=for_players,
        note=for_moderators,
        seconds=max(0, round((now - drawn_at(case, user_id)).total_seconds())),
        created_at=now,
        counts_from=now + UNDO,
    )
    settle_at = review.counts_from + (EXPLAIN if is_appeal(case) and not for_players else timedelta(0))
    Case.objects.filter(pk=case.pk).update(settle_at=settle_at, held_until=settle_at)
    if case.round_id is not None:
        _have_judging_wait(case.round_id, settle_at + SETTLING)
    trail.note(TrailAction.VOTE_CAST, now=now, actor_id=user_id, case=case)
    return review.pk


def _have_judging_wait(round_id: int, until: datetime) -> None:
    """Keep a round that waits for people alone from being given up while a vote on it is about to count."""
    run = JudgingRun.objects.filter(round_id=round_id, waiting_for=JudgingRun.Waiting.HUMAN)
    run.filter(next_attempt_at__lt=until).update(next_attempt_at=until)


def _code_of(choice: Choice, gate_code: GateCode | None) -> str:
    if choice is not Choice.ILL_DEFINED:
        return ""
    if gate_code is None or not gate_code.refuses:
        raise InvalidInputError("Say why the question cannot be judged.", "gate_code")
    return gate_code.value


def _require_current(case: Case, moderator: Moderator, key_seen: int) -> None:
    if cases_of_own_games(moderator.user_id).filter(pk=case.pk).exists():
        raise NotAllowedError("You play in this game, so others have to look at it. Nothing was changed.")
    if key_seen != key_of(case, moderator.pk):
        raise StaleCaseError(
            "This page is older than what you did with the case since. Nothing was changed; open the case again."
        )


@transaction.atomic
def withdraw_vote(*, review_id: int, user_id: int, now: datetime) -> None:
    """Take back a vote that does not count yet: the case is hers again, and one that she drew meanwhile goes back.

    Raise StaleCaseError once the vote counts, or when it was taken back already, NotAllowedError for another's vote.
    """
    moderator = lock_moderator(user_id, now)
    review = Review.objects.filter(pk=review_id, moderator=moderator, kind=ReviewKind.VOTE).first()
    if review is None:
        raise NotAllowedError("This is not a vote of yours.")
    case = lock_case(review.case_id, moderator, CaseAction.WITHDRAW)
    if Withdrawal.objects.filter(review=review).exists() or now >= review.counts_from:
        raise StaleCaseError("This vote counts by now, or has been taken back already. Nothing was changed.")
    for other in Case.objects.select_for_update().filter(
        holder=moderator, state=CaseState.OPEN, settle_at=None
    ):
        put_back(other, now)
        trail.note(TrailAction.CASE_RETURNED, now=now, actor_id=user_id, case=other)
    Withdrawal.objects.create(review=review, created_at=now)
    Case.objects.filter(pk=case.pk).update(settle_at=None, held_until=now + LEASE)
    trail.note(TrailAction.VOTE_WITHDRAWN, now=now, actor_id=user_id, case=case)


@transaction.atomic
def explain_vote(*, case_id: int, user_id: int, reason: str, now: datetime) -> None:
    """Tell the players why, after the vote, where one of them had appealed; then the case is settled at once.

    Raise InvalidInputError for words that are missing or too long, StaleCaseError where nobody waits for them (any more).
    """
    words = cleaned(reason, "reason")
    if not words:
        raise InvalidInputError("Write a reason that both players can read.", "reason")
    moderator = lock_moderator(user_id, now)
    case = lock_case(case_id, moderator, CaseAction.EXPLAIN)
    votes = Review.objects.filter(case=case, moderator=moderator, kind=ReviewKind.VOTE)
    review = effective(votes).order_by("pk").last()
    if review is None or not owes_reason(review, case, now):
        raise StaleCaseError("The players do not wait for a reason of yours. Nothing was changed.")
    Explanation.objects.create(review=review, text=words, created_at=now)
    Case.objects.filter(pk=case.pk).update(settle_at=now, held_until=now)
    trail.note(TrailAction.VOTE_EXPLAINED, now=now, actor_id=user_id, case=case)
