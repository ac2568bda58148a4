"""How games end other than by verdicts: leaving, abandonment, faults, and the end of the review window."""

from datetime import datetime

from django.db import transaction

from games import outbox
from games.domain.errors import StaleMoveError
from games.domain.events import EventKind
from games.domain.ids import GameId
from games.domain.rules import Cause
from games.domain.states import OPEN_GAME_STATES, GameAction, GameState, RoundState
from games.models import Game, Round
from games.services.locking import lock_game, seat_of
from games.services.progress import close_slot, move_game, settle


@transaction.atomic
def leave_game(*, game_id: GameId, player_id: int, now: datetime) -> None:
    """Give a game up: it is lost, or merely aborted before the first sealed question.

    Leaving twice is the same as once. Raise StaleMoveError when the game ended otherwise before.
    """
    game = lock_game(game_id)
    seat = seat_of(game, player_id)
    if game.state not in OPEN_GAME_STATES:
        if game.forfeit_seat == seat.number or game.state == GameState.ABORTED:
            return
        raise StaleMoveError("The game was already over.")
    forfeit(game, seat.number, Cause.RESIGNED, now)


def forfeit(game: Game, seat: int, cause: Cause, now: datetime) -> None:
    """End a locked open game against `seat`; before the first sealed question it is aborted, not lost."""
    if not has_sealed_question(game):
        abort(game, Cause.NEVER_STARTED, now)
        return
    game.forfeit_seat, game.forfeit_cause = seat, cause
    game.forfeit_after = Round.objects.filter(game=game, state=RoundState.DECIDED).count()
    game.save(update_fields=["forfeit_seat", "forfeit_cause", "forfeit_after"])
    settle(game, now)


def abort(game: Game, cause: Cause, now: datetime) -> None:
    """End a locked game that never got going; nobody won or lost."""
    move_game(game, GameAction.ABORT, cause=cause, finished_at=now)
    close_slot(game, now)
    outbox.emit(game=game, kind=EventKind.GAME_ABORTED, now=now)


def has_sealed_question(game: Game) -> bool:
    """Tell whether any question of a game was ever sealed."""
    return Round.objects.filter(game=game, sealed_at__isnull=False).exists()


@transaction.atomic
def void_game(*, game_id: GameId, cause: Cause, detail: str, now: datetime) -> bool:
    """Annul a game that the platform could not bring to an honest end; return False if it already is void or aborted."""
    game = lock_game(game_id)
    if game.state in (GameState.VOID, GameState.ABORTED):
        return False
    move_game(
        game,
        GameAction.VOID,
        cause=cause,
        cause_detail=detail[:300],
        winner=None,
        finished_at=game.finished_at or now,
        resume_until=None,
    )
    close_slot(game, now)
    outbox.emit(game=game, kind=EventKind.GAME_VOIDED, now=now)
    return True


@transaction.atomic
def finalise_game(*, game_id: GameId, now: datetime) -> bool:
    """Make a provisional game final once its review window has passed; return whether it did."""
    game = lock_game(game_id)
    if game.state != GameState.PROVISIONAL or game.review_until is None or now < game.review_until:
        return False
    move_game(game, GameAction.FINALISE, final_at=now)
    outbox.emit(game=game, kind=EventKind.GAME_FINALISED, now=now)
    return True
