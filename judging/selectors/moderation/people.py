"""Moderators for those who lead them, and what is known of one moderator's votes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.db.models import Count, Max, Q

from judging.domain.agreement import Interval, wilson
from judging.domain.moderation import CaseState, InvitationState, ReviewKind, invitation_state
from judging.models import Invitation, Moderator, Review, Verdict
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.visible import effective


@dataclass(frozen=True)
class ModeratorCard:
    """What one moderator did. Shares come with 95 % Wilson intervals, and are None where there is nothing to compare.

    `gold`: known verdicts found; `with_moderators`: other moderators' votes on the same round that say the same;
    `with_juries`: juries' verdicts under review that say the same. Only closed cases are compared, so that the card
    tells nothing about a case that is still open.
    """

    user_id: int
    name: str
    lead: bool
    since: datetime | None
    votes: int
    skips: int
    median_seconds: float | None
    gold: Interval | None
    with_moderators: Interval | None
    with_juries: Interval | None


@dataclass(frozen=True)
class ModeratorLine:
    """One moderator in the list; `ended_at` is None while she is in office."""

    user_id: int
    name: str
    lead: bool
    since: datetime
    ended_at: datetime | None
    votes: int
    last_vote_at: datetime | None


@dataclass(frozen=True)
class InvitationLine:
    """One invitation; the link itself is shown once, to whoever made it."""

    id: int
    note: str
    lead: bool
    invited_by: str
    created_at: datetime
    expires_at: datetime
    state: InvitationState
    accepted_by: str


@dataclass(frozen=True)
class PeoplePage:
    """Moderators, those in office first, and invitations, the latest first."""

    moderators: tuple[ModeratorLine, ...]
    invitations: tuple[InvitationLine, ...]


def people_page(*, user_id: int, now: datetime) -> PeoplePage | None:
    """Return who moderates and who is invited, for leads; None for anybody else."""
    role = role_of(user_id)
    if role is None or not role.lead:
        return None
    votes = Q(reviews__kind=ReviewKind.VOTE, reviews__withdrawal=None)
    rows = Moderator.objects.select_related("user").annotate(
        votes=Count("reviews", filter=votes), last_vote_at=Max("reviews__created_at", filter=votes)
    )
    in_office_first = sorted(rows, key=lambda row: (row.ended_at is not None, row.user.get_username()))
    invitations = Invitation.objects.select_related("invited_by", "accepted_by").order_by("-pk")
    return PeoplePage(
        tuple(
            ModeratorLine(
                user_id=row.user_id,
                name=row.user.get_username(),
                lead=row.lead,
                since=row.since,
                ended_at=row.ended_at,
                votes=row.votes,
                last_vote_at=row.last_vote_at,
            )
            for row in in_office_first
        ),
        tuple(_invitation(row, now) for row in invitations),
    )


def _invitation(row: Invitation, now: datetime) -> InvitationLine:
    return InvitationLine(
        id=row.pk,
        note=row.note,
        lead=row.lead,
        invited_by=row.invited_by.get_username(),
        created_at=row.created_at,
        expires_at=row.expires_at,
        state=invitation_state(
            accepted_at=row.accepted_at, revoked_at=row.revoked_at, expires_at=row.expires_at, now=now
        ),
        accepted_by=row.accepted_by.get_username() if row.accepted_by else "",
    )


def moderator_card(user_id: int) -> ModeratorCard | None:
    """Return what a moderator did; None for an account that never was one."""
    row = Moderator.objects.select_related("user").filter(user_id=user_id).first()
    if row is None:
        return None
    reviews = effective(Review.objects.filter(moderator=row)).select_related("case__gold", "case__verdict")
    votes = [review for review in reviews if review.kind == ReviewKind.VOTE]
    closed = [vote for vote in votes if vote.case.state != CaseState.OPEN]
    return ModeratorCard(
        user_id=user_id,
        name=row.user.get_username(),
        lead=row.lead,
        since=row.since,
        votes=len(votes),
        skips=len(reviews) - len(votes),
        median_seconds=median(vote.seconds for vote in votes) if votes else None,
        gold=_share(vote.outcome == vote.case.gold.gold for vote in closed if vote.case.gold),
        with_moderators=_share(_others_agree(row, closed)),
        with_juries=_share(
            vote.outcome == vote.case.verdict.outcome
            for vote in closed
            if vote.case.verdict and vote.case.verdict.source == Verdict.Source.JURY
        ),
    )


def _share(agreed: Iterable[bool]) -> Interval | None:
    said = list(agreed)
    return wilson(sum(said), len(said)) if said else None


def _others_agree(moderator: Moderator, votes: Sequence[Review]) -> Iterable[bool]:
    """Tell of every other moderator's vote on the same round, in a closed case, whether it says the same."""
    own = {vote.case.round_id: vote.outcome for vote in votes if vote.case.round_id}
    rounds = Review.objects.filter(moderator=moderator, case__round__isnull=False).values("case__round")
    others = effective(Review.objects.filter(kind=ReviewKind.VOTE, case__round__in=rounds))
    others = others.exclude(moderator=moderator).exclude(case__state=CaseState.OPEN)
    for round_id, outcome in others.values_list("case__round", "outcome"):
        if round_id in own:
            yield own[round_id] == outcome
