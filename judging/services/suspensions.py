"""Judges outside their limits are suspended (judging/domain/judge_limits.py)."""

from datetime import datetime

from django.db import transaction

from judging.domain.judge_limits import reasons_to_suspend
from judging.domain.moderation import TrailAction
from judging.models import Judge, JudgeSuspension
from judging.selectors.limited import limited_figures
from judging.services import trail
from judging.services.judges import MAX_REASON


@transaction.atomic
def check_limits(*, judge_id: int, now: datetime) -> bool:
    """Suspend a language model whose figures lie outside its limits; return whether it was suspended now.

    Figures from before it was last reinstated do not count. The demo judge is bound to no limits: people
    look at each of its verdicts.
    """
    judge = Judge.objects.get(pk=judge_id)
    suspensions = JudgeSuspension.objects.filter(judge=judge)
    if judge.kind != Judge.Kind.OPENAI or suspensions.filter(lifted_at=None).exists():
        return False
    since = suspensions.order_by("-lifted_at").values_list("lifted_at", flat=True).first()
    reasons = reasons_to_suspend(limited_figures(judge, since))
    if not reasons:
        return False
    reason = " ".join(reasons)[:MAX_REASON]
    _, is_new = JudgeSuspension.objects.get_or_create(
        judge=judge, lifted_at=None, defaults={"reason": reason, "suspended_at": now}
    )
    if is_new:
        trail.note(TrailAction.JUDGE_OUT_OF_LIMITS, now=now, judge=judge, detail=reason)
    return is_new
