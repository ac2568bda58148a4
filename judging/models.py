"""Who judges, what every judge said, and what follows from it; records are only ever added."""

from typing import Any, ClassVar, Never

from django.db import models
from django.db.models import Q

from judging.domain.choices import Choice
from judging.domain.panel import Finding, Order


class AppendOnlyError(Exception):
    """Somebody tried to change or delete a record."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows that may be read and added, nothing else."""

    def update(self, **_kwargs: Any) -> Never:
        """Refuse."""
        raise AppendOnlyError(f"{self.model._meta.label} is append-only: add a new row instead.")

    def delete(self) -> Never:
        """Refuse."""
        raise AppendOnlyError(f"{self.model._meta.label} is append-only: nothing is deleted.")


class AppendOnlyModel(models.Model):
    """A record: inserted once, never changed, never deleted."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; raise AppendOnlyError where it is already stored."""
        if not self._state.adding:
            raise AppendOnlyError(f"{self._meta.label} {self.pk} is append-only: add a new row instead.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> Never:
        """Refuse."""
        raise AppendOnlyError(f"{self._meta.label} {self.pk} is append-only: nothing is deleted.")


class Judge(AppendOnlyModel):
    """One judge: a model with a prompt version, or the demo judge. Another model or prompt is another judge."""

    class Kind(models.TextChoices):
        """What does the judging."""

        DEMO = "demo", "deterministic demo judge"
        OPENAI = "openai", "language model"

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=160)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    endpoint = models.SlugField(max_length=40, blank=True)
    model = models.CharField(max_length=120, blank=True)
    family = models.CharField(max_length=60)
    prompt_version = models.CharField(max_length=20)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "endpoint", "model", "prompt_version"], name="judge_configuration_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Jury(AppendOnlyModel):
    """Judges who decide together; protocols name a jury by its slug."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)

    class Meta:
        verbose_name_plural = "juries"

    def __str__(self) -> str:
        return self.name


class JuryMember(models.Model):
    """A judge's seat in a jury, from when until when; who has not left votes."""

    jury = models.ForeignKey(Jury, on_delete=models.PROTECT, related_name="members")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="memberships")
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["jury", "judge"], condition=Q(left_at=None), name="judge_sits_once_in_a_jury"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judge} in {self.jury}"


class JudgingRun(models.Model):
    """The lease on judging one round: one worker at a time, bounded attempts, and when the next is due."""

    round = models.OneToOneField("games.Round", on_delete=models.PROTECT, related_name="+")
    attempts = models.PositiveIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True)
    next_attempt_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"judging of round {self.round_id}"


class Ballot(AppendOnlyModel):
    """What one judge said in one order at one attempt: a vote, or the fault in its place.

    `choice` speaks of X and Y as the judge saw them, `outcome` of asker and opponent, and so does `reason`,
    with the placeholders of judging/domain/naming.py; the judge's own words stand in `raw_reply`.
    """

    round = models.ForeignKey("games.Round", on_delete=models.PROTECT, related_name="+")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="ballots")
    order = models.CharField(max_length=2, choices=[(order, order) for order in Order])
    attempt = models.PositiveIntegerField()
    choice = models.CharField(max_length=12, blank=True, choices=[(choice, choice) for choice in Choice])
    outcome = models.CharField(max_length=12, blank=True, choices=[(finding, finding) for finding in Finding])
    reason = models.TextField(blank=True)
    prompt_version = models.CharField(max_length=20)
    prompt_hash = models.CharField(max_length=64, blank=True)
    raw_reply = models.TextField(blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    latency_ms = models.PositiveIntegerField()
    error = models.CharField(max_length=16, blank=True)
    error_detail = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "judge", "order", "attempt"], name="one_ballot_per_order_and_attempt"
            ),
            models.CheckConstraint(
                condition=(Q(error="") & ~Q(choice="") & ~Q(outcome=""))
                | (~Q(error="") & Q(choice="", outcome="")),
                name="ballot_is_a_vote_or_an_error",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judge} on round {self.round_id} ({self.order})"


class Verdict(AppendOnlyModel):
    """A verdict on a round; a later one supersedes it, and both stay on record.

    `counts_for_claims` is False where the demo judge decided: no claim about a system may rest on it.
    """

    class Source(models.TextChoices):
        """Who decided."""

        JURY = "jury", "the jury"
        STAND_IN = "stand_in", "the demo judge, standing in for a jury without a verdict"

    round = models.ForeignKey("games.Round", on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=12, choices=[(finding, finding) for finding in Finding])
    source = models.CharField(max_length=8, choices=Source.choices)
    reason = models.TextField()
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="successor"
    )
    needs_review = models.BooleanField()
    review_reasons = models.JSONField(default=list)
    counts_for_claims = models.BooleanField()
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="verdict_number_unique"),
            models.CheckConstraint(
                condition=Q(number=1, supersedes=None) | Q(number__gt=1, supersedes__isnull=False),
                name="later_verdicts_supersede",
            ),
        ]

    def __str__(self) -> str:
        return f"verdict {self.number} on round {self.round_id}"
