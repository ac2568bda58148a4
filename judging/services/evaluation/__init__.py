"""Measuring a jury on pairs of answers: its judges are asked as for a round, and every reply is kept."""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from judging.domain.evaluation.pairs import GoldPair
from judging.domain.panel import JuryRule
from judging.domain.patience import BACKOFF
from judging.models import Judge, Jury
from judging.services.evaluation.cache import CacheInUseError, ReplyCache
from judging.services.evaluation.jurors import seat_juror
from judging.services.evaluation.run import (
    Clock,
    Evaluation,
    EvaluationStoppedError,
    Progress,
    hear_pairs,
)

__all__ = [
    "CacheInUseError",
    "Evaluation",
    "EvaluationStoppedError",
    "Progress",
    "SeatedJury",
    "evaluate_jury",
    "seated_jury",
]


@dataclass(frozen=True)
class SeatedJury:
    """The regular judges of a jury; spares are for rounds that cannot wait."""

    name: str
    rule: JuryRule
    judges: tuple[Judge, ...]


def seated_jury(slug: str) -> SeatedJury | None:
    """Return who sits in a jury now; None where there is no such jury."""
    jury = Jury.objects.filter(slug=slug).first()
    if jury is None:
        return None
    seats = jury.members.filter(left_at=None, spare=False).select_related("judge").order_by("joined_at", "pk")
    return SeatedJury(jury.name, JuryRule(jury.rule), tuple(seat.judge for seat in seats))


def evaluate_jury(
    *,
    judges: Sequence[Judge],
    pairs: Sequence[GoldPair],
    folder: Path,
    clock: Clock,
    rng: random.Random,
    progress: Progress,
    patience: Sequence[timedelta] = BACKOFF,
) -> Evaluation:
    """Hear `pairs` by `judges`, of whom none is excluded for its family; `folder` keeps every reply.

    What `folder` holds of earlier runs is not asked again. A judge that is not reached is waited for as `patience` says. Raise CacheInUseError where another run asks one of
    these judges, OSError where the folder cannot be written, and see hear_pairs.
    """
    with ExitStack() as stack:
        jurors = {}
        for judge in judges:
            cache = stack.enter_context(ReplyCache(folder / f"{judge.slug}.jsonl"))
            jurors[judge.slug] = seat_juror(judge, cache, patience)
        return hear_pairs(pairs=pairs, jurors=jurors, clock=clock, rng=rng, progress=progress)
