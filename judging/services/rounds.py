"""Judging one round: claim it, ask every judge in both orders, and put the verdict into force.

1. `_claim` leases the round by compare-and-set, so that a repeated or doubled task does nothing.
2. Judges are asked outside any transaction; each reply becomes a ballot at once.
3. What could not be had is tried again later, a bounded number of times.
4. `_conclude` stores the verdict and applies it to the game in one transaction, or voids the game.
"""

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.domain.rules import Cause
from games.selectors import BlindPacket, blind_packet
from games.services import refresh_watchers, void_game
from judging.domain import demo_judge
from judging.domain.choices import Choice
from judging.domain.faults import Fault
from judging.domain.naming import Side, fill_answers
from judging.domain.panel import (
    CastBallot,
    Doubt,
    Finding,
    JuryRule,
    Order,
    PanelDecision,
    Step,
    decide,
    to_finding,
)
from judging.domain.patience import BACKOFF, LEASE, LONGEST_WISH, MAX_ATTEMPTS
from judging.domain.prompts import BlindTask, draw_mark, prompt_hash
from judging.domain.replies import name_answers
from judging.models import Ballot, Judge, JudgingRun, Jury, Verdict
from judging.providers import JudgeReply, ask
from judging.services.verdicts import VerdictDraft, pass_verdict

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]

# All calls of an attempt run side by side, each within the client's timeout of 60 s; the wall-clock
# limit also holds against a server that sends its reply byte by byte.
CALL_LIMIT_SECONDS = 75.0
# At temperature 0 the same judge mostly says the same again: an unreadable reply gets one more chance.
MAX_UNREADABLE = 2


@dataclass(frozen=True)
class _Slot:
    judge: Judge
    order: Order


def judge_round(*, round_id: int | str, clock: Clock, rng: random.Random) -> None:
    """Judge a round that waits for its verdict; do nothing where it does not, or another worker has it.

    `clock` is read before and after the calls, which take up to CALL_LIMIT_SECONDS; `rng` draws the
    delimiters of the prompts and should be unpredictable.
    """
    packet = blind_packet(round_id)
    attempt = _claim(packet.round_id, clock()) if packet else None
    if packet is None or attempt is None:
        return
    judges = _jury(packet.jury_slug)
    # Past the last attempt only workers that died can have led here: decide by what there is.
    slots = _open_slots(packet.round_id, judges) if attempt <= MAX_ATTEMPTS else []
    replies = []
    for slot, reply in _ask_all(packet, slots, rng):
        _store(packet, slot, attempt, reply, clock())
        replies.append((slot, reply))
    _log_faults(packet.round_id, attempt, replies)
    if attempt < MAX_ATTEMPTS and _open_slots(packet.round_id, judges):
        wish = max((reply.retry_after or 0.0 for _, reply in replies), default=0.0)
        _try_again_later(packet.round_id, attempt, wish, clock())
        refresh_watchers(game_id=packet.game_id)  # their page says that the judge is waited for
        return
    _conclude(packet, attempt, judges, clock(), rng)


def _log_faults(round_id: str, attempt: int, replies: Iterable[tuple[_Slot, JudgeReply]]) -> None:
    """Warn once of a failed attempt; neither keys nor texts stand in the line."""
    faults = [
        f"{slot.judge.slug} at {slot.judge.endpoint or 'this process'} ({slot.order}): {reply.fault}"
        for slot, reply in replies
        if reply.fault
    ]
    if faults:
        logger.warning(
            "attempt %d of %d at judging round %s failed: %s",
            attempt,
            MAX_ATTEMPTS,
            round_id,
            ", ".join(faults),
        )


@transaction.atomic
def _claim(round_id: str, now: datetime) -> int | None:
    """Lease the round; return the number of this attempt, or None while it is not to be had."""
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
        JudgingRun.objects.filter(pk=run.pk).update(leased_until=None)
        return None
    run.refresh_from_db()
    return run.attempts


