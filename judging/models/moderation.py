"""Moderators, the cases they look at, what they say, appeals, and the trail of all that."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from judging.domain.choices import GateCode
from judging.domain.moderation import AppealState, CaseReason, CaseState, ReviewKind
from judging.models.records import AppendOnlyModel
from judging.models.verdicts import FINDINGS, GoldItem, Verdict

SIDES = [("asker", "asker"), ("opponent", "opponent")]


def new_public_id() -> str:
    """Draw what a case is called towards moderators: its number would tell when it was opened."""
    return secrets.token_hex(6)


class Moderator(models.Model):
    """An account's right to moderate, from when until when; a lead also invites and ends others."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="moderator")
    lead = models.BooleanField(default=False)
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"moderator {self.user_id}"


class Invitation(models.Model):
    """A one-time link that makes whoever opens it, signed in, a moderator; only a hash of its token is kept."""

    token_sha256 = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=120)
    lead = models.BooleanField(default=False)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Case(models.Model):
    """A round (or a gold item) that moderators are to look at; a round has at most one open case.

    `verdict` is the one in force when the case was opened; null where the round waits for people alone.
    `firm` says that contradicting it takes a second moderator. `rank` is that of the most urgent reason (0 first).
    A holder has the case to herself until `held_until`. `settle_at` is when the votes on it are looked at next: once the
    last one counts, or later where its moderator owes the players a reason.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    round = models.ForeignKey(
        "games.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    gold = models.ForeignKey(GoldItem, null=True, blank=True, on_delete=models.PROTECT, related_name="cases")
    verdict = models.ForeignKey(
        Verdict, null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    firm = models.BooleanField()
    rank = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=[(state.value, state.value) for state in CaseState])
    opened_at = models.DateTimeField()
    holder = models.ForeignKey(
        Moderator, null=True, blank=True, on_delete=models.PROTECT, related_name="held_cases"
    )
    held_until = models.DateTimeField(null=True, blank=True)
    settle_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, blank=True, choices=FINDINGS)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["rank", "opened_at", "id"], condition=Q(state=CaseState.OPEN), name="case_queue"
            ),
            models.Index(fields=["settle_at"], condition=Q(settle_at__isnull=False), name="case_to_settle"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round"], condition=Q(state=CaseState.OPEN), name="one_open_case_per_round"
            ),
            models.UniqueConstraint(
                fields=["holder"],
                condition=Q(state=CaseState.OPEN, settle_at=None, holder__isnull=False),
                name="moderator_holds_one_case",
            ),
            models.CheckConstraint(
                condition=Q(round__isnull=False, gold=None) | Q(round=None, verdict=None, gold__isnull=False),
                name="case_is_about_a_round_or_a_gold_item",
            ),
            models.CheckConstraint(
                condition=Q(state=CaseState.OPEN, closed_at=None, outcome="")
                | Q(state=CaseState.LAPSED, closed_at__isnull=False)
                | (Q(state=CaseState.SETTLED, closed_at__isnull=False) & ~Q(outcome="")),
                name="settled_case_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"case {self.pk}"


class CaseCause(AppendOnlyModel):
    """One reason why a case was opened, or became more urgent."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="causes")
    reason = models.CharField(max_length=16, choices=[(reason.value, reason.value) for reason in CaseReason])
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["reason", "case"], name="case_cause_reason")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "reason"], name="case_reason_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.reason} of case {self.case_id}"


class Review(AppendOnlyModel):
    """What a moderator did with a case: a blind vote, or passing it on; a vote counts from `counts_from`.

    `shown_first` is whose answer she saw as X. `reason` is for the players, `note` for other moderators.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="reviews")
    moderator = models.ForeignKey(Moderator, on_delete=models.PROTECT, related_name="reviews")
    kind = models.CharField(max_length=4, choices=[(kind.value, kind.value) for kind in ReviewKind])
    outcome = models.CharField(max_length=12, blank=True, choices=FINDINGS)
    gate_code = models.CharField(
        max_length=16, blank=True, choices=[(code.value, code.value) for code in GateCode if code.refuses]
    )
    shown_first = models.CharField(max_length=8, choices=SIDES)
    reason = models.TextField(blank=True)
    note = models.TextField(blank=True)
    seconds = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    counts_from = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["moderator", "created_at"], name="review_moderator")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(kind=ReviewKind.VOTE) & ~Q(outcome="")) | Q(kind=ReviewKind.SKIP, outcome=""),
                name="votes_have_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} on case {self.case_id}"


class Withdrawal(AppendOnlyModel):
    """That a moderator took a vote back before it counted."""

    review = models.OneToOneField(Review, on_delete=models.PROTECT, related_name="withdrawal")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"withdrawal of {self.review}"


class Explanation(AppendOnlyModel):
    """What a moderator told the players after her vote: only then she learnt that one of them had appealed."""

    review = models.OneToOneField(Review, on_delete=models.PROTECT, related_name="explanation")
    text = models.TextField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"explanation of {self.review}"


class Appeal(models.Model):
    """A player's objection to a verdict, one per game, and what became of it."""

    game = models.OneToOneField("games.Game", on_delete=models.PROTECT, related_name="+")
    round = models.ForeignKey("games.Round", on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="+")
    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField()
    state = models.CharField(max_length=10, choices=[(state.value, state.value) for state in AppealState])
    answer = models.TextField(blank=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state=AppealState.OPEN, closed_at=None)
                | (~Q(state=AppealState.OPEN) & Q(closed_at__isnull=False)),
                name="closed_appeal_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"appeal in game {self.game_id}"


class AuditEntry(AppendOnlyModel):
    """One line of the trail: who did what, when, to which case, round, judge or account; `actor` null is the platform."""

    created_at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    action = models.CharField(max_length=32)
    case = models.ForeignKey(Case, null=True, blank=True, on_delete=models.PROTECT, related_name="trail")
    round = models.ForeignKey(
        "games.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    judge = models.ForeignKey(
        "judging.Judge", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    detail = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [
            models.Index(fields=["created_at"], name="audit_entry_created"),
            models.Index(fields=["actor", "created_at"], name="audit_entry_actor"),
        ]

    def __str__(self) -> str:
        return f"{self.action} at {self.created_at:%Y-%m-%d %H:%M}"
