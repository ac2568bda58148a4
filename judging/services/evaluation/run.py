"""Asking a jury about pairs as it is asked about rounds, many at once, each call paid for once.

Threads do nothing but ask; whatever they bring back is stored and counted here, in one thread.
"""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from queue import Empty, SimpleQueue
from typing import Protocol

from games.domain.catalogue import TASK_SETS
from judging.domain.budgets import next_day
from judging.domain.choices import GateOpinion
from judging.domain.evaluation.measured import Call, Hearing
from judging.domain.evaluation.pairs import GoldPair
from judging.domain.faults import Fault
from judging.domain.hearing import Slot, open_slots
from judging.domain.material import Material
from judging.providers import JudgeReply, ask
from judging.services.evaluation.cache import StoredCall
from judging.services.evaluation.jurors import BudgetSpentError, Juror
from judging.services.evaluation.keys import call_key
from judging.services.hearing.calls import CALL_LIMIT_SECONDS

Clock = Callable[[], datetime]


class Progress(Protocol):
    """Who follows the run, and may want it to stop."""

    @property
    def stop_wanted(self) -> bool:
        """Whether no more calls are to be made."""

    def done(self, pairs: int, of: int) -> None:
        """So many pairs are done."""


CALL_LIMIT = timedelta(seconds=CALL_LIMIT_SECONDS)
# A call that never reaches a judge who is otherwise there: what is asked may be what it rejects.
MAX_TRIES = 3
_TICK = 0.2  # seconds between looks at the clock


class EvaluationStoppedError(Exception):
    """The run does not go on for now; all that was heard is kept. The message says why."""


@dataclass(frozen=True)
class Evaluation:
    """The pairs that the jury heard, those it could not hear, and how many calls were made now."""

    hearings: tuple[Hearing, ...]
    unheard: tuple[GoldPair, ...]
    new_calls: tuple[Call, ...]


@dataclass
class _Docket:
    """A pair while it is heard, wave by wave: the gate first, and both orders once the gate is through."""

    pair: GoldPair
    material: Material
    calls: list[Call] = field(default_factory=list)
    todo: list[Slot] = field(default_factory=list)
    tries: Counter[Slot] = field(default_factory=Counter)
    under_way: int = 0

    def open_slots(self, judges: Sequence[str]) -> list[Slot]:
        return open_slots(judges, [call.ballot for call in self.calls])


@dataclass(frozen=True)
class _Asked:
    docket: _Docket
    slot: Slot
    place: int
    started: datetime


def hear_pairs(
    *,
    pairs: Sequence[GoldPair],
    jurors: dict[str, Juror],
    clock: Clock,
    rng: random.Random,
    progress: Progress,
) -> Evaluation:
    """Hear `pairs` by `jurors` (by the slug of their judge); what their caches hold is not asked again.

    Raise EvaluationStoppedError where `progress` wants that, a budget is spent or a judge cannot be reached, once the
    calls under way have come back.
    """
    return _Run(pairs, jurors, clock, rng, progress).hear()


