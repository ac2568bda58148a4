"""Moderators for those who lead them, and what is known of one moderator's votes."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.db.models import Count, F, Max, Q, QuerySet

from judging.domain.agreement import Interval, wilson
from judging.domain.moderation import CaseState, InvitationState, ReviewKind, TrailAction, invitation_state
from judging.models import AuditEntry, Invitation, Moderator, Review, Verdict
from judging.selectors.moderation.roles import role_of
from judging.selectors.moderation.visible import effective


@dataclass(frozen=True)
class ModeratorCard:
    """What one moderator did. Shares come with 95 % Wilson intervals, and are None where there is nothing to compare.

    `gold`: known verdicts found, `declined`: how many such tests were skipped instead; `with_moderators`: other moderators' votes on the same round that say the same;
    `with_juries`: juries' verdicts under review that say the same. Only closed cases are compared, so that the card
    tells nothing about a case that is still open.
    """

    user_id: int
    name: str
    lead: bool
    since: datetime | None
    votes: int
    skips: int
    declined: int
    median_seconds: float | None
    gold: Interval | None
    with_moderators: Interval | None
    with_juries: Interval | None


@dataclass(frozen=True)
class ModeratorLine:
    """One moderator in the list; `ended_at` is None while she is in office.

    Of `drawn` cases, counted each time, she skipped and put back so many: who does so often may be choosing her cases.
    """

    user_id: int
    name: str
    lead: bool
    since: datetime
    ended_at: datetime | None
    votes: int
    last_vote_at: datetime | None
    drawn: int
    skipped: int
    put_back: int

    @property
    def skipped_share(self) -> float:
        """Return which share of what she drew she skipped; 0 where she drew nothing."""
        return self.skipped / self.drawn if self.drawn else 0.0

    @property
    def put_back_share(self) -> float:
        """Return which share of what she drew she put back; 0 where she drew nothing."""
        return self.put_back / self.drawn if self.drawn else 0.0


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
    dealt = _dealings()
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
                drawn=dealt[row.user_id, TrailAction.CASE_DRAWN],
                skipped=dealt[row.user_id, TrailAction.CASE_SKIPPED],
                put_back=dealt[row.user_id, TrailAction.CASE_RETURNED],
            )
            for row in in_office_first
        ),
        tuple(_invitation(row, now) for row in invitations),
    )


def _dealings() -> Counter[tuple[int, str]]:
    """Count what each account did with cases, by account and action."""
    actions = (TrailAction.CASE_DRAWN, TrailAction.CASE_SKIPPED, TrailAction.CASE_RETURNED)
    lines = AuditEntry.objects.filter(action__in=actions, actor__isnull=False).values_list("actor", "action")
    return Counter({(actor, action): n for actor, action, n in lines.order_by().annotate(n=Count("pk"))})


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
    reviews = effective(Review.objects.filter(moderator=row))
    votes = reviews.filter(kind=ReviewKind.VOTE)
    seconds = list(votes.values_list("seconds", flat=True))
    closed = votes.exclude(case__state=CaseState.OPEN)
    by_juries = closed.filter(case__verdict__source=Verdict.Source.JURY)
    return ModeratorCard(
        user_id=user_id,
        name=row.user.get_username(),
        lead=row.lead,
        since=row.since,
        votes=len(seconds),
        skips=reviews.filter(kind=ReviewKind.SKIP).count(),
        declined=reviews.filter(kind=ReviewKind.SKIP, case__gold__isnull=False).count(),
        median_seconds=median(seconds) if seconds else None,
        gold=_agreement(closed.filter(case__gold__isnull=False), "case__gold__gold"),
        with_moderators=_with_others(row, closed),
        with_juries=_agreement(by_juries, "case__verdict__outcome"),
    )


def _agreement(votes: QuerySet[Review], said: str) -> Interval | None:
    """Return in how many of the votes the outcome is what the field `said` says."""
    counts = votes.aggregate(n=Count("pk"), agreed=Count("pk", filter=Q(outcome=F(said))))
    return wilson(counts["agreed"], counts["n"]) if counts["n"] else None


def _with_others(moderator: Moderator, closed: QuerySet[Review]) -> Interval | None:
    """Return in how many other moderators' votes on the same rounds, in closed cases, they said the same."""
    rounds = closed.filter(case__round__isnull=False)
    others = effective(
        Review.objects.filter(kind=ReviewKind.VOTE, case__round__in=rounds.values("case__round"))
    )
    others = others.exclude(moderator=moderator).exclude(case__state=CaseState.OPEN)
    said = list(others.values_list("case__round", "outcome"))
    if not said:
        return None
    own = dict(rounds.filter(case__round__in={pk for pk, _ in said}).values_list("case__round", "outcome"))
    return wilson(sum(own[pk] == outcome for pk, outcome in said), len(said))
