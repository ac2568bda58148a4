"""An appeal is answered by somebody who votes after it, new to the round; and the players are told why."""

import pytest

from judging import services
from judging.domain.errors import InvalidInputError, StaleCaseError
from judging.domain.moderation import EXPLAIN, UNDO, AppealState, CaseReason, CaseState
from judging.domain.panel import Doubt
from judging.models import Verdict
from judging.selectors.moderation import case_reveal, queue_page
from tests.games.table import REVIEW, SECOND, sit_down
from tests.judging.appeals.court import A, B, Court
from tests.judging.moderation.desk import A_SECOND, make_moderator, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def court() -> Court:
    """A game whose only round goes against its person, in doubt, and is reviewed as pivotal."""
    court = Court(sit_down(points=1))
    court.play(B, doubts=(Doubt.SPLIT_JURY,))
    return court


def _drawn(court: Court, moderator: int) -> int:
    case_id = court.desk.draw(moderator)
    assert case_id is not None
    return case_id


def _settle(court: Court) -> None:
    court.desk.wait(UNDO)
    court.desk.sweep()


def test_a_vote_from_before_the_appeal_does_not_answer_it(court: Court) -> None:
    first = make_moderator()
    case_id = _drawn(court, first)
    court.desk.vote(case_id, first, B)
    court.appeal()
    _settle(court)
    assert (court.filed.state, row(case_id).state, row(case_id).holder_id) == ("open", "open", None)
    assert court.desk.draw(first) is None
    settled = court.decide(B)
    assert (settled.pk, settled.state, court.filed.state) == (case_id, CaseState.SETTLED, AppealState.UPHELD)


def test_who_differs_from_a_vote_before_the_appeal_has_a_third_asked(court: Court) -> None:
    first = make_moderator()
    case_id = _drawn(court, first)
    court.desk.vote(case_id, first, B)
    court.appeal()
    _settle(court)
    assert court.decide(A).state == CaseState.OPEN
    assert court.decide(A).state == CaseState.SETTLED
    assert court.filed.state == AppealState.OVERTURNED


def test_a_vote_taken_back_after_the_appeal_and_cast_again_answers_it(court: Court) -> None:
    moderator = make_moderator()
    case_id = _drawn(court, moderator)
    review = court.desk.vote(case_id, moderator, B)
    court.appeal()
    court.desk.withdraw(review, moderator)
    court.desk.vote(case_id, moderator, B, reason="X is right.")
    _settle(court)
    assert court.filed.state == AppealState.UPHELD


def test_who_knew_the_round_and_held_the_case_does_not_answer_the_appeal_alone(court: Court) -> None:
    moderator = make_moderator()
    case_id = _drawn(court, moderator)
    court.desk.vote(case_id, moderator, B)
    _settle(court)
    verdict = Verdict.objects.get()
    again = court.desk.reopened(court.round(1).pk, verdict, CaseReason.INJECTION, firm=False)
    assert court.desk.draw(moderator) == again.pk
    court.appeal()
    court.desk.vote(again.pk, moderator, B, reason="X is right.")
    _settle(court)
    assert (row(again).state, court.filed.state) == (CaseState.OPEN, AppealState.OPEN)
    assert court.decide(B).state == CaseState.SETTLED


def test_the_reason_is_asked_for_once_the_vote_counts_and_settles_the_case(court: Court) -> None:
    court.appeal()
    moderator = make_moderator()
    case_id = _drawn(court, moderator)
    court.desk.vote(case_id, moderator, A)

    def tell(reason: str = "X is right.") -> None:
        services.explain_vote(case_id=case_id, user_id=moderator, reason=reason, now=court.desk.now)

    with pytest.raises(StaleCaseError):  # she can still take it back: she is not told that it is an appeal
        tell()
    _settle(court)
    assert row(case_id).state == CaseState.OPEN
    page = queue_page(user_id=moderator, now=court.desk.now)
    reveal = case_reveal(case_id=case_id, user_id=moderator, now=court.desk.now)
    assert page is not None
    assert reveal is not None
    assert reveal.opened is not None
    assert (page.owed, reveal.opened.owes_reason) == (row(case_id).public_id, True)
    with pytest.raises(InvalidInputError, match="both players can read"):
        tell(" ")
    tell()
    with pytest.raises(StaleCaseError):
        tell("Once more.")
    court.desk.sweep()
    assert court.filed.state == AppealState.OVERTURNED
    assert court.filed.answer in ("{asker} is right.", "{opponent} is right.")
    with pytest.raises(StaleCaseError, match="told already"):
        tell()


def test_an_upheld_appeal_is_answered_with_a_reason_given_later(court: Court) -> None:
    court.appeal()
    moderator = make_moderator()
    case_id = _drawn(court, moderator)
    court.desk.vote(case_id, moderator, B)
    court.desk.wait(UNDO)
    services.explain_vote(case_id=case_id, user_id=moderator, reason="Saturn it is.", now=court.desk.now)
    court.desk.sweep()
    assert (court.filed.state, court.filed.answer) == (AppealState.UPHELD, "Saturn it is.")


def test_without_a_reason_the_players_read_what_was_found_in_the_end(court: Court) -> None:
    court.appeal()
    moderator = make_moderator()
    court.desk.vote(_drawn(court, moderator), moderator, A)
    court.desk.wait(UNDO + EXPLAIN - A_SECOND)
    court.desk.sweep()
    assert court.filed.state == AppealState.OPEN
    court.desk.wait(A_SECOND)
    court.desk.sweep()
    assert court.filed.answer == "Moderators looked at this round and found {asker} better."


def test_nobody_is_told_anything_by_whoever_owes_no_reason(court: Court) -> None:
    moderator = make_moderator()
    case_id = _drawn(court, moderator)
    court.desk.vote(case_id, moderator, B)
    for who in (moderator, make_moderator()):
        with pytest.raises(StaleCaseError):
            services.explain_vote(case_id=case_id, user_id=who, reason="So.", now=court.desk.now)


def test_a_case_whose_appeal_has_lapsed_waits_for_no_reason(court: Court) -> None:
    court.appeal()
    moderator = make_moderator()
    case_id = _drawn(court, moderator)
    court.desk.wait(REVIEW + SECOND)
    court.sweep()
    assert (court.filed.state, row(case_id).state) == (AppealState.LAPSED, CaseState.OPEN)
    court.desk.vote(case_id, moderator, B)
    _settle(court)
    assert row(case_id).state == CaseState.SETTLED