class _Run:
    def __init__(
        self,
        pairs: Sequence[GoldPair],
        jurors: dict[str, Juror],
        clock: Clock,
        rng: random.Random,
        progress: Progress,
    ) -> None:
        self.pairs, self.jurors, self.clock, self.rng, self.progress = pairs, jurors, clock, rng, progress
        self.judges = list(jurors)
        self.waiting: Iterator[GoldPair] = iter(pairs)
        self.open: list[_Docket] = []
        self.heard: dict[str, Hearing] = {}
        self.unheard: list[GoldPair] = []
        self.new_calls: list[Call] = []
        self.asked: dict[int, _Asked] = {}
        self.replies: SimpleQueue[tuple[int, JudgeReply]] = SimpleQueue()
        self.numbers = 0
        self.stopped = ""

    def hear(self) -> Evaluation:
        while self._call_up() or self.asked:
            if self.progress.stop_wanted:
                self.stopped = "Stopped."
            self._ask_what_can_be_asked()
            if self.stopped and not self.asked:
                raise EvaluationStoppedError(self.stopped)
            self._take_replies()
        hearings = tuple(self.heard[pair.id] for pair in self.pairs if pair.id in self.heard)
        return Evaluation(hearings, tuple(self.unheard), tuple(self.new_calls))

    def _call_up(self) -> bool:
        """Keep so many pairs open that every judge has work; return whether any is."""
        width = sum(juror.calls_at_once for juror in self.jurors.values())
        self.open = [docket for docket in self.open if not self._is_done(docket)]
        while len(self.open) < width and (pair := next(self.waiting, None)) is not None:
            docket = _Docket(pair, _material(pair))
            if not self._is_done(docket):
                self.open.append(docket)
        return bool(self.open)

    def _is_done(self, docket: _Docket) -> bool:
        """Fill the next wave from the caches; return True, and file the pair, where nothing is left to ask."""
        while not docket.under_way and not docket.todo:
            wave = docket.open_slots(self.judges)
            if not any(docket.tries[slot] < MAX_TRIES for slot in wave):
                self._file(docket, complete=not wave)
                return True
            docket.todo = [
                slot for slot in wave if docket.tries[slot] < MAX_TRIES and not self._from_cache(docket, slot)
            ]
        return False

    def _file(self, docket: _Docket, *, complete: bool) -> None:
        if complete:
            self.heard[docket.pair.id] = Hearing(docket.pair, tuple(docket.calls))
        else:
            self.unheard.append(docket.pair)
        self.progress.done(len(self.heard) + len(self.unheard), len(self.pairs))

    def _from_cache(self, docket: _Docket, slot: Slot) -> bool:
        juror = self.jurors[str(slot.judge)]
        stored = juror.cache.calls(call_key(juror.judge, docket.material, slot))
        earlier = sum(call.ballot.slot == slot for call in docket.calls)
        if earlier >= len(stored):
            return False
        docket.calls.append(stored[earlier].heard(slot))
        return True

    def _ask_what_can_be_asked(self) -> None:
        for docket in self.open:
            for slot in list(docket.todo):
                if self.stopped:
                    return
                if self.jurors[str(slot.judge)].is_free(self.clock()):
                    self._ask(docket, slot)

    def _ask(self, docket: _Docket, slot: Slot) -> None:
        juror, now = self.jurors[str(slot.judge)], self.clock()
        task = docket.material.task(slot.step, slot.order, self.rng)
        try:
            place = juror.take_place(task, now)
        except BudgetSpentError:
            self.stopped = f"The budget of {juror.judge.name} for today is spent; the next begins at {next_day(now):%Y-%m-%d %H:%M} UTC."
            return
        if place is None:
            return
        self.numbers += 1
        number = self.numbers
        docket.todo.remove(slot)
        docket.under_way += 1
        juror.under_way += 1
        self.asked[number] = _Asked(docket, slot, place, now)
        # A daemon, so that a call that never ends cannot hold up the end of the process.
        threading.Thread(
            target=lambda: self.replies.put((number, ask(juror.judge, task, juror.reply_format))), daemon=True
        ).start()

    def _take_replies(self) -> None:
        """Wait a moment for one reply, then take all that are there, and give up on calls that are overdue."""
        with suppress(Empty):
            number, reply = self.replies.get(timeout=_TICK)
            while True:
                self._take(number, reply)
                number, reply = self.replies.get_nowait()
        now = self.clock()
        for number in [number for number, asked in self.asked.items() if now - asked.started > CALL_LIMIT]:
            self._take(
                number, JudgeReply(fault=Fault.TIMEOUT, detail="no whole reply in time", unreported=True)
            )

    def _take(self, number: int, reply: JudgeReply) -> None:
        asked = self.asked.pop(number, None)
        if asked is None:  # It was given up on as overdue.
            return
        docket, slot, now = asked.docket, asked.slot, self.clock()
        docket.under_way -= 1
        juror = self.jurors[str(slot.judge)]
        juror.under_way -= 1
        took = juror.settle(asked.place, reply, now)
        if reply.fault is not None and not reply.fault.reached:
            self._not_reached(juror, asked, reply, now)
            return
        juror.failures = 0
        stored = StoredCall(
            key=call_key(juror.judge, docket.material, slot),
            step=slot.step,
            order=slot.order,
            said=_said(reply),
            fault=reply.fault,
            reason=reply.opinion.reason if reply.opinion else reply.detail,
            raw=reply.raw,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            microdollars=took.microdollars,
            latency_ms=reply.latency_ms,
            at=now,
        )
        juror.cache.add(stored)
        docket.calls.append(stored.heard(slot))
        self.new_calls.append(docket.calls[-1])

    def _not_reached(self, juror: Juror, asked: _Asked, reply: JudgeReply, now: datetime) -> None:
        docket, slot = asked.docket, asked.slot
        docket.tries[slot] += MAX_TRIES if reply.fault is Fault.REJECTED else 1
        if docket.tries[slot] < MAX_TRIES:
            docket.todo.append(slot)
        juror.failed(reply, asked.started, now)
        if juror.is_lost or reply.fault is Fault.MISCONFIGURED:
            self.stopped = f"{juror.judge.name} cannot be reached: {reply.detail}."


def _material(pair: GoldPair) -> Material:
    task_set = TASK_SETS[0]
    return Material(pair.question, pair.answer_a, pair.answer_b, task_set.name, task_set.definition)


def _said(reply: JudgeReply) -> str:
    if reply.opinion is None:
        return ""
    return reply.opinion.code if isinstance(reply.opinion, GateOpinion) else reply.opinion.choice
