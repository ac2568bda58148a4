"""Judging one round: claim it, ask every judge at the gate and then in both orders, put the verdict into force.

1. `runs.claim` leases the round by compare-and-set, so that a repeated or doubled task does nothing.
2. Judges are asked outside any transaction, in batches: the gate, then the comparisons that it left open. Each
   reply becomes a ballot at once. A call needs a free place at its judge and the means in its budget.
3. What could not be had is put off, a bounded number of times where a judge failed, as long as it takes where
   it had no place or no budget.
4. `verdicts.conclude` stores the verdict and applies it to the game in one transaction, or voids the game.
"""

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from games.domain.ids import RoundId
from games.selectors import BlindPacket, blind_packet
from games.services import refresh_watchers
from judging.domain.budgets import tokens_to_reserve
from judging.domain.hearing import Slot
from judging.domain.panel import JuryRule
from judging.domain.patience import MAX_ATTEMPTS
from judging.domain.seating import Bar
from judging.models import Ballot, Judge, JudgingRun, Jury
from judging.providers import JudgeReply, ask, messages_of
from judging.services.hearing import calls, places, probing, runs
from judging.services.hearing.dockets import Docket, Seat, read_docket
from judging.services.hearing.moderated import refer_to_moderators
from judging.services.hearing.places import Refusal
from judging.services.hearing.probing import ProbeReport
from judging.services.hearing.records import Asked, keep_ballot
from judging.services.hearing.replies import IN_PLACE_OF, UNFIT
from judging.services.hearing.verdicts import conclude

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]
Waiting = JudgingRun.Waiting


@dataclass(frozen=True)
class _Call:
    """One call about to be made, a judgement or a trial of the judge, its place there and the tokens set aside."""

    asked: Asked
    job: Callable[[], JudgeReply | ProbeReport]
    place: int | None = None
    set_aside: int = 0


@dataclass
class _Attempt:
    """One worker's attempt at a round.

    `refusals` say which judges had no room for more; `ballots` counts what was put on record, `faults` is for the log.
    """

    packet: BlindPacket
    jury: Jury | None
    number: int
    clock: Clock
    rng: random.Random
    refusals: dict[int, Refusal] = field(default_factory=dict)
    ballots: int = 0
    faults: list[str] = field(default_factory=list)


def judge_round(*, round_id: RoundId, clock: Clock, rng: random.Random) -> bool:
    """Judge a round that waits for its verdict; return whether one came into force.

    Do nothing where it does not wait, or another worker has it. `clock` is read before and after the calls,
    which take up to CALL_LIMIT_SECONDS a batch; `rng` draws the marks of the prompts and the audit, and should
    be unpredictable.
    """
    packet = blind_packet(round_id)
    number = runs.claim(packet.round_id, clock()) if packet else None
    if packet is None or number is None:
        return False
    jury = Jury.objects.filter(slug=packet.jury_slug).first()
    if jury is not None and jury.rule == JuryRule.HUMANS_ONLY:
        refer_to_moderators(packet, number, clock())
        return False
    attempt = _Attempt(packet, jury, number, clock, rng)
    if _workers_keep_dying(attempt):
        return conclude(read_docket(packet, jury, clock()), packet, jury, number, clock(), rng)
    docket = _hear(attempt)
    _log_faults(attempt)
    if docket is None:
        return False
    if docket.open:
        _put_off(attempt, docket)
        return False
    return conclude(docket, packet, jury, number, clock(), rng)


def _workers_keep_dying(attempt: _Attempt) -> bool:
    """Tell whether as many attempts as a judge gets left nothing behind: then decide by what there is."""
    run = JudgingRun.objects.get(round_id=attempt.packet.round_id)
    ballots = Ballot.objects.filter(round_id=attempt.packet.round_id)
    fruitful = set(ballots.values_list("attempt", flat=True)) | {attempt.number}
    return run.attempts - run.waits - len(fruitful) >= MAX_ATTEMPTS


def _hear(attempt: _Attempt) -> Docket | None:
    """Ask batch by batch until nothing can be asked now; return where that leads, or None once the lease is lost."""
    while runs.renew(attempt.packet.round_id, attempt.number, attempt.clock()):
        docket = read_docket(attempt.packet, attempt.jury, attempt.clock())
        batch = _admit(attempt, docket)
        if not batch:
            return docket
        _ask(attempt, batch)
    return None


