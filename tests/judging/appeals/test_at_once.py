"""Appeals that race: on a real database one is filed, whoever else tries at the same moment."""

import pytest

from games.domain.states import GameState
from judging.domain.errors import StaleCaseError
from judging.domain.moderation import UNDO, AppealState, CaseReason, CaseState
from judging.domain.panel import Doubt
from judging.models import Appeal, Case, CaseCause
from tests.games.table import REVIEW, SECOND, make_member, sit_down
from tests.judging.appeals.court import A, B, Court
from tests.judging.moderation.desk import make_moderator
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_appeal_sent_twice_at_once_is_filed_once() -> None:
    court = Court()
    court.play(B, B)
    appeals = at_once(*(lambda number=number: court.appeal(number) for number in (1, 1, 2, 2)))
    assert len({appeal.pk for appeal in appeals if isinstance(appeal, Appeal)}) == 1
    assert Appeal.objects.count() == 1
    assert CaseCause.objects.filter(reason=CaseReason.APPEAL).count() == 1


def test_of_two_players_who_appeal_at_once_one_is_told_why_not() -> None:
    court = Court()
    court.play(B, A, B)
    other = make_member()
    court.table.game.seats.filter(number=1).update(player_id=other)
    court.table.players = (court.table.players[0], other)

    results = at_once(*(lambda seat=seat: court.appeal(1, seat=seat) for seat in (0, 1)))
    assert StaleCaseError in results
    assert Appeal.objects.get() in results


def test_an_appeal_that_races_the_end_of_its_window_is_filed_or_refused_whole() -> None:
    court = Court(sit_down(points=1))
    court.play(B)
    court.desk.wait(REVIEW - SECOND)
    late = Court(court.table, court.desk.__class__(now=court.desk.now + SECOND))

    filed, _ = at_once(court.appeal, late.sweep)
    game, appeals = court.table.game, list(Appeal.objects.all())
    if isinstance(filed, Appeal):
        assert (game.state, appeals) == (GameState.PROVISIONAL, [filed])
    else:
        assert (filed, game.state, appeals) == (StaleCaseError, GameState.FINAL, [])


def test_sweepers_that_settle_an_appeal_at_once_answer_it_once() -> None:
    court = Court(sit_down(points=1))
    court.play(B, doubts=(Doubt.SPLIT_JURY,))
    court.appeal()
    moderator = make_moderator()
    case_id = court.desk.draw(moderator)
    assert case_id is not None
    court.desk.vote(case_id, moderator, A, reason="Jupiter.")
    court.desk.wait(UNDO)
    at_once(*[court.desk.sweep] * 3)
    assert Case.objects.get(pk=case_id).state == CaseState.SETTLED
    assert (court.filed.state, court.table.game.winner) == (AppealState.OVERTURNED, 0)
    assert court.round(1).verdict_number == 2
