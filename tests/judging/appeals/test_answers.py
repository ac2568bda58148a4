"""What becomes of an appeal, and when a game is final."""

import pytest

from games.domain.rules import Cause
from games.domain.states import GameState
from games.services import void_game
from judging.domain.moderation import AppealState, CaseReason, CaseState
from judging.domain.panel import Doubt
from judging.models import AuditEntry, Case
from judging.selectors.moderation import case_reveal, case_view
from tests.games.table import REVIEW, SECOND, sit_down
from tests.judging.appeals.court import EQUAL, WHY, A, B, Court
from tests.judging.moderation.desk import make_moderator

pytestmark = pytest.mark.django_db

DOUBTED = (Doubt.SPLIT_JURY,)


@pytest.fixture
def court() -> Court:
    """A game of one round that its person has just lost, by a doubted verdict."""
    court = Court(sit_down(points=1))
    court.play(B, doubts=DOUBTED)
    return court


def test_an_appeal_that_is_upheld_is_answered_and_ends_the_review(court: Court) -> None:
    court.appeal()
    court.decide(B, reason="Both say it, but answer X with a mistake.")
    appeal, game = court.filed, court.table.game
    assert (appeal.state, appeal.closed_at) == (AppealState.UPHELD, court.desk.now)
    assert appeal.answer.startswith("Both say it, but {")
    assert (game.state, game.winner, game.final_at) == (GameState.FINAL, 1, court.desk.now)


def test_an_appeal_that_overturns_changes_the_winner_and_is_final_at_once() -> None:
    court = Court(sit_down(points=1, cap=1))
    court.play(B, doubts=DOUBTED)
    court.appeal()
    court.decide(A)
    appeal, game = court.filed, court.table.game
    assert appeal.state == AppealState.OVERTURNED
    assert appeal.answer == "{asker} is right." or appeal.answer == "{opponent} is right."
    assert (game.state, game.winner) == (GameState.FINAL, 0)


def test_an_appeal_that_reopens_the_game_is_answered_and_the_game_goes_on(court: Court) -> None:
    court.appeal()
    court.decide(EQUAL)
    assert court.filed.state == AppealState.OVERTURNED
    assert court.table.game.state == GameState.PLAYING


def test_an_undoubted_verdict_falls_only_by_two_moderators() -> None:
    court = Court(sit_down(points=1))
    court.play(B)
    court.appeal()
    court.decide(A)
    assert (court.filed.state, court.table.game.winner) == (AppealState.OPEN, 1)
    court.decide(A)
    assert (court.filed.state, court.table.game.winner) == (AppealState.OVERTURNED, 0)


def test_an_answered_appeal_waits_for_other_cases_of_its_game() -> None:
    court = Court(sit_down(points=2))
    court.play(B, B)
    court.appeal(1)
    court.decide(B)
    assert court.filed.state == AppealState.UPHELD
    assert court.table.game.state == GameState.PROVISIONAL
    court.decide(B, on=CaseReason.PIVOTAL)
    assert court.table.game.state == GameState.FINAL


def test_a_reviewed_game_without_an_appeal_stays_open_to_one(court: Court) -> None:
    court.decide(B, on=CaseReason.PIVOTAL)
    court.sweep()
    assert court.table.game.state == GameState.PROVISIONAL
    court.desk.wait(REVIEW)
    court.sweep()
    assert court.table.game.state == GameState.FINAL


def test_an_open_appeal_holds_the_game_beyond_its_first_window(court: Court) -> None:
    court.desk.wait(REVIEW - SECOND)
    court.appeal()
    court.desk.wait(2 * SECOND)
    court.sweep()
    assert (court.filed.state, court.table.game.state) == (AppealState.OPEN, GameState.PROVISIONAL)


def test_an_appeal_that_nobody_reviews_lapses_and_holds_the_game_no_longer() -> None:
    court = Court(sit_down(points=2))
    court.play(B, B)
    court.appeal(1)
    court.desk.wait(REVIEW)
    court.sweep()
    appeal = court.filed
    assert (appeal.state, appeal.closed_at) == (AppealState.LAPSED, court.desk.now)
    assert appeal.answer == "Nobody reviewed it in time; the verdict stands."
    assert (appeal.case.state, appeal.case.holder_id) == (CaseState.LAPSED, None)
    assert court.table.game.state == GameState.FINAL
    trail = AuditEntry.objects.count()
    court.sweep()
    assert AuditEntry.objects.count() == trail


def test_a_lapsed_appeal_leaves_a_case_with_other_reasons_in_its_place(court: Court) -> None:
    court.appeal()
    court.desk.wait(REVIEW)
    court.sweep()
    case = court.filed.case
    assert (case.state, case.rank) == (CaseState.OPEN, CaseReason.PIVOTAL.rank)


def test_a_vote_that_is_about_to_count_comes_in_time(court: Court) -> None:
    court.appeal()
    court.desk.wait(REVIEW - SECOND)
    moderator = make_moderator()
    case_id = court.desk.draw(moderator)
    assert case_id is not None
    court.desk.vote(case_id, moderator, A, reason="Jupiter.")
    court.desk.wait(SECOND)
    court.sweep()
    assert court.filed.state == AppealState.OPEN
    court.desk.wait(10 * SECOND)
    court.sweep()
    assert (court.filed.state, court.table.game.winner) == (AppealState.OVERTURNED, 0)


def test_the_appeal_of_an_annulled_game_lapses(court: Court) -> None:
    court.appeal()
    void_game(game_id=court.table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=court.desk.now)
    court.sweep()
    assert court.filed.state == AppealState.LAPSED
    assert "annulled" in court.filed.answer
    assert not Case.objects.filter(state=CaseState.OPEN).exists()


def test_who_voted_on_the_round_before_is_not_asked_about_its_appeal() -> None:
    court = Court(sit_down(points=2))
    court.play(B, B, doubts=DOUBTED)
    moderator = make_moderator()
    for number in (1, 2):
        case_id = court.desk.draw(moderator)
        assert case_id == Case.objects.get(round=court.round(3 - number)).pk
        court.desk.vote(case_id, moderator, B)
        court.desk.wait(10 * SECOND)
        court.desk.sweep()
    court.appeal(1)
    assert court.desk.draw(moderator) is None
    assert court.desk.draw(make_moderator()) == court.filed.case_id


def test_a_moderator_reads_the_appeal_only_once_her_vote_counts(court: Court) -> None:
    court.appeal()
    moderator = make_moderator()
    case_id = court.desk.draw(moderator)
    assert case_id is not None
    assert WHY not in str(case_view(case_id=case_id, user_id=moderator))
    court.desk.vote(case_id, moderator, A, reason="Jupiter.")
    assert WHY not in str(case_reveal(case_id=case_id, user_id=moderator, now=court.desk.now))
    court.desk.wait(10 * SECOND)
    shown = case_reveal(case_id=case_id, user_id=moderator, now=court.desk.now)
    assert shown is not None
    assert shown.opened is not None
    assert shown.opened.appeal == WHY
