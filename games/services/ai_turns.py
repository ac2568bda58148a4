"""Turns of AI players: leased to one worker at a time, retried with backoff, conceded when nothing helps."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.domain.ids import RoundId
from games.domain.states import GameState
from games.models import AITurn, Game, Player, Round, Seat
from games.services.clocks import miss_turn
from games.services.locking import lock_game_of_round
from games.services.progress import mover_of

MAX_ATTEMPTS = 4
FIRST_BACKOFF = timedelta(seconds=2)
# Repeated faults take a version out of the draw for a while, so that a dead endpoint spoils few games.
CONCEDED_TURNS_BEFORE_SUSPENSION = 3
SUSPENSION = timedelta(minutes=10)


@transaction.atomic
def claim_turn(*, round_id: RoundId, kind: str, lease: timedelta, now: datetime) -> bool:
    """Lease an AI's turn to this worker; return False while another works on it, or before its retry is due.

    A turn whose last attempt died with its worker is conceded here, once that worker's lease is over.
    """
    game, round_ = lock_game_of_round(round_id)
    turn, _ = AITurn.objects.get_or_create(round_id=round_id, kind=kind)
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = Q(retry_at=None) | Q(retry_at__lte=now)
    open_turn = AITurn.objects.filter(free, due, pk=turn.pk, done_at=None)
    if open_turn.filter(attempts__gte=MAX_ATTEMPTS).update(leased_until=None, done_at=now):
        _concede(game, round_, kind, now)
        return False
    return open_turn.update(leased_until=now + lease, retry_at=None, attempts=F("attempts") + 1) == 1


@transaction.atomic
def finish_turn(*, round_id: RoundId, kind: str, source: str, now: datetime) -> None:
    """Note that the turn was taken; `source` says where the text came from (model, bank, rules)."""
    AITurn.objects.filter(round_id=round_id, kind=kind, done_at=None).update(
        done_at=now, source=source, leased_until=None
    )


@transaction.atomic
def record_fault(
    *,
    round_id: RoundId,
    kind: str,
    fault: str,
    retry_after: float | None,
    now: datetime,
    provoked: bool = False,
) -> bool:
    """Note a technical fault of an AI: try again later on its own clock, or concede the turn.

    Conceding an answer leaves it empty; conceding a question counts as ill-defined. Return whether
    the turn was conceded. `retry_after` is the endpoint's own wish in seconds, if it had one. A fault
    that the opponent's text may have `provoked` loses the turn but counts towards no suspension: nobody
    can ask an AI out of the draw.
    """
    game, round_ = lock_game_of_round(round_id)
    turn = AITurn.objects.select_for_update().get(round_id=round_id, kind=kind)
    if turn.done_at is not None:
        return False
    backoff = FIRST_BACKOFF * 2 ** max(turn.attempts - 1, 0)
    retry_at = now + max(backoff, timedelta(seconds=retry_after or 0))
    hopeless = turn.attempts >= MAX_ATTEMPTS or (
        round_.deadline_at is not None and retry_at >= round_.deadline_at
    )
    turn.last_fault, turn.leased_until = fault[:300], None
    turn.retry_at, turn.done_at = (None, now) if hopeless else (retry_at, None)
    turn.save(update_fields=["last_fault", "leased_until", "retry_at", "done_at"])
    return hopeless and _concede(game, round_, kind, now, counts=not provoked)


def _concede(game: Game, round_: Round, kind: str, now: datetime, *, counts: bool = True) -> bool:
    waits_for = "asking" if kind == "ask" else "answering"
    mover = mover_of(round_)
    if game.state != GameState.PLAYING or round_.state != waits_for or mover is None:
        return False
    if counts:
        _count_fault(game, mover, now)
    miss_turn(game, round_, now)
    return True


def _count_fault(game: Game, seat: int, now: datetime) -> None:
    player = Player.objects.select_for_update().get(seats=Seat.objects.get(game=game, number=seat))
    player.fault_streak += 1
    if player.fault_streak >= CONCEDED_TURNS_BEFORE_SUSPENSION:
        player.suspended_until, player.fault_streak = now + SUSPENSION, 0
    player.save(update_fields=["fault_streak", "suspended_until"])
