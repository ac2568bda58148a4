"""States of games and rounds, and the only moves between them (docs/architecture.md has the diagram)."""

from enum import StrEnum


class GameState(StrEnum):
    """Where a game stands."""

    WAITING = "waiting"
    PLAYING = "playing"
    PROVISIONAL = "provisional"
    FINAL = "final"
    ABORTED = "aborted"
    VOID = "void"


class GameAction(StrEnum):
    """What can happen to a game."""

    START = "start"
    FINISH = "finish"
    FINALISE = "finalise"
    REOPEN = "reopen"
    ABORT = "abort"
    VOID = "void"


class RoundState(StrEnum):
    """Where a round stands."""

    ASKING = "asking"
    ANSWERING = "answering"
    JUDGING = "judging"
    DECIDED = "decided"


class RoundAction(StrEnum):
    """What can happen to a round."""

    SEAL_QUESTION = "seal_question"
    MISS_QUESTION = "miss_question"
    SEAL_ANSWER = "seal_answer"
    MISS_ANSWER = "miss_answer"
    DECIDE = "decide"
    REPLACE_VERDICT = "replace_verdict"


OPEN_GAME_STATES = (GameState.WAITING, GameState.PLAYING)
FINISHED_GAME_STATES = (GameState.PROVISIONAL, GameState.FINAL)

GAME_TRANSITIONS: dict[tuple[GameState, GameAction], GameState] = {
    (GameState.WAITING, GameAction.START): GameState.PLAYING,
    (GameState.WAITING, GameAction.ABORT): GameState.ABORTED,
    (GameState.WAITING, GameAction.VOID): GameState.VOID,
    (GameState.PLAYING, GameAction.FINISH): GameState.PROVISIONAL,
    (GameState.PLAYING, GameAction.ABORT): GameState.ABORTED,
    (GameState.PLAYING, GameAction.VOID): GameState.VOID,
    (GameState.PROVISIONAL, GameAction.FINALISE): GameState.FINAL,
    (GameState.PROVISIONAL, GameAction.REOPEN): GameState.PLAYING,
    (GameState.PROVISIONAL, GameAction.VOID): GameState.VOID,
    (GameState.FINAL, GameAction.REOPEN): GameState.PLAYING,
    (GameState.FINAL, GameAction.VOID): GameState.VOID,
}

ROUND_TRANSITIONS: dict[tuple[RoundState, RoundAction], RoundState] = {
    (RoundState.ASKING, RoundAction.SEAL_QUESTION): RoundState.ANSWERING,
    (RoundState.ASKING, RoundAction.MISS_QUESTION): RoundState.DECIDED,
    (RoundState.ANSWERING, RoundAction.SEAL_ANSWER): RoundState.JUDGING,
    (RoundState.ANSWERING, RoundAction.MISS_ANSWER): RoundState.JUDGING,
    (RoundState.JUDGING, RoundAction.DECIDE): RoundState.DECIDED,
    (RoundState.DECIDED, RoundAction.REPLACE_VERDICT): RoundState.DECIDED,
}


class IllegalMoveError(Exception):
    """The state does not allow the action."""


def next_game_state(state: GameState, action: GameAction) -> GameState:
    """Return the state after `action`; raise IllegalMoveError where the table has no such move."""
    try:
        return GAME_TRANSITIONS[state, action]
    except KeyError:
        raise IllegalMoveError(f"A {state} game cannot {action}.") from None


def next_round_state(state: RoundState, action: RoundAction) -> RoundState:
    """Return the state after `action`; raise IllegalMoveError where the table has no such move."""
    try:
        return ROUND_TRANSITIONS[state, action]
    except KeyError:
        raise IllegalMoveError(f"A round in state {state} cannot {action}.") from None
