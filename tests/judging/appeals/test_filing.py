"""Who may appeal, about what and until when; what an appeal sets going; and that a refused one changes nothing."""

from datetime import timedelta

import pytest

from games.domain.rules import Cause
from games.domain.states import GameState
from games.models import Game
from games.services import finalise_game, void_game
from judging import services
from judging.domain.errors import InvalidInputError, JudgingError, NotAllowedError, StaleCaseError
from judging.domain.moderation import AppealState, CaseReason, CaseState, TrailAction
from judging.domain.panel import Doubt
from judging.models import Appeal, AuditEntry, Case, CaseCause
from tests.games.table import REVIEW, SECOND, make_guest, make_member, sit_down
from tests.judging.appeals.court import EQUAL, WHY, A, B, Court
from tests.judging.moderation.desk import everything, make_moderator

pytestmark = pytest.mark.django_db


@pytest.fixture
def court() -> Court:
    """A game that its person has just lost, by rounds 1 and 2."""
    court = Court()
    court.play(B, B)
    return court


def photograph() -> list[object]:
    """Photograph what a refused appeal must leave alone."""
    rows = (Appeal.objects, AuditEntry.objects, CaseCause.objects, Game.objects)
    return [everything(), *(list(row.order_by("pk").values()) for row in rows)]


def test_an_appeal_holds_the_game_open_and_calls_moderators(court: Court) -> None:
    court.desk.wait(REVIEW - SECOND)
    appeal = court.appeal(1)
    assert (appeal.state, appeal.text, appeal.answer) == (AppealState.OPEN, WHY, "")
    assert court.table.game.review_until == court.desk.now + REVIEW
    case = appeal.case
    assert (case.round_id, case.state, case.rank) == (court.round(1).pk, CaseState.OPEN, 0)
    assert list(case.causes.values_list("reason", flat=True)) == [CaseReason.APPEAL]
    assert court.desk.draw(make_moderator()) == case.pk
    assert AuditEntry.objects.filter(action=TrailAction.APPEAL_FILED, case=case).count() == 1


def test_an_appeal_about_a_round_under_review_joins_its_case(court: Court) -> None:
    pivotal = Case.objects.get(round=court.round(2))
    appeal = court.appeal(2)
    assert appeal.case == pivotal
    reasons = set(pivotal.causes.values_list("reason", flat=True))
    assert reasons == {CaseReason.APPEAL, CaseReason.PIVOTAL}


def test_a_guest_may_appeal() -> None:
    court = Court(sit_down(points=1, human=make_guest()))
    court.play(B)
    assert court.appeal().state == AppealState.OPEN


@pytest.mark.parametrize(("doubts", "firm"), [((), True), ((Doubt.SPLIT_JURY,), False)])
def test_only_an_undoubted_verdict_takes_two_moderators(doubts: tuple[Doubt, ...], firm: bool) -> None:
    court = Court()
    court.play(B, B, doubts=doubts)
    assert court.appeal(1).case.firm is firm


def test_what_moderators_made_or_confirmed_takes_two_moderators() -> None:
    court = Court(sit_down(points=2))
    court.play(B, B, doubts=(Doubt.SPLIT_JURY,))
    court.decide(B, on=CaseReason.SPLIT_JURY)
    court.decide(B, on=CaseReason.SPLIT_JURY)
    assert court.appeal(1).case.firm


def test_the_same_player_who_appeals_again_gets_her_appeal(court: Court) -> None:
    first = court.appeal(1)
    before = photograph()
    assert court.appeal(1) == court.appeal(2, text="Something else.") == first
    assert photograph() == before


def test_who_appealed_as_a_guest_keeps_the_appeal_with_her_account() -> None:
    court = Court(sit_down(points=1, human=make_guest()))
    court.play(B)
    appeal, member = court.appeal(), make_member()
    court.table.game.seats.filter(number=0).update(player_id=member)
    court.table.players = (member, court.table.players[1])
    assert court.appeal() == appeal


def refused(court: Court, error: type[JudgingError], **changes: object) -> str:
    """Appeal in vain, and check that nothing was changed; return what the player is told."""
    values = {
        "game_id": court.table.game_id,
        "round_id": court.round(1).pk,
        "player_id": court.table.players[0],
        "text": WHY,
        "now": court.desk.now,
        **changes,
    }
    before = photograph()
    with pytest.raises(error) as caught:
        services.file_appeal(**values)  # type: ignore[arg-type] # each test changes one of them
    assert photograph() == before
    return str(caught.value)


def test_others_cannot_appeal(court: Court) -> None:
    ai = court.table.players[1]
    for player in (make_member(), make_guest(), ai, 0):
        assert "no such round" in refused(court, NotAllowedError, player_id=player)


def test_rounds_of_other_games_and_forged_ids_are_refused(court: Court) -> None:
    other = Court()
    other.play(B, B)
    for round_id in (other.round(1).pk, 0, 2**62):
        assert "no such round" in refused(court, NotAllowedError, round_id=round_id)
    assert "no such round" in refused(court, NotAllowedError, game_id=other.table.game_id)
    assert "no such round" in refused(court, NotAllowedError, game_id="12345678-1234-5678-1234-567812345678")


@pytest.mark.parametrize("late", [timedelta(0), SECOND, timedelta(days=400)])
def test_the_window_ends(court: Court, late: timedelta) -> None:
    court.desk.wait(REVIEW + late)
    assert "over" in refused(court, StaleCaseError)
    finalise_game(game_id=court.table.game_id, now=court.desk.now)
    assert court.table.game.state == GameState.FINAL
    assert "over" in refused(court, StaleCaseError)


def test_a_game_that_is_played_or_void_takes_none(court: Court) -> None:
    running = Court()
    running.play(B)
    assert "still being played" in refused(running, StaleCaseError)
    void_game(game_id=court.table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=court.desk.now)
    assert "over" in refused(court, StaleCaseError)


def test_what_the_clock_decided_cannot_be_appealed() -> None:
    court = Court(sit_down(points=3))
    court.play(B)
    court.table.miss()
    court.table.miss()
    court.desk.now = court.table.now
    assert court.table.game.state == GameState.PROVISIONAL
    assert "no such round" in refused(court, NotAllowedError, round_id=court.round(2).pk)
    assert court.appeal(1).state == AppealState.OPEN


def test_undecided_and_surplus_rounds_cannot_be_appealed() -> None:
    court = Court()
    court.play(EQUAL, B, EQUAL)
    court.table.ask("And now?")
    court.desk.judged(court.round(1).pk, B)
    assert court.table.game.state == GameState.PROVISIONAL
    assert "does not count" in refused(court, StaleCaseError, round_id=court.round(3).pk)
    assert "no such round" in refused(court, NotAllowedError, round_id=court.round(4).pk)


@pytest.mark.parametrize("text", ["", "   \n", "\u200b\u2060", "a" * 1001, "a" * 1_000_000])
def test_texts_that_are_empty_or_too_long_are_refused(court: Court, text: str) -> None:
    assert "text" in refused(court, InvalidInputError, text=text)


def test_invisible_characters_are_dropped(court: Court) -> None:
    assert court.appeal(1, text="  It\u202e is\u200b wrong.\r\nRead it.\0 ").text == "It is wrong.\nRead it."


def test_a_second_appeal_of_the_other_player_is_refused() -> None:
    """Both seats taken by people, as in games to come."""
    court = Court()
    court.play(B, A, B)
    other = make_member()
    court.table.game.seats.filter(number=1).update(player_id=other)
    court.appeal(1)
    assert "already" in refused(court, StaleCaseError, player_id=other)
