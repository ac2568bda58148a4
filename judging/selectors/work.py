"""What waits for a worker, and what to tell players meanwhile."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.selectors import rounds_awaiting_verdict
from judging.domain.faults import Fault
from judging.domain.patience import LEASE, last_attempt_ends
from judging.models import Ballot, JudgingRun, Verdict

# A task younger than this is most likely still in its queue.
PATIENCE = timedelta(seconds=5)


@dataclass(frozen=True)
class JudgingProgress:
    """A judge that cannot be reached; `until` is about when it is asked for the last time."""

    until: datetime
    void_follows: bool


def stalled_rounds(*, now: datetime, limit: int) -> Sequence[str]:
    """Return rounds that wait for a verdict while nobody works on them: a retry is due, or the task was lost."""
    # Rounds in progress and in backoff are read too: they must not crowd out the lost ones.
    waiting = rounds_awaiting_verdict(before=now - PATIENCE, limit=10 * limit)
    busy = JudgingRun.objects.filter(
        Q(leased_until__gt=now) | Q(next_attempt_at__gt=now), round_id__in=waiting
    ).values_list("round_id", flat=True)
    held = {str(pk) for pk in busy}
    return [pk for pk in waiting if pk not in held][:limit]


def judging_progress(round_id: int | str) -> JudgingProgress | None:
    """Return what to tell the players of a round whose judge could not be reached so far; None otherwise."""
    run = JudgingRun.objects.filter(round_id=round_id).first()
    starts = _next_start(run) if run else None
    if run is None or starts is None or Verdict.objects.filter(round_id=round_id).exists():
        return None
    ballots = list(Ballot.objects.filter(round_id=round_id).order_by("attempt"))
    missing = [b for b in last_per_slot(ballots) if b.error and not Fault(b.error).reached]
    if not missing:
        return None
    made = run.attempts if run.next_attempt_at else run.attempts - 1
    took = timedelta(milliseconds=max(ballot.latency_ms for ballot in missing))
    return JudgingProgress(
        until=last_attempt_ends(next_starts=starts, made=made, each_takes=took),
        void_follows=not any(b.error == "" or Fault(b.error).reached for b in ballots),
    )


def _next_start(run: JudgingRun) -> datetime | None:
    """Return when the next attempt starts, or the one under way started."""
    if run.next_attempt_at or run.leased_until is None:
        return run.next_attempt_at
    return run.leased_until - LEASE


def last_per_slot(ballots: Iterable[Ballot]) -> Iterable[Ballot]:
    """Keep the last attempt of each judge, step and order: earlier ones are errors that were made good."""
    return {(ballot.judge_id, ballot.step, ballot.order): ballot for ballot in ballots}.values()
