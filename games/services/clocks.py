"""Deadlines: kept in the database, enforced by the sweeper and whenever somebody looks at the game."""

from datetime import datetime

from django.db import transaction

from games import outbox
from games.domain.events import EventKind
from games.domain.ids import GameId
from games.domain.presence import absence_ends_at
from games.domain.rules import Cause, Outcome
from games.domain.states import GameState, RoundAction, RoundState
from games.models import Game, Round, Seat
from games.services import endings
from games.services.locking import lock_game, undecided_round
from games.services.progress import is_person, move_round, mover_of, settle


@transaction.atomic
def enforce_clock(*, game_id: GameId, now: datetime) -> bool:
    """Apply what a passed deadline or a player's absence means; return whether anything changed.

    Asker late: the round counts as ill-defined, a second time running forfeits (the fold decides).
    Answer late: the empty answer is judged. Absent too long on her own turn: the game is forfeited. So it
    is when a person lets the resume window of a reopened game pass on her own turn.
    """
    game = lock_game(game_id)
    round_ = undecided_round(game)
    if game.state != GameState.PLAYING or round_ is None:
        return False
    if round_.deadline_at is not None and now >= round_.deadline_at:
        _let_time_pass(game, round_, now)
        return True
    absent = _absent_seat(game, round_, now)
    if absent is not None:
        endings.forfeit(game, absent, Cause.ABANDONED, now)
        return True
    return False


def _let_time_pass(game: Game, round_: Round, now: datetime) -> None:
    mover = mover_of(round_)
    if mover is not None and game.resume_until is not None and is_person(game, mover):
        endings.forfeit(game, mover, Cause.NOT_RESUMED, now)
    else:
        miss_turn(game, round_, now)


def miss_turn(game: Game, round_: Round, now: datetime) -> None:
    """Let the one who has to move in a locked game's round be late."""
    if round_.state == RoundState.ANSWERING:
        if move_round(round_, RoundAction.MISS_ANSWER, answered_at=now, opponent_late=True, deadline_at=None):
            outbox.emit(game=game, kind=EventKind.ANSWER_MISSED, now=now, round=round_.pk)
        return
    if not endings.has_sealed_question(game):
        endings.abort(game, Cause.NEVER_STARTED, now)
        return
    missed = {"asker_late": True, "outcome": Outcome.ILL_DEFINED, "decided_at": now, "deadline_at": None}
    if move_round(
        round_, RoundAction.MISS_QUESTION, judged_by="clock", reason="No question came in time.", **missed
    ):
        outbox.emit(game=game, kind=EventKind.QUESTION_MISSED, now=now, round=round_.pk)
        settle(game, now)


def _absent_seat(game: Game, round_: Round, now: datetime) -> int | None:
    mover = mover_of(round_)
    if mover is None or game.resume_until is not None:
        return None
    forfeits_at = absence_ends_at(
        present_until=Seat.objects.get(game=game, number=mover).present_until,
        turn_began=round_.opened_at if round_.state == RoundState.ASKING else round_.sealed_at,
        grace_seconds=game.protocol.leave_grace_seconds,
    )
    return mover if forfeits_at is not None and now >= forfeits_at else None
