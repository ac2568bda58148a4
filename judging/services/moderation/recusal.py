"""Moderators who turn out to play in a game that they voted on: a guest's games may become theirs afterwards."""

from datetime import datetime

from django.db import transaction

from games.services import lock_round
from judging.domain.moderation import CaseReason, CaseState, ReviewKind, TrailAction
from judging.models import Case, Moderator, Review, Verdict, Withdrawal
from judging.selectors.moderation.visible import effective, votes_on_own_games
from judging.services import trail
from judging.services.cases import open_case
from judging.services.moderation.office import put_back


def withdraw_votes_on_own_game(case: Case, now: datetime) -> set[int]:
    """Take back the votes on a locked case whose moderators play in its game; return the moderators."""
    votes = votes_on_own_games(effective(Review.objects.filter(case=case, kind=ReviewKind.VOTE)))
    moderators = set()
    for vote in votes:
        Withdrawal.objects.create(review=vote, created_at=now)
        trail.note(TrailAction.VOTE_VOID, now=now, case=case)
        moderators.add(vote.moderator_id)
    return moderators


def recuse_moderator(*, user_id: int, now: datetime) -> None:
    """Take back an account's votes on games that have become its own; repeated, it does nothing more.

    A case that waits goes back to the queue, one that was settled is opened anew for another moderator.
    """
    moderator = Moderator.objects.filter(user_id=user_id).first()
    if moderator is None:
        return
    votes = effective(Review.objects.filter(moderator=moderator, kind=ReviewKind.VOTE))
    for case_id in set(votes_on_own_games(votes).values_list("case", flat=True)):
        _recuse(case_id, now)


@transaction.atomic
def _recuse(case_id: int, now: datetime) -> None:
    round_id = Case.objects.get(pk=case_id).round_id
    if round_id is None:
        return
    lock_round(round_id=round_id)
    case = Case.objects.select_for_update(of=("self",)).get(pk=case_id)
    recused = withdraw_votes_on_own_game(case, now)
    if case.state == CaseState.OPEN and case.settle_at is not None and case.holder_id in recused:
        put_back(case, now)
    if case.state == CaseState.SETTLED and recused:
        _open_anew(case, round_id, now)


def _open_anew(case: Case, round_id: int, now: datetime) -> None:
    """Void a settled case; where what it found is still in force, others are asked, and one of them is enough to undo it."""
    found, case.state, case.outcome = case.outcome, CaseState.LAPSED, ""
    case.save(update_fields=["state", "outcome"])
    trail.note(TrailAction.CASE_LAPSED, now=now, case=case)
    in_force = Verdict.objects.filter(round_id=round_id).order_by("-number").first()
    if in_force is None or in_force.outcome != found:
        return
    made = in_force.case_id == case.pk
    reasons = {CaseReason(reason) for reason in case.causes.values_list("reason", flat=True)}
    open_case(round_id=round_id, verdict=in_force, reasons=reasons, firm=case.firm and not made, now=now)
