"""Opening cases for moderators."""

from collections.abc import Collection
from datetime import datetime

from games.domain.ids import RoundId
from judging.domain.moderation import CaseReason, CaseState, TrailAction
from judging.models import Case, CaseCause, Verdict
from judging.services import trail


def open_case(
    *,
    round_id: RoundId,
    verdict: Verdict | None,
    reasons: Collection[CaseReason],
    firm: bool,
    now: datetime,
) -> Case:
    """Open a round's case, or add to the one that is open: its reasons, and the verdict now in force.

    The caller holds the game's lock (`games.services.lock_round`). `reasons` must not be empty.
    """
    rank = min(reason.rank for reason in reasons)
    case = Case.objects.filter(round_id=round_id, state=CaseState.OPEN).first()
    if case is None:
        case = Case.objects.create(
            round_id=round_id, verdict=verdict, firm=firm, rank=rank, state=CaseState.OPEN, opened_at=now
        )
    else:
        Case.objects.filter(pk=case.pk).update(verdict=verdict, firm=firm, rank=min(rank, case.rank))
        case.refresh_from_db()
    known = set(case.causes.values_list("reason", flat=True))
    new = [reason for reason in CaseReason if reason in reasons and reason not in known]
    CaseCause.objects.bulk_create(CaseCause(case=case, reason=reason, created_at=now) for reason in new)
    if new:
        trail.note(TrailAction.CASE_OPENED, now=now, case=case, detail=", ".join(new))
    return case
