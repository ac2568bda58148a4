"""What a judge costs, how long it takes, and how much of its budget is gone today."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Sum
from django.db.models.functions import Coalesce

from judging.domain.budgets import Usage, start_of_day
from judging.models import Ballot, Judge, JudgeLimits, OtherUse

MICRO = 1_000_000


@dataclass(frozen=True)
class Cost:
    """What a judge took so far on rounds: `median_ms` and `slow_ms` (95 of 100 are faster) per readable call."""

    calls: int
    rounds: int
    tokens: int
    microdollars: int
    median_ms: int | None
    slow_ms: int | None

    @property
    def tokens_per_round(self) -> float:
        """Tokens that one round took, all its calls together."""
        return self.tokens / self.rounds if self.rounds else 0.0

    @property
    def dollars_per_round(self) -> float:
        """US dollars that one round took."""
        return self.microdollars / self.rounds / MICRO if self.rounds else 0.0

    @property
    def seconds(self) -> tuple[float, float] | None:
        """The same two times in seconds."""
        if self.median_ms is None or self.slow_ms is None:
            return None
        return self.median_ms / 1000, self.slow_ms / 1000


@dataclass(frozen=True)
class Spending:
    """What a judge used since midnight UTC, and what it may use in a day; None is without limit."""

    tokens: int
    tokens_per_day: int | None
    dollars: float
    dollars_per_day: float | None


def cost(judge: Judge, rounds: int) -> Cost:
    """Return what one judge took on the `rounds` that it heard."""
    sums = Ballot.objects.filter(judge=judge, round__isnull=False).aggregate(
        calls=Count("pk"),
        prompt=Sum("prompt_tokens", default=0),
        completion=Sum("completion_tokens", default=0),
        microdollars=Sum("microdollars", default=0),
    )
    # Only readable calls: how long the judge takes, not how long one waits for a judge that is away.
    times = (
        Ballot.objects.filter(judge=judge, error="")
        .order_by("latency_ms")
        .values_list("latency_ms", flat=True)
    )
    n = times.count()
    return Cost(
        calls=sums["calls"],
        rounds=rounds,
        tokens=sums["prompt"] + sums["completion"],
        microdollars=sums["microdollars"],
        median_ms=times[(n - 1) // 2] if n else None,
        slow_ms=times[(95 * n + 99) // 100 - 1] if n else None,
    )


def spending(judge: Judge, now: datetime) -> Spending:
    """Return what one judge used today, by rounds, gold items, evaluations and trials."""
    limits = JudgeLimits.objects.filter(judge=judge).first()
    used = used_today(judge.pk, now)
    most = limits.microdollars_per_day if limits else None
    return Spending(
        tokens=used.tokens,
        tokens_per_day=limits.tokens_per_day if limits else None,
        dollars=used.microdollars / MICRO,
        dollars_per_day=None if most is None else most / MICRO,
    )


def used_today(judge_id: int, now: datetime) -> Usage:
    """Return what a judge used since midnight UTC; a call that did not report its tokens counts as what was set aside."""
    midnight = start_of_day(now)
    today = Ballot.objects.filter(judge_id=judge_id, created_at__gte=midnight).aggregate(
        tokens=Sum(
            Coalesce("prompt_tokens", 0) + Coalesce("completion_tokens", 0) + F("tokens_unreported"),
            default=0,
        ),
        microdollars=Sum("microdollars", default=0),
    )
    other = OtherUse.objects.filter(judge_id=judge_id, day=midnight.date()).first()
    beside = Usage(other.tokens, other.microdollars) if other else Usage()
    return Usage(today["tokens"], today["microdollars"]) + beside
