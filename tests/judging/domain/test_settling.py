"""When votes settle a case, by the rules that docs/moderation.md states."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.panel import Finding
from judging.domain.settling import AskAnother, Settled, neutral_reason, next_step

A, B, E, ILL = Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT, Finding.ILL_DEFINED
ANOTHER = AskAnother()


def test_nobody_has_voted() -> None:
    for in_force, firm in itertools.product((None, *Finding), (True, False)):
        assert next_step(in_force, firm=firm, votes=[]) == ANOTHER


@pytest.mark.parametrize("firm", [True, False])
def test_where_people_alone_decide_the_first_vote_does(firm: bool) -> None:
    for vote in Finding:
        assert next_step(None, firm=firm, votes=[vote]) == Settled(vote)
    assert next_step(None, firm=firm, votes=[A, B, B]) == Settled(A)


def test_one_vote_settles_unless_it_contradicts_a_firm_verdict() -> None:
    for in_force, vote, firm in itertools.product(Finding, Finding, (True, False)):
        contradicts = firm and vote is not in_force
        assert next_step(in_force, firm=firm, votes=[vote]) == (ANOTHER if contradicts else Settled(vote))


@pytest.mark.parametrize("firm", [True, False])
def test_two_votes_settle_if_they_agree(firm: bool) -> None:
    for in_force, first, second in itertools.product(Finding, repeat=3):
        expected = Settled(first) if first is second else ANOTHER
        assert next_step(in_force, firm=firm, votes=[first, second]) == expected


# Every ending of three votes on a round that the jury gave to the asker.
ENDINGS = {
    (B, B, B): B,
    (B, A, B): B,
    (B, A, A): A,
    (B, E, B): B,
    (B, E, E): E,
    (B, E, A): A,  # all differ: the verdict stands
    (B, E, ILL): A,
    (B, ILL, E): A,
    (B, ILL, ILL): ILL,
    (ILL, A, E): A,
    (E, A, A): A,
}


@pytest.mark.parametrize(("votes", "outcome"), list(ENDINGS.items()))
def test_three_votes_always_settle(votes: tuple[Finding, ...], outcome: Finding) -> None:
    assert next_step(A, firm=True, votes=votes) == Settled(outcome)


@given(st.sampled_from(Finding), st.booleans(), st.lists(st.sampled_from(Finding), min_size=3, max_size=7))
def test_from_three_votes_on_order_does_not_matter_and_nobody_else_is_asked(
    in_force: Finding, firm: bool, votes: list[Finding]
) -> None:
    step = next_step(in_force, firm=firm, votes=votes)
    assert step == next_step(in_force, firm=firm, votes=votes[::-1])
    majority = [vote for vote in Finding if 2 * votes.count(vote) > len(votes)]
    assert step == Settled(majority[0] if majority else in_force)


@given(st.none() | st.sampled_from(Finding), st.booleans(), st.lists(st.sampled_from(Finding), max_size=5))
def test_votes_from_before_an_appeal_never_answer_it(
    in_force: Finding | None, firm: bool, votes: list[Finding]
) -> None:
    assert next_step(in_force, firm=firm, votes=votes, heard=False) == ANOTHER


@given(st.sampled_from(Finding), st.sampled_from(Finding))
def test_a_single_moderator_never_overturns_a_firm_verdict(in_force: Finding, vote: Finding) -> None:
    step = next_step(in_force, firm=True, votes=[vote])
    assert step in (ANOTHER, Settled(in_force))


def test_players_read_a_sentence_where_no_moderator_wrote_one() -> None:
    assert neutral_reason(A) == "Moderators looked at this round and found {asker} better."
    assert neutral_reason(B) == "Moderators looked at this round and found {opponent} better."
    assert "equivalent" in neutral_reason(E)
    assert "cannot be judged" in neutral_reason(ILL)
