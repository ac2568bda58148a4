"""Which tasks each kind of event starts. Every kind stands here, with an empty entry where none follows."""

from dataclasses import dataclass

from games.domain.events import EventKind, EventRecord


@dataclass(frozen=True)
class TaskCall:
    """A task by name, and which id of the event it takes: "game" or "round"."""

    task: str
    takes: str

    def argument(self, event: EventRecord) -> str:
        """Return the id that the task takes, as text."""
        return event.game_id if self.takes == "game" else str(event.payload["round"])


TAKE_TURN = TaskCall("games.tasks.take_turn", takes="game")
JUDGE_ROUND = TaskCall("judging.tasks.judge_round", takes="round")
RATE_GAME = TaskCall("ratings.tasks.rate_game", takes="game")

WIRING: dict[EventKind, tuple[TaskCall, ...]] = {
    EventKind.GAME_STARTED: (),
    EventKind.ROUND_OPENED: (TAKE_TURN,),
    EventKind.QUESTION_SEALED: (TAKE_TURN,),
    EventKind.QUESTION_MISSED: (),
    EventKind.ANSWER_SEALED: (JUDGE_ROUND,),
    EventKind.ANSWER_MISSED: (JUDGE_ROUND,),
    EventKind.ROUND_DECIDED: (),
    EventKind.VERDICT_REPLACED: (RATE_GAME,),
    EventKind.GAME_FINISHED: (RATE_GAME,),
    EventKind.GAME_FINALISED: (RATE_GAME,),
    EventKind.GAME_REOPENED: (RATE_GAME, TAKE_TURN),
    EventKind.GAME_ABORTED: (),
    EventKind.GAME_VOIDED: (RATE_GAME,),
}