def _jury(slug: str) -> list[Judge]:
    jury = Jury.objects.filter(slug=slug).first()
    return (
        list(Judge.objects.filter(memberships__jury=jury, memberships__left_at=None).order_by("pk"))
        if jury
        else []
    )


def _open_slots(round_id: str, judges: Sequence[Judge]) -> list[_Slot]:
    """Return the judge and order pairs that have no vote yet and are worth asking again."""
    ballots = list(Ballot.objects.filter(round_id=round_id))
    return [
        _Slot(judge, order)
        for judge in judges
        for order in Order
        if _is_open([ballot for ballot in ballots if (ballot.judge_id, ballot.order) == (judge.pk, order)])
    ]


def _is_open(ballots: Sequence[Ballot]) -> bool:
    unreadable = sum(bool(ballot.error) and Fault(ballot.error).reached for ballot in ballots)
    return unreadable < MAX_UNREADABLE and all(ballot.error for ballot in ballots)


def _ask_all(
    packet: BlindPacket, slots: Sequence[_Slot], rng: random.Random
) -> Iterator[tuple[_Slot, JudgeReply]]:
    """Ask side by side, in threads that touch no database; yield every slot once."""
    if not slots:
        return
    pool = ThreadPoolExecutor(max_workers=len(slots))
    try:
        calls = {slot: pool.submit(ask, slot.judge, _task(packet, slot.order, rng)) for slot in slots}
        wait(calls.values(), timeout=CALL_LIMIT_SECONDS)
        for slot, call in calls.items():
            yield slot, _reply_of(call)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _reply_of(call: Future[JudgeReply]) -> JudgeReply:
    if call.done():
        return call.result()
    return JudgeReply(
        fault=Fault.TIMEOUT, detail="no whole reply in time", latency_ms=round(CALL_LIMIT_SECONDS * 1000)
    )


def _task(packet: BlindPacket, order: Order, rng: random.Random) -> BlindTask:
    answers = (packet.asker_answer, packet.opponent_answer)
    x, y = answers if order is Order.XY else answers[::-1]
    mark = draw_mark(rng, packet.question, *answers)
    return BlindTask(packet.question, x, y, packet.task_set_name, packet.task_set_definition, mark)


def _store(packet: BlindPacket, slot: _Slot, attempt: int, reply: JudgeReply, now: datetime) -> None:
    judge, opinion = slot.judge, reply.opinion
    Ballot.objects.create(
        round_id=packet.round_id,
        judge=judge,
        step=Step.COMPARE,
        order=slot.order,
        attempt=attempt,
        choice=opinion.choice if opinion else "",
        outcome=to_finding(opinion.choice, slot.order) if opinion else "",
        reason=_by_side(judge, opinion.reason, slot.order, packet) if opinion else "",
        prompt_version=judge.prompt_version,
        prompt_hash=prompt_hash(judge.prompt_version) if judge.kind == Judge.Kind.OPENAI else "",
        raw_reply=reply.raw,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        latency_ms=reply.latency_ms,
        error=reply.fault or "",
        error_detail=reply.detail[:200],
        created_at=now,
    )


def _by_side(judge: Judge, reason: str, order: Order, packet: BlindPacket) -> str:
    """Return the reason with placeholders of the two sides in place of X and Y."""
    x, y = (Side.ASKER, Side.OPPONENT) if order is Order.XY else (Side.OPPONENT, Side.ASKER)
    if judge.kind == Judge.Kind.DEMO:
        return fill_answers(reason, x=x, y=y)
    return name_answers(
        reason, x=x, y=y, texts=(packet.question, packet.asker_answer, packet.opponent_answer)
    )


def _try_again_later(round_id: str, attempt: int, wish: float, now: datetime) -> None:
    delay = max(BACKOFF[attempt - 1], min(timedelta(seconds=wish), LONGEST_WISH))
    JudgingRun.objects.filter(round_id=round_id, attempts=attempt).update(
        leased_until=None, next_attempt_at=now + delay
    )


