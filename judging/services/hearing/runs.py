"""The lease on a round's judging: taken by compare-and-set, so that a repeated or doubled task does nothing."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from judging.domain.patience import LEASE
from judging.models import JudgingRun, Verdict


@transaction.atomic
def claim(round_id: str, now: datetime) -> int | None:
    """Lease the round; return the number of this attempt, or None while it is not to be had.

    No two claims have the same number: it proves the lease in all that follows.
    """
    run, _ = JudgingRun.objects.get_or_create(round_id=round_id)
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = Q(next_attempt_at=None) | Q(next_attempt_at__lte=now)
    claimed = JudgingRun.objects.filter(free, due, pk=run.pk).update(
        leased_until=now + LEASE, next_attempt_at=None, attempts=F("attempts") + 1
    )
    if claimed != 1:
        return None
    # Only now: whoever stored a verdict until then held this row.
    if Verdict.objects.filter(round_id=round_id).exists():
        JudgingRun.objects.filter(pk=run.pk).update(leased_until=None, waiting_for="")
        return None
    run.refresh_from_db()
    return run.attempts


def renew(round_id: str, attempt: int, now: datetime) -> bool:
    """Hold the lease for one more batch of calls; return False where it is another worker's by now."""
    return _held(round_id, attempt, leased_until=now + LEASE)


def release(round_id: str, attempt: int) -> bool:
    """Give the lease back; return False where it was already another worker's."""
    return _held(round_id, attempt, leased_until=None, next_attempt_at=None, waiting_for="")


def put_off(
    round_id: str, attempt: int, *, until: datetime, waiting_for: str = "", asked: bool = True
) -> bool:
    """Give the lease back and have the round taken up again at `until`; return whether what it waits for is new.

    `asked` says whether anybody was: where nobody could be, the attempt is not counted.
    """
    before = JudgingRun.objects.filter(round_id=round_id).values_list("waiting_for", flat=True).first()
    held = _held(
        round_id,
        attempt,
        leased_until=None,
        next_attempt_at=until,
        waiting_for=waiting_for,
        waits=F("waits") + int(not asked),
    )
    return held and (not waiting_for or waiting_for != before)


def _held(round_id: str, attempt: int, **values: object) -> bool:
    return JudgingRun.objects.filter(round_id=round_id, attempts=attempt).update(**values) == 1
