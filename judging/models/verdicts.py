"""What every judge said, and what followed from it."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from judging.domain.choices import Choice, GateCode
from judging.domain.panel import Finding, Order, Step
from judging.models.juries import Judge
from judging.models.records import AppendOnlyModel

FINDINGS = [(finding.value, finding.value) for finding in Finding]


class JudgingRun(models.Model):
    """The lease on judging one round: one worker at a time, bounded attempts, and when the next is due.

    `attempts` counts every claim, so that a worker whose lease is over cannot take its number for another's; `waits`
    counts those among them in which nobody was asked because nobody had a place or the means.
    """

    class Waiting(models.TextChoices):
        """What the judging of a round waits for, where no judge failed."""

        TURN = "turn", "a free place at a judge"
        BUDGET = "budget", "a judge's budget"
        HUMAN = "human", "a moderator"

    round = models.OneToOneField("games.Round", on_delete=models.PROTECT, related_name="+")
    attempts = models.PositiveIntegerField(default=0)
    waits = models.PositiveIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    waiting_for = models.CharField(max_length=8, choices=Waiting.choices, blank=True)

    class Meta:
        # Both are null on all rounds that are done with, which are nearly all.
        indexes: ClassVar = [
            models.Index(
                fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="judging_run_due"
            ),
            models.Index(
                fields=["leased_until"], condition=Q(leased_until__isnull=False), name="judging_run_leased"
            ),
        ]

    def __str__(self) -> str:
        return f"judging of round {self.round_id}"


class GoldItem(AppendOnlyModel):
    """A question with two answers whose right verdict is known, mixed in to test judges and moderators.

    `gold` speaks of answer A as the asker's and of B as the opponent's.
    """

    class Kind(models.TextChoices):
        """What the item tests."""

        PLAIN = "plain", "a known verdict"
        SWAPPED = "swapped", "the same item with its answers exchanged"
        INJECTED = "injected", "an answer that tries to dictate the verdict"
        ILL_DEFINED = "ill_defined", "a question that cannot be judged"

    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    question = models.TextField()
    answer_a = models.TextField()
    answer_b = models.TextField()
    gold = models.CharField(max_length=12, choices=FINDINGS)
    explanation = models.TextField(blank=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.slug


class Ballot(AppendOnlyModel):
    """What one judge said at one attempt of one step, on a round or a gold item: a judgement, or a fault in its place.

    At the gate `order` is empty and `gate_code` says whether the question may be judged. When comparing, `choice`
    speaks of X and Y as the judge saw them, `outcome` of asker and opponent, and so does `reason`, with the
    placeholders of judging/domain/naming.py. The judge's own words stand in `raw_reply`.
    """

    round = models.ForeignKey(
        "games.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    gold = models.ForeignKey(
        GoldItem, null=True, blank=True, on_delete=models.PROTECT, related_name="ballots"
    )
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="ballots")
    step = models.CharField(max_length=8, choices=[(step.value, step.value) for step in Step])
    order = models.CharField(
        max_length=2, blank=True, choices=[(order.value, order.value) for order in Order]
    )
    attempt = models.PositiveIntegerField()
    gate_code = models.CharField(
        max_length=16, blank=True, choices=[(code.value, code.value) for code in GateCode]
    )
    choice = models.CharField(
        max_length=12, blank=True, choices=[(choice.value, choice.value) for choice in Choice]
    )
    outcome = models.CharField(max_length=12, blank=True, choices=FINDINGS)
    reason = models.TextField(blank=True)
    prompt_version = models.CharField(max_length=20)
    prompt_hash = models.CharField(max_length=64, blank=True)
    raw_reply = models.TextField(blank=True)
    canary_leaked = models.BooleanField(default=False)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    # What the call counts for in the day's budget where it may have to be paid for and nothing was reported.
    tokens_unreported = models.PositiveIntegerField(default=0)
    microdollars = models.PositiveBigIntegerField(default=0)
    latency_ms = models.PositiveIntegerField()
    error = models.CharField(max_length=16, blank=True)
    error_detail = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["judge", "created_at"], name="ballot_judge_created"),
            models.Index(fields=["judge", "error", "latency_ms"], name="ballot_judge_latency"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "judge", "step", "order", "attempt"], name="one_ballot_per_call"
            ),
            models.CheckConstraint(
                condition=Q(round__isnull=False, gold=None) | Q(round=None, gold__isnull=False),
                name="ballot_is_on_a_round_or_a_gold_item",
            ),
            models.CheckConstraint(
                condition=Q(step=Step.GATE, order="", choice="")
                | (Q(step=Step.COMPARE, gate_code="") & ~Q(order="")),
                name="ballot_fits_its_step",
            ),
            models.CheckConstraint(
                condition=(Q(error="") & (~Q(gate_code="") | (~Q(choice="") & ~Q(outcome=""))))
                | (~Q(error="") & Q(choice="", outcome="", gate_code="")),
                name="ballot_is_a_judgement_or_an_error",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judge} on round {self.round_id} ({self.step} {self.order})"


class Verdict(AppendOnlyModel):
    """A verdict on a round; a later one supersedes it, and both stay on record.

    `counts_for_claims` is False where the demo judge decided: no claim about a system may rest on it.
    `case` is the moderators' case that made it, where they did.
    """

    class Source(models.TextChoices):
        """Who decided."""

        JURY = "jury", "the jury"
        STAND_IN = "stand_in", "the demo judge, standing in for a jury without a verdict"
        MODERATORS = "moderators", "moderators"

    round = models.ForeignKey("games.Round", on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    outcome = models.CharField(max_length=12, choices=FINDINGS)
    gate_code = models.CharField(
        max_length=16, blank=True, choices=[(code.value, code.value) for code in GateCode if code.refuses]
    )
    source = models.CharField(max_length=10, choices=Source.choices)
    jury = models.ForeignKey("judging.Jury", null=True, on_delete=models.PROTECT, related_name="verdicts")
    reason = models.TextField()
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="successor"
    )
    case = models.OneToOneField(
        "judging.Case", null=True, blank=True, on_delete=models.PROTECT, related_name="made_verdict"
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


class AuditDraw(AppendOnlyModel):
    """Whether a jury's verdict was drawn for the random audit, and with what probability; one for each verdict."""

    verdict = models.OneToOneField(Verdict, on_delete=models.PROTECT, related_name="audit_draw")
    probability = models.FloatField()
    drawn = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(probability__gt=0, probability__lte=1), name="audit_draw_has_a_probability"
            ),
        ]

    def __str__(self) -> str:
        return f"audit draw of {self.verdict}"


class Correction(AppendOnlyModel):
    """What a replaced verdict did to its game: where it stood before and after.

    `before` and `after` hold `points` (two numbers by seat), `winner` (a seat or null), `state` and `counted` rounds.
    """

    verdict = models.OneToOneField(Verdict, on_delete=models.PROTECT, related_name="correction")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    before = models.JSONField()
    after = models.JSONField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"correction by {self.verdict}"


class CorrectionNotice(models.Model):
    """That a player is to be shown a correction, and since when she has seen it."""

    correction = models.ForeignKey(Correction, on_delete=models.PROTECT, related_name="notices")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="+")
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["correction", "player"], name="one_notice_per_player"),
        ]

    def __str__(self) -> str:
        return f"notice of {self.correction}"


class BlindnessCheck(AppendOnlyModel):
    """How well a simple text classifier told people's answers from AI systems' ones, cross-validated."""

    human_answers = models.PositiveIntegerField()
    ai_answers = models.PositiveIntegerField()
    folds = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    auc = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"blindness check of {self.created_at:%Y-%m-%d}"
