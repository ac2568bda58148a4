"""What waits for a worker, and what to tell players meanwhile."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.domain.states import GameState, RoundState
from games.selectors import rounds_awaiting_verdict
from judging.domain.budgets import next_day
from judging.domain.faults import Fault
from judging.domain.patience import LEASE, MAX_ATTEMPTS, last_attempt_ends
from judging.models import Ballot, JudgingRun, Verdict

# A task younger than this is most likely still in its queue.
PATIENCE = timedelta(seconds=5)


@dataclass(frozen=True)
class JudgingProgress:
    """What the judging of a round waits for: a `turn`, a `budget`, a `human`, or, where it is "", a judge that is away.

    `until` is about when it is asked for the last time, when the next budget begins, or how long moderators have.
    """

    waiting_for: str
    until: datetime
    void_follows: bool


def stalled_rounds(*, now: datetime, limit: int) -> Sequence[str]:
    """Return rounds that wait for a verdict while nobody works on them: one is due again, or its task was lost.

    The oldest come first among those that are due, and before those that were lost.
    """
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = JudgingRun.objects.filter(
        free,
        next_attempt_at__lte=now,
        round__state=RoundState.JUDGING,
        round__game__state=GameState.PLAYING,
    ).order_by("round__answered_at", "round_id")
    held = JudgingRun.objects.filter(Q(leased_until__gt=now) | Q(next_attempt_at__gt=now))
    lost = rounds_awaiting_verdict(before=now - PATIENCE, limit=limit, excluding=held.values("round_id"))
    taken_up = [str(pk) for pk in due.values_list("round_id", flat=True)[:limit]]
    return list(dict.fromkeys([*taken_up, *lost]))[:limit]


def judging_progress(round_id: int | str) -> JudgingProgress | None:
    """Return what to tell the players of a round whose judging waits for something; None otherwise."""
    run = JudgingRun.objects.filter(round_id=round_id).first()
    starts = _next_start(run) if run else None
    if run is None or starts is None or Verdict.objects.filter(round_id=round_id).exists():
        return None
    if run.waiting_for == JudgingRun.Waiting.BUDGET:
        midnight = next_day(starts - timedelta(microseconds=1))
        return JudgingProgress(run.waiting_for, until=midnight, void_follows=False)
    if run.waiting_for:
        return JudgingProgress(
            run.waiting_for, until=starts, void_follows=run.waiting_for == JudgingRun.Waiting.HUMAN
        )
    return _away(list(Ballot.objects.filter(round_id=round_id).order_by("attempt")), starts)


def _away(ballots: Sequence[Ballot], starts: datetime) -> JudgingProgress | None:
    missing = [b for b in last_per_slot(ballots) if b.error and not Fault(b.error).reached]
    if not missing:
        return None
    took = timedelta(milliseconds=max(ballot.latency_ms for ballot in missing))
    failures = [len({b.attempt for b in ballots if b.error and b.judge_id == m.judge_id}) for m in missing]
    # A judge that was given up has a spare in its place, who starts from the beginning.
    made = min((count for count in failures if count < MAX_ATTEMPTS), default=0)
    return JudgingProgress(
        waiting_for="",
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
