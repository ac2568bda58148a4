"""A game is read in several queries; what happens between them must not show as a game that never was."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.domain.rules import Outcome
from games.selectors import Turn
from tests.games.browsers import browser_of
from tests.games.table import Table, sit_down

pytestmark = pytest.mark.django_db


class BeforeTheRounds:
    """Lets something happen after the game's row was read and before its rounds are."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act: Callable[[], object] | None = act

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401 - Django's own types
        act, reads = self.act, 'FROM "games_round"' in sql
        if act is not None and reads:
            self.act = None
            act()
        return execute(sql, params, many, context)


def about_to_end() -> Table:
    table = sit_down(points=1)
    table.ask()
    table.answer()
    return table


def test_a_verdict_that_comes_while_a_game_is_read_is_in_it_whole() -> None:
    table = about_to_end()
    with connection.execute_wrapper(BeforeTheRounds(lambda: table.verdict(Outcome.ASKER))):
        view = table.view()
    assert (view.over, view.turn, view.winner, view.current) == (True, Turn.OVER, 0, None)
    assert view.seq == table.game.last_seq
    assert view.seats[0].points == 1


def test_the_page_is_whole_when_the_verdict_comes_while_it_is_made() -> None:
    table = about_to_end()
    browser = browser_of(table.players[0])
    with connection.execute_wrapper(BeforeTheRounds(lambda: table.verdict(Outcome.ASKER))):
        reply = browser.get(f"/games/{table.game_id}/")
    assert reply.status_code == 200
    assert "You won, 1 to 0" in reply.content.decode()


def test_a_question_that_comes_while_a_game_is_read_is_in_it_with_its_number() -> None:
    table = sit_down()
    with connection.execute_wrapper(BeforeTheRounds(table.ask)):
        view = table.view()
    assert (view.turn, view.seq) == (Turn.WAIT_FOR_ANSWER, table.game.last_seq)
