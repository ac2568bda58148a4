"""What each viewer may see of a round: the one place that decides when a sealed answer is revealed."""

from games.domain.states import GameState, RoundState

_OVER = (GameState.PROVISIONAL, GameState.FINAL, GameState.ABORTED, GameState.VOID)


def game_is_over(state: GameState) -> bool:
    """Tell whether nobody can move any more."""
    return state in _OVER


def answers_are_revealed(round_state: RoundState, game_state: GameState, *, forfeited: bool = False) -> bool:
    """Tell whether everybody in the game may read both answers: once both are in, or nobody can answer any more.

    Paper 002, Sect. 3: the asker reveals her own answer after the opponent has answered. A game that an
    overturned verdict finished in the middle of a round may be reopened by the next one, and the round
    go on: its answer stays sealed. A `forfeited` game cannot be reopened.
    """
    if round_state in (RoundState.JUDGING, RoundState.DECIDED):
        return True
    return game_state in (GameState.ABORTED, GameState.VOID) or (forfeited and game_is_over(game_state))


def may_watch(game_state: GameState, *, plays: bool) -> bool:
    """Tell whether a viewer may see the game at all: its players always, others once it is over."""
    return plays or game_is_over(game_state)


def opponent_is_named(game_state: GameState, *, chosen: bool) -> bool:
    """Tell whether the players learn who the AI is: after the game, or because they chose it themselves.

    Not from a game that was called off: its draw holds for the next one.
    """
    return chosen or (game_is_over(game_state) and game_state is not GameState.ABORTED)
