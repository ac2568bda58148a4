"""What a judge costs, how long it takes, and how much of its budget is gone today."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import Coalesce

from judging.models import Ballot, JudgeLimits

MICRO = 1_000_000


@dataclass(frozen=True)
class Cost:
    """What a judge took so far, gold items left out: per round, and in milliseconds per call; None without calls."""

    calls: int
    rounds: int
    tokens: int
    microdollars: int
    median_ms: int | None
    slow_ms: int | None

    @property
    def tokens_per_round(self) -> float:
        """Tokens that one round took, prompts and replies in both orders together."""
        return self.tokens / self.rounds if self.rounds else 0.0

    @property
    def dollars_per_round(self) -> float:
        """US dollars that one round took."""
        return self.microdollars / self.rounds / MICRO if self.rounds else 0.0

    @property
    def seconds(self) -> tuple[float, float] | None:
        """How long a call takes: in the middle, and at most in 95 of 100 cases."""
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

    @property
    def spent(self) -> bool:
        """Whether nothing is left until midnight."""
        over_tokens = self.tokens_per_day is not None and self.tokens >= self.tokens_per_day
        return over_tokens or (self.dollars_per_day is not None and self.dollars >= self.dollars_per_day)


def cost(ballots: QuerySet[Ballot]) -> Cost:
    """Return what one judge's ballots on rounds took."""
    own = ballots.filter(round__isnull=False)
    sums = own.aggregate(
        calls=Count("pk"),
        rounds=Count("round_id", distinct=True),
        tokens=_tokens(),
        microdollars=Coalesce(Sum("microdollars"), 0),
    )
    # How long the judge takes, not how long one waits for a judge that is away.
    times = own.filter(error="").order_by("latency_ms").values_list("latency_ms", flat=True)
    n = times.count()
    return Cost(
        **sums,
        median_ms=times[(n - 1) // 2] if n else None,
        slow_ms=times[(95 * n + 99) // 100 - 1] if n else None,
    )


def spending(ballots: QuerySet[Ballot], limits: JudgeLimits | None, now: datetime) -> Spending:
    """Return what one judge used today, everything included."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    used = ballots.filter(created_at__gte=midnight).aggregate(
        tokens=_tokens(), microdollars=Coalesce(Sum("microdollars"), 0)
    )
    most = limits.microdollars_per_day if limits else None
    return Spending(
        tokens=used["tokens"],
        tokens_per_day=limits.tokens_per_day if limits else None,
        dollars=used["microdollars"] / MICRO,
        dollars_per_day=None if most is None else most / MICRO,
    )


def _tokens() -> Coalesce:
    return Coalesce(Sum(Coalesce(F("prompt_tokens"), 0) + Coalesce(F("completion_tokens"), 0)), 0)
