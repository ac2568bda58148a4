"""Putting a verdict into force, whoever reached it, with all that follows in the same transaction."""

import random
from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.ids import RoundId
from games.domain.rules import Outcome
from games.selectors import GameStanding, game_standing
from games.services import apply_verdict, lock_round
from judging.domain.moderation import CaseReason, TrailAction
from judging.domain.naming import Names, with_names
from judging.domain.panel import Doubt, Finding
from judging.models import AuditDraw, Case, Correction, CorrectionNotice, Jury, Verdict
from judging.services import trail
from judging.services.cases import open_case

MAX_JUDGED_BY = 80


class _NotAppliedError(Exception):
    """The game no longer takes a verdict; nothing of it is kept."""


@dataclass(frozen=True)
class VerdictDraft:
    """A verdict before it is in force; `reason` holds the placeholders of judging/domain/naming.py.

    `doubts` are why a human should look at it; `case` is the moderators' case that made it.
    """

    outcome: Finding
    source: Verdict.Source
    reason: str
    judged_by: str
    counts_for_claims: bool
    doubts: tuple[Doubt, ...] = ()
    gate_code: str = ""
    jury: Jury | None = None
    case: Case | None = None


def pass_verdict(
    *, round_id: RoundId, draft: VerdictDraft, now: datetime, rng: random.Random
) -> Verdict | None:
    """Put a verdict into force; return it, or None where the game no longer takes one (nothing is kept then).

    In one transaction: the verdict on record, superseding the one before; the game refolded; whether it is
    audited, drawn from `rng`; cases for what a human should look at; and, for a replaced verdict, what changed.
    """
    try:
        with transaction.atomic():
            return _pass(round_id, draft, now, rng)
    except _NotAppliedError:
        return None


def _pass(round_id: RoundId, draft: VerdictDraft, now: datetime, rng: random.Random) -> Verdict:
    lock_round(round_id=round_id)
    before = _standing(round_id)
    verdict = _record(round_id, draft, now)
    applied = apply_verdict(
        round_id=round_id,
        outcome=Outcome(draft.outcome),
        reason=with_names(draft.reason, Names()),
        judged_by=draft.judged_by[:MAX_JUDGED_BY],
        verdict_number=verdict.number,
        now=now,
    )
    if not applied:
        raise _NotAppliedError
    after = _standing(round_id)
    if verdict.supersedes is not None:
        _note_correction(verdict, before, after, now)
    reasons = {CaseReason.of(doubt) for doubt in draft.doubts}
    if draft.source == Verdict.Source.JURY and _draw_audit(verdict, draft.jury, rng):
        reasons.add(CaseReason.RANDOM_AUDIT)
    if reasons:
        open_case(round_id=round_id, verdict=verdict, reasons=reasons, firm=not draft.doubts, now=now)
    _review_pivotal(after, now)
    return verdict


def _standing(round_id: RoundId) -> GameStanding:
    standing = game_standing(round_id)
    if standing is None:
        raise ValueError("a round without a game")
    return standing


def _record(round_id: RoundId, draft: VerdictDraft, now: datetime) -> Verdict:
    last = Verdict.objects.filter(round_id=round_id).order_by("-number").first()
    verdict: Verdict = Verdict.objects.create(
        round_id=round_id,
        number=last.number + 1 if last else 1,
        supersedes=last,
        outcome=draft.outcome,
        gate_code=draft.gate_code,
        source=draft.source,
        jury=draft.jury,
        reason=draft.reason,
        case=draft.case,
        needs_review=bool(draft.doubts),
        review_reasons=list(draft.doubts),
        counts_for_claims=draft.counts_for_claims,
        created_at=now,
    )
    return verdict


def _draw_audit(verdict: Verdict, jury: Jury | None, rng: random.Random) -> bool:
    """Draw for the random audit whatever other reasons there are: only so can the draws estimate the error."""
    if jury is None:
        return False
    drawn = rng.random() < jury.audit_probability
    AuditDraw.objects.create(verdict=verdict, probability=jury.audit_probability, drawn=drawn)
    return drawn


def _review_pivotal(standing: GameStanding, now: datetime) -> None:
    """Open a case on the verdict that ended the game, unless people made or checked it."""
    if standing.pivotal_round is None:
        return
    verdict = Verdict.objects.filter(round_id=standing.pivotal_round).order_by("-number").first()
    if verdict is None or verdict.source == Verdict.Source.MODERATORS or is_confirmed(verdict):
        return
    open_case(
        round_id=standing.pivotal_round,
        verdict=verdict,
        reasons={CaseReason.PIVOTAL},
        firm=not verdict.needs_review,
        now=now,
    )


def is_confirmed(verdict: Verdict) -> bool:
    """Tell whether moderators looked at this very verdict and let it stand."""
    return Case.objects.filter(verdict=verdict, state="settled", outcome=verdict.outcome).exists()


def _note_correction(verdict: Verdict, before: GameStanding, after: GameStanding, now: datetime) -> None:
    """Keep what a replaced verdict changed, for the players to see, and leave the trail."""
    replaced = verdict.supersedes.outcome if verdict.supersedes else verdict.outcome
    changed = replaced != verdict.outcome
    action = TrailAction.VERDICT_OVERTURNED if changed else TrailAction.VERDICT_PASSED
    # Of a verdict that moderators have not looked at nothing is told: they may be asked about it.
    change = f"{replaced} to {verdict.outcome}" if changed and verdict.case else ""
    trail.note(action, now=now, round_id=verdict.round_id, case=verdict.case, detail=change)
    if not changed:
        return
    correction = Correction.objects.create(
        verdict=verdict,
        game_id=after.game_id,
        before=_summary(before),
        after=_summary(after),
        created_at=now,
    )
    _notify(correction, after.people)


def _notify(correction: Correction, people: Collection[int]) -> None:
    CorrectionNotice.objects.bulk_create(
        CorrectionNotice(correction=correction, player_id=player_id) for player_id in people
    )


def _summary(standing: GameStanding) -> dict[str, Any]:
    return {
        name: value
        for name, value in asdict(standing).items()
        if name in ("points", "winner", "state", "counted")
    }
