"""How well authors could be told apart when that was last measured."""

from dataclasses import dataclass
from datetime import datetime

from judging.models import BlindnessCheck


@dataclass(frozen=True)
class BlindnessFigures:
    """The last blindness check: the cross-validated AUC with its 95 % interval; 0.5 is blind, 1 sees all."""

    human_answers: int
    ai_answers: int
    folds: int
    seed: int
    auc: float
    low: float
    high: float
    created_at: datetime


def latest_blindness() -> BlindnessFigures | None:
    """Return the last blindness check, or None while there were too few answers for one."""
    row = BlindnessCheck.objects.order_by("-created_at", "-pk").first()
    if row is None:
        return None
    return BlindnessFigures(
        human_answers=row.human_answers,
        ai_answers=row.ai_answers,
        folds=row.folds,
        seed=row.seed,
        auc=row.auc,
        low=row.low,
        high=row.high,
        created_at=row.created_at,
    )
