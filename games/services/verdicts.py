"""Verdicts reach the game here: the first decides a round, a later one replaces it and the game is refolded."""

from datetime import datetime

from django.db import transaction

from games import outbox
from games.domain.events import EventKind
from games.domain.ids import RoundId
from games.domain.rules import Outcome
from games.domain.states import FINISHED_GAME_STATES, GameState, RoundAction, RoundState
from games.models import Game, Round
from games.services.locking import lock_game_of_round
from games.services.progress import move_round, settle


@transaction.atomic
def apply_verdict(
    *, round_id: RoundId, outcome: Outcome, reason: str, judged_by: str, verdict_number: int, now: datetime
) -> bool:
    """Put verdict number `verdict_number` (from 1, rising) of a round into force; return whether it changed anything.

    A verdict that comes again, or after a newer one, changes nothing; so does a first verdict for a
    game that ended while the judge worked, and any on a round that the clock decided. Points, winner and later rounds follow from the fold.
    """
    game, round_ = lock_game_of_round(round_id)
    if verdict_number <= round_.verdict_number:
        return False
    verdict = {"outcome": outcome, "reason": reason, "judged_by": judged_by, "verdict_number": verdict_number}
    if round_.state == RoundState.JUDGING and game.state == GameState.PLAYING:
        kind, action = EventKind.ROUND_DECIDED, RoundAction.DECIDE
    elif _was_judged(round_) and game.state in (GameState.PLAYING, *FINISHED_GAME_STATES):
        kind, action = EventKind.VERDICT_REPLACED, RoundAction.REPLACE_VERDICT
    else:
        return False
    return _decide(game, round_, kind, action, now, verdict)


def _was_judged(round_: Round) -> bool:
    """Tell a verdict from the clock's decision: where no question came there is nothing to judge."""
    return round_.state == RoundState.DECIDED and round_.verdict_number >= 1


def _decide(
    game: Game, round_: Round, kind: EventKind, action: RoundAction, now: datetime, verdict: dict[str, object]
) -> bool:
    if action is RoundAction.DECIDE:
        verdict["decided_at"] = now
    if not move_round(round_, action, **verdict):
        return False
    outbox.emit(game=game, kind=kind, now=now, round=round_.pk)
    settle(game, now)
    return True
