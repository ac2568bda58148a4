"""Every state with every action: what stands here may happen, everything else may not."""

from itertools import product

import pytest

from games.domain.states import (
    FINISHED_GAME_STATES,
    OPEN_GAME_STATES,
    GameAction,
    GameState,
    IllegalMoveError,
    RoundAction,
    RoundState,
    next_game_state,
    next_round_state,
)

# Written out from the design, not from the tables: rows are states, columns actions.
GAME_TABLE = """
             start    finish       finalise  reopen   abort    void
waiting      playing  -            -         -        aborted  void
playing      -        provisional  -         -        aborted  void
provisional  -        -            final     playing  -        void
final        -        -            -         playing  -        void
aborted      -        -            -         -        -        -
void         -        -            -         -        -        -
"""
ROUND_TABLE = """
           seal_question  miss_question  seal_answer  miss_answer  decide   replace_verdict
asking     answering      decided        -            -            -        -
answering  -              -              judging      judging      -        -
judging    -              -              -            -            decided  -
decided    -              -              -            -            -        decided
"""


def read(table: str) -> dict[tuple[str, str], str]:
    head, *rows = (line.split() for line in table.strip().splitlines())
    return {(row[0], action): after for row in rows for action, after in zip(head, row[1:], strict=True)}


GAME, ROUND = read(GAME_TABLE), read(ROUND_TABLE)


@pytest.mark.parametrize(("state", "action"), list(product(GameState, GameAction)))
def test_every_game_state_meets_every_action(state: GameState, action: GameAction) -> None:
    expected = GAME[state, action]
    if expected == "-":
        with pytest.raises(IllegalMoveError, match=state):
            next_game_state(state, action)
    else:
        assert next_game_state(state, action) == expected


@pytest.mark.parametrize(("state", "action"), list(product(RoundState, RoundAction)))
def test_every_round_state_meets_every_action(state: RoundState, action: RoundAction) -> None:
    expected = ROUND[state, action]
    if expected == "-":
        with pytest.raises(IllegalMoveError, match=state):
            next_round_state(state, action)
    else:
        assert next_round_state(state, action) == expected


def test_a_game_is_open_finished_or_annulled() -> None:
    annulled = {GameState.ABORTED, GameState.VOID}
    assert {*OPEN_GAME_STATES, *FINISHED_GAME_STATES, *annulled} == set(GameState)
    assert not set(OPEN_GAME_STATES) & set(FINISHED_GAME_STATES)
