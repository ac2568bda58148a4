"""What is still to be asked of a jury: the gate first, then both orders, and nothing twice that was read."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.faults import Fault
from judging.domain.hearing import MAX_UNREADABLE, HeardBallot, Slot, cast_ballots, open_slots
from judging.domain.panel import Finding, JuryRule, Order, Step, decide

GATE = Slot(0, Step.GATE)
XY, YX = Slot(0, Step.COMPARE, Order.XY), Slot(0, Step.COMPARE, Order.YX)
PASSED = HeardBallot(GATE)
REFUSED = HeardBallot(GATE, Finding.ILL_DEFINED)
FAULTS = st.sampled_from(Fault)


def of_judge(judge: int, ballot: HeardBallot) -> HeardBallot:
    return HeardBallot(Slot(judge, ballot.slot.step, ballot.slot.order), ballot.finding, ballot.fault)


def failed(slot: Slot, fault: Fault) -> HeardBallot:
    return HeardBallot(slot, fault=fault)


def hear(slot: Slot, said: Finding | Fault | None) -> HeardBallot:
    if isinstance(said, Fault):
        return failed(slot, said)
    if slot.step is Step.GATE:
        return HeardBallot(slot, said and Finding.ILL_DEFINED)
    return HeardBallot(slot, said or Finding.EQUIVALENT)


REPLIES = st.none() | st.sampled_from(Finding) | FAULTS


def test_the_gate_comes_first_and_then_both_orders() -> None:
    assert open_slots([0], []) == [GATE]
    assert open_slots([0], [PASSED]) == [XY, YX]
    assert open_slots([0], [PASSED, HeardBallot(XY, Finding.ASKER)]) == [YX]
    done = [PASSED, HeardBallot(XY, Finding.ASKER), HeardBallot(YX, Finding.OPPONENT)]
    assert open_slots([0], done) == []


def test_a_question_that_the_jury_refused_is_not_compared() -> None:
    assert open_slots([0], [REFUSED]) == []
    two_of_three = [REFUSED, of_judge(1, REFUSED), of_judge(2, PASSED)]
    assert open_slots([0, 1, 2], two_of_three) == []


def test_a_refusal_by_the_fewer_leaves_the_others_to_compare() -> None:
    heard = [REFUSED, of_judge(1, PASSED), of_judge(2, PASSED)]
    slots = open_slots([0, 1, 2], heard)
    assert {slot.judge for slot in slots} == {1, 2}
    assert {slot.order for slot in slots} == set(Order)


def test_judges_go_on_though_another_is_still_at_the_gate() -> None:
    assert open_slots([0, 1], [PASSED]) == [XY, YX, Slot(1, Step.GATE)]


@given(fault=FAULTS)
def test_unreachable_judges_are_asked_again_and_unreadable_ones_once_more(fault: Fault) -> None:
    for slot, before in ((GATE, []), (XY, [PASSED, HeardBallot(YX, Finding.ASKER)])):
        assert open_slots([0], [*before, failed(slot, fault)]) == [slot]
        often = [*before, *[failed(slot, fault)] * MAX_UNREADABLE]
        assert open_slots([0], often) == ([] if fault.reached else [slot])


def test_ballots_of_others_are_nobodys_business() -> None:
    assert open_slots([0], [of_judge(7, REFUSED), of_judge(7, PASSED)]) == [GATE]


@given(data=st.data(), judges=st.integers(1, 4))
def test_every_hearing_ends_and_asks_nothing_that_was_read(data: st.DataObject, judges: int) -> None:
    """Whatever judges reply, after a bounded number of readable or unreadable replies nothing is open."""
    heard: list[HeardBallot] = []
    reached = st.none() | st.sampled_from(Finding) | st.sampled_from([f for f in Fault if f.reached])
    for _ in range(2 * MAX_UNREADABLE):
        slots = open_slots(range(judges), heard)
        read = {ballot.slot for ballot in heard if ballot.fault is None}
        assert not read & set(slots)
        assert len(set(slots)) == len(slots)
        heard += [hear(slot, data.draw(reached)) for slot in slots]
    assert open_slots(range(judges), heard) == []


@given(data=st.data(), judges=st.integers(1, 4), seed=st.integers())
def test_order_of_judges_and_ballots_never_matters(data: st.DataObject, judges: int, seed: int) -> None:
    heard: list[HeardBallot] = []
    for _ in range(data.draw(st.integers(0, 3))):
        heard += [hear(slot, data.draw(REPLIES)) for slot in open_slots(range(judges), heard)]
    seats = list(range(judges))
    before = set(open_slots(seats, heard))
    rng = random.Random(seed)
    rng.shuffle(heard)
    rng.shuffle(seats)
    assert set(open_slots(seats, heard)) == before


@given(data=st.data(), judges=st.integers(1, 4))
def test_what_is_left_unasked_could_not_change_a_refused_question(data: st.DataObject, judges: int) -> None:
    """A hearing that stops early, with judges unheard, has its majority for ill-defined."""
    heard = [
        hear(slot, data.draw(st.none() | st.just(Finding.ASKER))) for slot in open_slots(range(judges), [])
    ]
    if not open_slots(range(judges), heard):
        decision = decide(JuryRule.UNANIMOUS_ELSE_HUMAN, range(judges), cast_ballots(heard))
        assert decision.finding is Finding.ILL_DEFINED


@pytest.mark.parametrize("fault", Fault)
def test_faults_are_never_cast(fault: Fault) -> None:
    assert cast_ballots([failed(GATE, fault), failed(XY, fault)]) == []
    (ballot,) = cast_ballots([HeardBallot(XY, Finding.ASKER), failed(YX, fault)])
    assert (ballot.judge, ballot.step, ballot.order, ballot.finding) == (0, Step.COMPARE, Order.XY, "asker")
