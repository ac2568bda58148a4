"""Who judges: judges and what they may spend, juries, and who is kept from judging."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from judging.domain.panel import JuryRule
from judging.models.records import AppendOnlyModel


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


class JudgeLimits(models.Model):
    """What a judge may use, and until when its endpoint asked to be left alone; null means unlimited.

    Prices are in US dollars per million tokens, so that tokens times price are microdollars.
    """

    judge = models.OneToOneField(Judge, on_delete=models.PROTECT, related_name="limits")
    calls_at_once = models.PositiveIntegerField(default=8)
    tokens_per_day = models.PositiveBigIntegerField(null=True, blank=True)
    microdollars_per_day = models.PositiveBigIntegerField(null=True, blank=True)
    prompt_price = models.DecimalField(max_digits=10, decimal_places=4, default=0)
    completion_price = models.DecimalField(max_digits=10, decimal_places=4, default=0)
    resting_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "judge limits"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(calls_at_once__gte=1), name="judge_may_be_called"),
        ]

    def __str__(self) -> str:
        return f"limits of {self.judge}"


class CallLease(models.Model):
    """A call under way: it takes one of the judge's places and reserves tokens until it returns or expires."""

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    tokens_reserved = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["judge", "expires_at"], name="call_lease_judge")]

    def __str__(self) -> str:
        return f"call of {self.judge}"


class OtherUse(models.Model):
    """What a judge used on one day (UTC) beside its ballots: for evaluations and for trials of the schema."""

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="+")
    day = models.DateField()
    tokens = models.PositiveBigIntegerField(default=0)
    microdollars = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["judge", "day"], name="other_use_by_day"),
        ]

    def __str__(self) -> str:
        return f"other use of {self.judge} on {self.day}"


class JudgeSuspension(models.Model):
    """A judge outside its limits sits in no jury until somebody lifts the suspension."""

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="suspensions")
    reason = models.CharField(max_length=300)
    suspended_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["judge"], condition=Q(lifted_at=None), name="judge_is_suspended_once"
            ),
        ]

    def __str__(self) -> str:
        return f"suspension of {self.judge}"


class SchemaProbe(AppendOnlyModel):
    """Whether a judge's endpoint kept to the schema when it was last tried, and how replies are asked for since."""

    class Format(models.TextChoices):
        """What `response_format` the endpoint honours."""

        SCHEMA = "json_schema", "JSON by schema"
        OBJECT = "json_object", "JSON without a schema"
        TEXT = "text", "plain text"

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="probes")
    ok = models.BooleanField()
    format = models.CharField(max_length=12, choices=Format.choices, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    latency_ms = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"probe of {self.judge}"


class Jury(AppendOnlyModel):
    """Judges who decide together by a rule; protocols name a jury by its slug. Another rule is another jury.

    Each of its verdicts is drawn for an audit with `audit_probability`.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    rule = models.CharField(
        max_length=24,
        choices=[(rule.value, rule.value) for rule in JuryRule],
        default=JuryRule.UNANIMOUS_ELSE_HUMAN.value,
    )
    audit_probability = models.FloatField(default=0.1)

    class Meta:
        verbose_name_plural = "juries"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(audit_probability__gt=0, audit_probability__lte=1),
                name="every_verdict_can_be_audited",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class JuryMember(models.Model):
    """A judge's seat in a jury, from when until when; a spare sits only in place of one who cannot."""

    jury = models.ForeignKey(Jury, on_delete=models.PROTECT, related_name="members")
    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="memberships")
    spare = models.BooleanField(default=False)
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
