"""What follows from a change in the rounds: the score, the next round, the end. Callers hold the game's lock."""

from datetime import datetime, timedelta

from games import outbox
from games.domain.events import EventKind
from games.domain.pools import PlayerKind
from games.domain.rules import (
    Cause,
    Forfeit,
    Outcome,
    PlayedRound,
    Standing,
    asker_of_round,
    fold,
    opponent_of,
)
from games.domain.states import (
    GameAction,
    GameState,
    RoundAction,
    RoundState,
    next_game_state,
    next_round_state,
)
from games.models import AITurn, Game, PairingSlot, Player, Round, Seat
from games.services.locking import undecided_round

RESUME_WINDOW = timedelta(days=7)


def move_game(game: Game, action: GameAction, **changes: object) -> None:
    """Change a locked game's state by its transition table, with `changes` to other fields."""
    game.state = next_game_state(GameState(game.state), action)
    for name, value in changes.items():
        setattr(game, name, value)
    game.save(update_fields=["state", *changes])


def move_round(round_: Round, action: RoundAction, **changes: object) -> bool:
    """Change a round's state by compare-and-set; return False when somebody else moved it first."""
    before = RoundState(round_.state)
    after = next_round_state(before, action)
    moved = Round.objects.filter(pk=round_.pk, state=before).update(state=after, **changes) == 1
    if moved:
        round_.state = after
        for name, value in changes.items():
            setattr(round_, name, value)
    return moved


def fold_game(game: Game) -> Standing:
    """Recompute where a game stands from its decided rounds alone."""
    rows = Round.objects.filter(game=game, state=RoundState.DECIDED).order_by("number")
    played = [PlayedRound(Outcome(row.outcome), row.asker_late) for row in rows]
    forfeit = None
    if game.forfeit_seat is not None and game.forfeit_after is not None:
        forfeit = Forfeit(game.forfeit_seat, Cause(game.forfeit_cause), game.forfeit_after)
    return fold(game.protocol.rules, game.first_asker, played, forfeit)


def settle(game: Game, now: datetime) -> None:
    """Bring a game in line with its rounds: store the score, then open the next round, end or reopen the game."""
    standing = fold_game(game)
    game.points_0, game.points_1 = standing.points
    game.counted_rounds = standing.counted
    game.winner, game.cause = standing.winner, standing.cause or ""
    if game.state == GameState.PLAYING and standing.over:
        _finish(game, now)
    elif game.state in (GameState.PROVISIONAL, GameState.FINAL) and not standing.over:
        _reopen(game, now)
    game.save(update_fields=["points_0", "points_1", "counted_rounds", "winner", "cause"])
    if game.state == GameState.PLAYING and undecided_round(game) is None:
        open_round(game, number=standing.counted + 1, now=now)


def open_round(game: Game, *, number: int, now: datetime) -> None:
    """Open a round; its asker's clock runs from now."""
    asker = asker_of_round(game.protocol.rules.variant, game.first_asker, number)
    deadline = start_clock(game, asker, RoundState.ASKING, now)
    row = Round.objects.create(
        game=game, number=number, asker=asker, state=RoundState.ASKING, opened_at=now, deadline_at=deadline
    )
    outbox.emit(game=game, kind=EventKind.ROUND_OPENED, now=now, round=row.pk)


def start_clock(game: Game, seat: int, state: RoundState, now: datetime) -> datetime:
    """Return when `seat`, who has to ask or to answer from now on, is late.

    A person whose game was reopened has a whole resume window from the moment when she can move, however
    long a judge or an AI took before; the game remembers until when.
    """
    protocol = game.protocol
    seconds = protocol.ask_seconds if state == RoundState.ASKING else protocol.answer_seconds
    deadline = now + timedelta(seconds=seconds)
    if game.resume_until is None or not is_person(game, seat):
        return deadline
    game.resume_until = max(deadline, now + RESUME_WINDOW)
    game.save(update_fields=["resume_until"])
    return game.resume_until


def is_person(game: Game, seat: int) -> bool:
    """Tell whether a person sits at `seat`."""
    return Seat.objects.filter(game=game, number=seat, player__kind=PlayerKind.HUMAN).exists()


def mover_of(round_: Round) -> int | None:
    """Return the seat that has to move in a round, or None while the judge works."""
    if round_.state == RoundState.ASKING:
        return round_.asker
    return opponent_of(round_.asker) if round_.state == RoundState.ANSWERING else None


def close_slot(game: Game, now: datetime) -> None:
    """Let the player who asked for this game ask for another."""
    PairingSlot.objects.filter(pk=game.slot_id, closed_at=None).update(closed_at=now)


def _finish(game: Game, now: datetime) -> None:
    window = timedelta(seconds=game.protocol.review_window_seconds)
    move_game(
        game,
        GameAction.FINISH,
        cause=game.cause,
        finished_at=_ended_at(game, now),
        review_until=now + window,
        resume_until=None,
    )
    close_slot(game, now)
    faulty = Round.objects.filter(game=game, ai_turns__last_fault__gt="").exists()
    if not faulty:
        Player.objects.filter(seats__game=game, kind=PlayerKind.AI, fault_streak__gt=0).update(fault_streak=0)
    outbox.emit(game=game, kind=EventKind.GAME_FINISHED, now=now)


def _ended_at(game: Game, now: datetime) -> datetime:
    """Return when a game that ends was over by the rules: when its last counted round was decided, or now.

    So a game that was reopened and ends by the same round again keeps its place among the results.
    """
    if game.forfeit_seat is not None and game.cause == game.forfeit_cause:
        return now
    last = Round.objects.get(game=game, number=game.counted_rounds)
    return last.decided_at or now


def _reopen(game: Game, now: datetime) -> None:
    until = now + RESUME_WINDOW
    move_game(game, GameAction.REOPEN, finished_at=None, final_at=None, review_until=None, resume_until=until)
    current = undecided_round(game)
    mover = mover_of(current) if current is not None else None
    if current is not None and mover is not None:
        deadline = start_clock(game, mover, RoundState(current.state), now)
        Round.objects.filter(pk=current.pk).update(deadline_at=deadline)
        _give_ai_another_chance(current)
    outbox.emit(game=game, kind=EventKind.GAME_REOPENED, now=now)


def _give_ai_another_chance(round_: Round) -> None:
    """Forget failed attempts at a turn that the end of the game cut short, or nobody would ever take it."""
    kind = "ask" if round_.state == RoundState.ASKING else "answer"
    AITurn.objects.filter(round=round_, kind=kind).update(
        attempts=0, retry_at=None, leased_until=None, done_at=None
    )
