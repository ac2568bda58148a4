"""The two moves of the game: seal a question with its own answer, and answer it."""

import random
import uuid
from datetime import datetime

from django.db import transaction

from games import outbox
from games.domain.commitment import commit, draw_salt
from games.domain.errors import GameError, NotFoundError, NotYourTurnError, StaleMoveError
from games.domain.events import EventKind
from games.domain.ids import GameId
from games.domain.pools import PlayerKind
from games.domain.rules import opponent_of
from games.domain.states import GameState, RoundAction, RoundState
from games.domain.texts import clean_text
from games.models import Game, Round, Seat
from games.services.locking import lock_game, seat_of
from games.services.progress import move_round, mover_of, start_clock


@transaction.atomic
def submit_question(
    *,
    game_id: GameId,
    player_id: int,
    round_number: int,
    question: str,
    own_answer: str,
    key: uuid.UUID,
    now: datetime,
    rng: random.Random,
) -> None:
    """Seal the asker's question and her own answer, and start the opponent's clock.

    Repeating a move with the same `key` changes nothing. Raise NotYourTurnError, StaleMoveError or
    TextRejectedError, all without any change. `rng` draws the salt of the commitment.
    """
    game = lock_game(game_id)
    seat = seat_of(game, player_id)
    round_ = _round_of(game, round_number)
    if round_.question_key == key:
        return
    _require_turn(game, round_, seat, RoundState.ASKING, now)
    limits = game.protocol
    question = clean_text(question, max_chars=limits.question_max_chars, field="question")
    own_answer = clean_text(own_answer, max_chars=limits.answer_max_chars, field="answer")
    salt = draw_salt(rng)
    _moved_or_stale(
        move_round(
            round_,
            RoundAction.SEAL_QUESTION,
            question=question,
            sealed_answer=own_answer,
            salt=salt,
            commitment=commit(salt, own_answer),
            question_key=key,
            sealed_at=now,
            deadline_at=start_clock(game, opponent_of(seat.number), RoundState.ANSWERING, now),
        )
    )
    _note_human_move(game, seat)
    outbox.emit(game=game, kind=EventKind.QUESTION_SEALED, now=now, round=round_.pk)


@transaction.atomic
def submit_answer(
    *, game_id: GameId, player_id: int, round_number: int, answer: str, key: uuid.UUID, now: datetime
) -> None:
    """Hand in the opponent's answer; the round goes to the judge.

    Repeating a move with the same `key` changes nothing. Raise NotYourTurnError, StaleMoveError or
    TextRejectedError, all without any change.
    """
    game = lock_game(game_id)
    seat = seat_of(game, player_id)
    round_ = _round_of(game, round_number)
    if round_.answer_key == key:
        return
    _require_turn(game, round_, seat, RoundState.ANSWERING, now)
    answer = clean_text(answer, max_chars=game.protocol.answer_max_chars, field="answer")
    _moved_or_stale(
        move_round(
            round_, RoundAction.SEAL_ANSWER, answer=answer, answer_key=key, answered_at=now, deadline_at=None
        )
    )
    _note_human_move(game, seat)
    outbox.emit(game=game, kind=EventKind.ANSWER_SEALED, now=now, round=round_.pk)


def _round_of(game: Game, number: int) -> Round:
    try:
        return Round.objects.get(game=game, number=number)
    except Round.DoesNotExist:
        raise NotFoundError("This game has no such round.") from None


def _require_turn(game: Game, round_: Round, seat: Seat, state: RoundState, now: datetime) -> None:
    if game.state != GameState.PLAYING:
        raise GameError("The game is over: nothing was changed.")
    if round_.state != state:
        raise StaleMoveError("The game has moved on since this page was shown: nothing was changed.")
    if mover_of(round_) != seat.number:
        raise NotYourTurnError("It is the other player's turn: nothing was changed.")
    if round_.deadline_at is not None and now >= round_.deadline_at:
        raise StaleMoveError("Your time for this move ran out before it arrived.")


def _moved_or_stale(moved: bool) -> None:
    if not moved:
        raise StaleMoveError("The game has moved on since this page was shown: nothing was changed.")


def _note_human_move(game: Game, seat: Seat) -> None:
    """End a reopened game's resume window: she is back, the ordinary clocks hold again."""
    if game.resume_until and seat.player.kind == PlayerKind.HUMAN:
        Game.objects.filter(pk=game.pk).update(resume_until=None)