def _conclude(
    packet: BlindPacket, attempt: int, judges: Sequence[Judge], now: datetime, rng: random.Random
) -> None:
    jury = Jury.objects.filter(slug=packet.jury_slug).first()
    ballots = list(Ballot.objects.filter(round_id=packet.round_id).order_by("order", "judge_id", "attempt"))
    if not any(ballot.error == "" or Fault(ballot.error).reached for ballot in ballots):
        _give_up(packet, attempt, judges, now)
        return
    decision = decide(JuryRule.UNANIMOUS_ELSE_HUMAN, [judge.pk for judge in judges], _cast(ballots))
    draft = (
        _jury_verdict(judges, ballots, decision, jury) if decision.finding else _stand_in(packet, decision)
    )
    _put_into_force(packet, attempt, draft, now, rng)


def _cast(ballots: Iterable[Ballot]) -> list[CastBallot]:
    return [
        CastBallot(ballot.judge_id, Step(ballot.step), Order(ballot.order), Finding(ballot.outcome))
        for ballot in ballots
        if not ballot.error
    ]


def _jury_verdict(
    judges: Sequence[Judge], ballots: Sequence[Ballot], decision: PanelDecision, jury: Jury | None
) -> VerdictDraft:
    finding = decision.finding
    if finding is None:
        raise ValueError("a jury verdict needs a finding")
    by_demo = any(judge.kind == Judge.Kind.DEMO for judge in judges)
    return VerdictDraft(
        outcome=finding,
        jury=jury,
        source=Verdict.Source.JURY,
        reason=next(ballot.reason for ballot in ballots if ballot.outcome == finding),
        judged_by=", ".join(judge.name for judge in judges),
        doubts=(*decision.doubts, Doubt.DEMO_JUDGE) if by_demo else decision.doubts,
        counts_for_claims=not by_demo,
    )


def _stand_in(packet: BlindPacket, decision: PanelDecision) -> VerdictDraft:
    opinion = demo_judge.compare(packet.question, packet.asker_answer, packet.opponent_answer)
    # The demo judge is symmetric by construction, so that one order says all.
    said = fill_answers(opinion.reason, x=Side.ASKER, y=Side.OPPONENT)
    ill_defined = (Doubt.ILL_DEFINED,) if opinion.choice is Choice.ILL_DEFINED else ()
    return VerdictDraft(
        outcome=to_finding(opinion.choice, Order.XY),
        source=Verdict.Source.STAND_IN,
        reason=f"The jury reached no verdict, so the demo judge stood in. {said}",
        judged_by="Demo judge, standing in",
        doubts=tuple(dict.fromkeys((*decision.doubts, *ill_defined, Doubt.STAND_IN, Doubt.DEMO_JUDGE))),
        counts_for_claims=False,
    )


@transaction.atomic
def _put_into_force(
    packet: BlindPacket, attempt: int, draft: VerdictDraft, now: datetime, rng: random.Random
) -> None:
    """Store the verdict and apply it, both or neither; do nothing where the lease was lost to another worker.

    Where the game ended while the judges worked there is no verdict. Should it be reopened, its ballots are still there.
    """
    if _release(packet.round_id, attempt) and not Verdict.objects.filter(round_id=packet.round_id).exists():
        pass_verdict(round_id=packet.round_id, draft=draft, now=now, rng=rng)


def _release(round_id: str, attempt: int) -> bool:
    """Give the lease back; return False where it was already another worker's."""
    held = JudgingRun.objects.filter(round_id=round_id, attempts=attempt)
    return held.update(leased_until=None, next_attempt_at=None) == 1


@transaction.atomic
def _give_up(packet: BlindPacket, attempt: int, judges: Sequence[Judge], now: datetime) -> None:
    if not _release(packet.round_id, attempt):
        return
    names = ", ".join(judge.name for judge in judges)
    detail = (
        f"No judge could be reached ({names})." if judges else f"The jury {packet.jury_slug!r} has no judge."
    )
    void_game(game_id=packet.game_id, cause=Cause.PLATFORM_FAULT, detail=detail, now=now)
