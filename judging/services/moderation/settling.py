"""Settling cases once their votes count, and closing those that were overtaken by events.

Every step is one transaction that starts with the game's lock and looks at the case again under it: whatever
is killed, repeated or doubled, a case is settled once.
"""

import logging
import random
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from games.domain.states import FINISHED_GAME_STATES, GameState
from games.services import lock_round
from judging.domain.moderation import CaseState, TrailAction
from judging.domain.naming import Side
from judging.domain.panel import Finding
from judging.domain.settling import Settled, neutral_reason, next_step
from judging.models import Case, JudgingRun, Review, Verdict
from judging.selectors.moderation.cases import texts_of
from judging.selectors.moderation.reveal import by_side
from judging.selectors.moderation.visible import is_heard, told_players, votes_that_count
from judging.services import trail
from judging.services.appeals import after_settling
from judging.services.moderation.office import put_back
from judging.services.moderation.recusal import withdraw_votes_on_own_game
from judging.services.verdicts import VerdictDraft, pass_verdict

logger = logging.getLogger(__name__)

JUDGED_BY = "Moderators"

# Two queries rather than one: each finds its cases by an index, without a walk through the whole queue.
_ANNULLED = Q(round__game__state=GameState.VOID)
_UNDECIDED = Q(verdict=None, round__game__state__in=(GameState.VOID, *FINISHED_GAME_STATES))


def settle_due_cases(*, now: datetime, rng: random.Random, limit: int) -> None:
    """Settle cases whose last vote counts by now, and close those that nobody needs any more, at most `limit` each.

    One that fails must not hold up the others; it is tried again.
    """
    due = Case.objects.filter(state=CaseState.OPEN, settle_at__lte=now).order_by("settle_at")
    for pk in list(due.values_list("pk", flat=True)[:limit]):
        try:
            settle_case(case_id=pk, now=now, rng=rng)
        except Exception:
            logger.exception("case %s could not be settled and is tried again", pk)
    for overtaken in (_ANNULLED, _UNDECIDED):
        for pk in list(_open(overtaken).values_list("pk", flat=True)[:limit]):
            lapse_case(case_id=pk, now=now)


def _open(cases: Q) -> QuerySet[Case]:
    return Case.objects.filter(cases, state=CaseState.OPEN)


@transaction.atomic
def settle_case(*, case_id: int, now: datetime, rng: random.Random) -> bool:
    """Do what follows from the votes on a case; return whether it is closed now.

    Votes of whoever turned out to play in the game are void. Another moderator is asked, or the case is settled: where its outcome is not the verdict in force, the outcome becomes it.
    A case whose last vote can still be taken back, or that is closed already, is left alone.
    """
    case = _lock(case_id)
    if case is None or case.state != CaseState.OPEN or case.settle_at is None or case.settle_at > now:
        return False
    withdraw_votes_on_own_game(case, now)
    votes = votes_that_count(case, now)
    if case.round_id is None:  # a gold item
        return _close(case, Finding(votes[-1].outcome), now)
    return _settle(case, case.round_id, votes, now, rng)


def _settle(case: Case, round_id: int, votes: Sequence[Review], now: datetime, rng: random.Random) -> bool:
    in_force = Verdict.objects.filter(round_id=round_id).order_by("-number").first()
    step = next_step(
        Finding(in_force.outcome) if in_force else None,
        firm=_is_firm(case, in_force),
        votes=[Finding(vote.outcome) for vote in votes],
        heard=is_heard(case, votes),
    )
    if not isinstance(step, Settled):
        put_back(case, now)
        return False
    if in_force is None or in_force.outcome != step.outcome:
        draft = _draft(case, step.outcome, votes)
        if pass_verdict(round_id=round_id, draft=draft, now=now, rng=rng) is None:
            return _lapse(case, now)
    return _close(case, step.outcome, now)


@transaction.atomic
def lapse_case(*, case_id: int, now: datetime) -> bool:
    """Close an open case of an annulled game, or without a verdict when its game is over; return whether it is one."""
    case = _lock(case_id)
    if case is None or not _open(_ANNULLED | _UNDECIDED).filter(pk=case_id).exists():
        return False
    return _lapse(case, now)


def _lock(case_id: int) -> Case | None:
    round_id = Case.objects.filter(pk=case_id).values_list("round_id", flat=True).first()
    if round_id is not None:
        lock_round(round_id=round_id)
    return Case.objects.select_for_update(of=("self",)).filter(pk=case_id).first()


def _is_firm(case: Case, in_force: Verdict | None) -> bool:
    """Tell whether contradicting the verdict in force takes a second moderator."""
    if in_force is None or in_force.pk == case.verdict_id:
        return case.firm
    return in_force.source == Verdict.Source.MODERATORS or not in_force.needs_review


def _draft(case: Case, outcome: Finding, votes: Sequence[Review]) -> VerdictDraft:
    deciding = [vote for vote in votes if vote.outcome == outcome]
    written = next((vote for vote in reversed(deciding) if told_players(vote)), None)
    return VerdictDraft(
        outcome=outcome,
        source=Verdict.Source.MODERATORS,
        reason=_for_players(case, written) if written else neutral_reason(outcome),
        judged_by=JUDGED_BY,
        counts_for_claims=True,
        gate_code=deciding[-1].gate_code,
        case=case,
    )


def _for_players(case: Case, review: Review) -> str:
    texts = texts_of(case, Side.ASKER)
    return by_side(told_players(review), review, (texts.question, texts.x, texts.y))


def _close(case: Case, outcome: Finding, now: datetime) -> bool:
    case.outcome = outcome
    _end(case, CaseState.SETTLED, now)
    trail.note(TrailAction.CASE_SETTLED, now=now, case=case, detail=outcome)
    after_settling(case=case, now=now)
    return True


def _lapse(case: Case, now: datetime) -> bool:
    _end(case, CaseState.LAPSED, now)
    trail.note(TrailAction.CASE_LAPSED, now=now, case=case)
    return True


def _end(case: Case, state: CaseState, now: datetime) -> None:
    case.state, case.closed_at = state, now
    case.holder, case.held_until, case.settle_at = None, None, None
    case.save(update_fields=["state", "closed_at", "outcome", "holder", "held_until", "settle_at"])
    if case.round_id is not None:
        # Should the game be reopened, its judging starts afresh.
        runs = JudgingRun.objects.filter(round_id=case.round_id, waiting_for=JudgingRun.Waiting.HUMAN)
        runs.update(waiting_for="")
