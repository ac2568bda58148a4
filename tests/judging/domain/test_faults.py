"""Which failures of a judge mean that it was there all the same."""

from judging.domain.faults import Fault


def test_only_a_judge_that_replied_was_reached() -> None:
    assert {fault for fault in Fault if fault.reached} == {Fault.REFUSED, Fault.TRUNCATED, Fault.UNREADABLE}
