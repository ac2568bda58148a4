"""Who sits for a round: nobody who replied is sent away, spares only come in for those who cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.seating import Bar, Candidate, seat

BARS = st.none() | st.sampled_from(Bar)


def member(judge: str, bar: Bar | None = None, *, replied: bool = False) -> Candidate:
    return Candidate(judge, spare=judge.startswith("s"), replied=replied, bar=bar)


def sit(*candidates: Candidate) -> list[object]:
    return [candidate.judge for candidate in seat(candidates)]


def test_regular_judges_sit_and_spares_stand_by() -> None:
    assert sit(member("a"), member("b"), member("s")) == ["a", "b"]


@pytest.mark.parametrize("bar", Bar)
def test_the_first_spare_that_can_sits_in_place_of_one_who_cannot(bar: Bar) -> None:
    spares = (member("s1", Bar.SUSPENDED), member("s2"), member("s3"))
    assert sit(member("a", bar), member("b"), *spares) == ["b", "s2"]


@pytest.mark.parametrize("bar", Bar)
def test_without_a_spare_the_seat_is_kept_and_stays_in_the_denominator(bar: Bar) -> None:
    assert sit(member("a", bar), member("b"), member("s", Bar.BUDGET)) == ["a", "b"]


def test_who_can_still_be_waited_for_keeps_the_seat_before_who_cannot() -> None:
    candidates = (member("a", Bar.FAMILY), member("b", Bar.BUDGET), member("s"))
    assert sit(*candidates) == ["b", "s"]


def test_a_judge_who_replied_is_replaced_only_if_it_may_not_be_asked_any_more() -> None:
    assert sit(member("a", Bar.SUSPENDED, replied=True), member("s")) == ["s"]
    assert sit(member("a", Bar.SUSPENDED, replied=True), member("s", Bar.BUDGET)) == ["a"]
    assert sit(member("a", Bar.BUDGET, replied=True), member("s")) == ["a"]
    assert sit(member("a"), member("s", replied=True)) == ["s"]


def test_nobody_sits_in_a_jury_of_spares() -> None:
    assert sit(member("s")) == []


def test_only_family_and_suspension_forbid_asking() -> None:
    assert [bar for bar in Bar if bar.excludes] == [Bar.SUSPENDED, Bar.FAMILY]


@given(regular=st.lists(st.tuples(BARS, st.booleans()), max_size=4), spares=st.lists(BARS, max_size=3))
def test_there_are_always_as_many_seats_as_regular_judges(
    regular: list[tuple[Bar | None, bool]], spares: list[Bar | None]
) -> None:
    candidates = [
        Candidate(judge, bar=bar, replied=replied) for judge, (bar, replied) in enumerate(regular)
    ] + [Candidate(f"s{at}", spare=True, bar=bar) for at, bar in enumerate(spares)]
    chosen = seat(candidates)
    assert len(chosen) == len(set(chosen)) == len(regular)
    staying = {c for c in candidates if c.replied and not (c.bar and c.bar.excludes)}
    assert staying <= set(chosen)
    assert not any(c.spare and c.bar is not None for c in chosen)
    # Nobody sits with a bar while a spare without one stands by.
    if any(c.bar is not None and c not in staying for c in chosen):
        assert {c for c in candidates if c.bar is None} <= set(chosen)
