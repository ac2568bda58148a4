"""What is still to be asked of a jury: first the gate, then, of who let the question pass, both orders."""

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass

from judging.domain.faults import Fault
from judging.domain.panel import CastBallot, Finding, Order, Step, majority_of, vote_of

# At temperature 0 the same judge mostly says the same again: an unreadable reply gets one more chance.
MAX_UNREADABLE = 2


@dataclass(frozen=True)
class Slot:
    """One call of one judge; the gate has no order."""

    judge: Hashable
    step: Step
    order: Order | None = None


@dataclass(frozen=True)
class HeardBallot:
    """What came back from one call: a judgement (see CastBallot) or a fault."""

    slot: Slot
    finding: Finding | None = None
    fault: Fault | None = None

    @property
    def cast(self) -> CastBallot:
        """The ballot as the panel counts it; only for one without fault."""
        return CastBallot(self.slot.judge, self.slot.step, self.slot.order, self.finding)


def cast_ballots(heard: Collection[HeardBallot]) -> list[CastBallot]:
    """Return the readable ones."""
    return [ballot.cast for ballot in heard if ballot.fault is None]


def open_slots(judges: Collection[Hashable], heard: Collection[HeardBallot]) -> list[Slot]:
    """Return the calls to be made now: those without a readable reply that are worth making (again).

    Once a majority has refused the question at the gate, nothing is left to ask.
    """
    votes = {judge: vote_of([b for b in cast_ballots(heard) if b.judge == judge]) for judge in judges}
    if majority_of(votes) is Finding.ILL_DEFINED:
        return []
    return [slot for judge in judges for slot in _next_of(judge, [b for b in heard if b.slot.judge == judge])]


def _next_of(judge: Hashable, own: Collection[HeardBallot]) -> Iterator[Slot]:
    gate = Slot(judge, Step.GATE)
    opinions = [ballot for ballot in own if ballot.slot == gate and ballot.fault is None]
    if not opinions:
        slots = [gate]
    elif opinions[0].finding is Finding.ILL_DEFINED:
        slots = []
    else:
        slots = [Slot(judge, Step.COMPARE, order) for order in Order]
    for slot in slots:
        answered = any(ballot.slot == slot and ballot.fault is None for ballot in own)
        if not answered and not _is_spent(slot, own):
            yield slot


def _is_spent(slot: Slot, own: Collection[HeardBallot]) -> bool:
    unreadable = [b for b in own if b.slot == slot and b.fault is not None and b.fault.reached]
    return len(unreadable) >= MAX_UNREADABLE