def _admit(attempt: _Attempt, docket: Docket) -> list[_Call]:
    """Return the calls to make now, each with a place where it needs one; note which judges have no room."""
    attempt.refusals.clear()
    now = attempt.clock()
    batch: list[_Call] = []
    for seat in docket.seats:
        slots = [slot for sitting, slot in docket.open if sitting is seat]
        due = seat.due_at()
        if slots and (due is None or due <= now):
            batch += _calls_to(seat, slots, attempt, docket)
    return batch


def _calls_to(seat: Seat, slots: Sequence[Slot], attempt: _Attempt, docket: Docket) -> list[_Call]:
    """Return the calls to one judge: a trial first where it is due, and none that it has no place or means for."""
    now, judge = attempt.clock(), seat.judge
    tasks = [docket.material.task(slot.step, slot.order, attempt.rng) for slot in slots]
    asked = [_asked(judge, slot, attempt, docket) for slot in slots]
    if judge.kind == Judge.Kind.DEMO:
        return [_Call(one, partial(ask, judge, task)) for one, task in zip(asked, tasks, strict=True)]
    jobs: list[Callable[[], JudgeReply | ProbeReport]]
    if seat.needs_probe(now):
        trial = probing.draw_task(attempt.rng)
        jobs, wishes = [partial(probing.try_formats, judge, trial)], [probing.tokens_of(judge, trial)]
    elif seat.bar is Bar.UNFIT:
        return [_Call(one, lambda: UNFIT) for one in asked]
    else:
        jobs = [partial(ask, judge, task, seat.reply_format) for task in tasks]
        wishes = [tokens_to_reserve(*messages_of(judge, task)) for task in tasks]
    grant = places.take_places(judge, wishes, now, round_id=attempt.packet.round_id)
    if grant.refusal:
        attempt.refusals[judge.pk] = grant.refusal
    return [_Call(*parts) for parts in zip(asked, jobs, grant.places, wishes, strict=False)]


def _asked(judge: Judge, slot: Slot, attempt: _Attempt, docket: Docket) -> Asked:
    return Asked(
        judge=judge,
        step=slot.step,
        order=slot.order,
        attempt=attempt.number,
        material=docket.material,
        round_id=attempt.packet.round_id,
    )


def _ask(attempt: _Attempt, batch: Sequence[_Call]) -> None:
    """Make the calls side by side and put what came of each on record."""
    for at, result in calls.side_by_side({at: call.job for at, call in enumerate(batch)}):
        call, now = batch[at], attempt.clock()
        # The place of a call that is still running stays taken until it expires.
        place = None if result is calls.Lost.LATE else call.place
        if isinstance(result, ProbeReport):
            probing.keep_probe(call.asked.judge, result, now, place=place, set_aside=call.set_aside)
            if result.unreached is None:
                continue
            reply = result.unreached
            keep_ballot(call.asked, reply, now)
        else:
            reply = IN_PLACE_OF[result] if isinstance(result, calls.Lost) else result
            keep_ballot(call.asked, reply, now, place=place, set_aside=call.set_aside)
        attempt.ballots += 1
        if reply.fault:
            attempt.faults.append(f"{call.asked}: {reply.fault}")


def _log_faults(attempt: _Attempt) -> None:
    """Warn once of a failed attempt; neither keys nor texts stand in the line."""
    if attempt.faults:
        logger.warning(
            "attempt %d at judging round %s failed: %s",
            attempt.number,
            attempt.packet.round_id,
            ", ".join(attempt.faults),
        )


def _put_off(attempt: _Attempt, docket: Docket) -> None:
    """Have the round taken up again when the first of its judges may be asked; players see what it waits for."""
    now = attempt.clock()
    waits = [_wait_of(seat, attempt, now) for seat, _ in docket.open]
    reasons = {reason for reason, _ in waits}
    news = runs.put_off(
        attempt.packet.round_id,
        attempt.number,
        until=min(until for _, until in waits),
        waiting_for=next(reason for reason in ("", Waiting.BUDGET, Waiting.TURN) if reason in reasons),
        asked=attempt.ballots > 0,
    )
    if news:
        refresh_watchers(game_id=attempt.packet.game_id)


def _wait_of(seat: Seat, attempt: _Attempt, now: datetime) -> tuple[str, datetime]:
    """Return what is waited for until this judge may be asked: "" where it failed before."""
    due, refusal = seat.due_at(), attempt.refusals.get(seat.judge.pk)
    if refusal is not None and (due is None or due <= now):
        return refusal.waiting_for, refusal.until
    return ("" if seat.failures else Waiting.TURN), max(due or now, now)
