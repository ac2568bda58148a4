"""Who sees what, when; and when somebody who went away has lost."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from games.domain.presence import absence_ends_at
from games.domain.states import GameState, RoundState
from games.domain.visibility import answers_are_revealed, game_is_over, may_watch, opponent_is_named

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
RUNNING = {GameState.WAITING, GameState.PLAYING}


@pytest.mark.parametrize("state", GameState)
def test_a_game_is_over_when_nobody_can_move(state: GameState) -> None:
    assert game_is_over(state) == (state not in RUNNING)


@pytest.mark.parametrize(("plays", "state"), list(product([True, False], GameState)))
def test_visitors_see_only_games_that_are_over(plays: bool, state: GameState) -> None:
    assert may_watch(state, plays=plays) == (plays or state not in RUNNING)


@pytest.mark.parametrize(("chosen", "state"), list(product([True, False], GameState)))
def test_a_drawn_opponent_stays_nameless_until_the_end_of_a_game_that_began(
    chosen: bool, state: GameState
) -> None:
    nameless = {*RUNNING, GameState.ABORTED}
    assert opponent_is_named(state, chosen=chosen) == (chosen or state not in nameless)


@pytest.mark.parametrize(
    ("present", "began", "ends"),
    [
        (NOON, NOON - timedelta(minutes=5), NOON + timedelta(seconds=60)),
        (NOON - timedelta(minutes=5), NOON, NOON + timedelta(seconds=60)),
        (None, NOON, None),
        (NOON, None, None),
    ],
)
def test_absence_counts_from_the_later_of_departure_and_turn(
    present: datetime | None, began: datetime | None, ends: datetime | None
) -> None:
    assert absence_ends_at(present_until=present, turn_began=began, grace_seconds=60) == ends


@pytest.mark.parametrize(("round_state", "game_state"), list(product(RoundState, GameState)))
def test_answers_are_revealed_once_both_are_in_or_nobody_can_answer_any_more(
    round_state: RoundState, game_state: GameState
) -> None:
    both_in = round_state in {RoundState.JUDGING, RoundState.DECIDED}
    annulled = game_state in {GameState.ABORTED, GameState.VOID}
    assert answers_are_revealed(round_state, game_state) == (both_in or annulled)
    assert answers_are_revealed(round_state, game_state, forfeited=True) == (
        both_in or game_state not in RUNNING
    )
