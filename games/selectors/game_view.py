"""A game as one viewer may see it: redacted here, once, for page, fragment, websocket and export alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import F

from games.domain.errors import NotFoundError
from games.domain.ids import GameId
from games.domain.pairing import CHOSEN_RULE
from games.domain.pools import PlayerKind
from games.domain.presence import absence_ends_at
from games.domain.rules import Cause, Outcome, opponent_of, scorer
from games.domain.states import GameState, RoundState
from games.domain.visibility import answers_are_revealed, game_is_over, may_watch, opponent_is_named
from games.models import Game, Round, Seat
from games.selectors.players import ProtocolTerms, protocol_terms

HIDDEN_NAME = "Your opponent"


class Turn(StrEnum):
    """What the viewer can do now, or what everybody waits for."""

    ASK = "ask"
    ANSWER = "answer"
    WAIT_FOR_QUESTION = "wait_for_question"
    WAIT_FOR_ANSWER = "wait_for_answer"
    WAIT_FOR_VERDICT = "wait_for_verdict"
    OVER = "over"


class Result(StrEnum):
    """How a game ended for the viewer's seat."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    NO_RESULT = "no_result"


class Presence(StrEnum):
    """What is known of a seat's player right now."""

    HERE = "here"
    AWAY = "away"
    THINKING = "thinking"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class SeatView:
    """One seat. `handle` is empty while its player is hidden; `forfeits_at` is set while she is away on her turn."""

    number: int
    name: str
    handle: str
    is_you: bool
    is_ai: bool
    hidden: bool
    points: int
    presence: Presence
    forfeits_at: datetime | None
    has_turn: bool


@dataclass(frozen=True)
class RoundView:
    """One round. Texts that the viewer may not see yet are empty; `sealed` says that one exists.

    `counted` is False for surplus rounds (after an overturned verdict) and unfinished ones. `salt` is
    given out with the reveal, for checking `commitment` = SHA-256 of "salt:answer".
    """

    id: int
    number: int
    state: RoundState
    asker: int
    question: str
    asker_answer: str
    opponent_answer: str
    sealed: bool
    revealed: bool
    commitment: str
    salt: str
    asker_late: bool
    opponent_late: bool
    outcome: Outcome | None
    point_to: int | None
    reason: str
    judged_by: str
    verdict_number: int
    counted: bool
    decided_at: datetime | None


@dataclass(frozen=True)
class GameView:
    """A whole game for one viewer; `your_seat` is None for a spectator, `seq` numbers its last event.

    `turn_began_at` is when the one who has to move could begin: when the round was opened, or its question sealed.
    """

    id: str
    seq: int
    state: GameState
    protocol: ProtocolTerms
    pool: str
    rated: bool
    your_seat: int | None
    seats: tuple[SeatView, SeatView]
    rounds: tuple[RoundView, ...]
    current: RoundView | None
    turn: Turn
    turn_began_at: datetime | None
    deadline_at: datetime | None
    server_now: datetime
    over: bool
    winner: int | None
    cause: Cause | None
    cause_detail: str
    result: Result | None
    draw_rule: str
    draw_probability: float
    started_at: datetime | None
    finished_at: datetime | None
    review_until: datetime | None
    resume_until: datetime | None

    @property
    def you(self) -> SeatView | None:
        """The viewer's own seat."""
        return self.seats[self.your_seat] if self.your_seat is not None else None

    @property
    def opponent(self) -> SeatView:
        """The seat across the table (seat 1 for spectators)."""
        return self.seats[opponent_of(self.your_seat or 0)]


def game_view(*, game_id: GameId, viewer_id: int | None, now: datetime) -> GameView:
    """Return the game as the player `viewer_id` (None: a visitor) may see it; raise NotFoundError otherwise."""
    game, rows = _game_and_rounds(game_id)
    seats = list(game.seats.select_related("player__ai__system").order_by("number"))
    your_seat = next((seat.number for seat in seats if seat.player_id == viewer_id), None)
    if not may_watch(GameState(game.state), plays=your_seat is not None):
        raise NotFoundError("This game is not open to visitors while it is being played.")
    rounds = tuple(_round_view(row, game, your_seat) for row in rows)
    over = game_is_over(GameState(game.state))
    open_row = None if over else next((row for row in rows if row.state != RoundState.DECIDED), None)
    seat_views = tuple(_seat_view(seat, game, your_seat, open_row, now) for seat in seats)
    return GameView(
        id=str(game.pk),
        seq=game.last_seq,
        state=GameState(game.state),
        protocol=protocol_terms(game.protocol),
        pool=game.pool,
        rated=game.rated,
        your_seat=your_seat,
        seats=(seat_views[0], seat_views[1]),
        rounds=rounds,
        current=next((view for view in rounds if open_row and view.id == open_row.pk), None),
        turn=_turn(open_row, your_seat),
        turn_began_at=_turn_began_at(open_row) if open_row else None,
        deadline_at=open_row.deadline_at if open_row else None,
        server_now=now,
        over=over,
        winner=game.winner,
        cause=Cause(game.cause) if game.cause else None,
        cause_detail=game.cause_detail,
        result=_result(game, your_seat) if over else None,
        draw_rule=game.slot.rule,
        draw_probability=game.slot.probability,
        started_at=game.started_at,
        finished_at=game.finished_at,
        review_until=game.review_until,
        resume_until=game.resume_until,
    )


def _game_and_rounds(game_id: GameId) -> tuple[Game, Sequence[Round]]:
    """Return a game and its rounds as of the same event; a move between the two queries starts them over."""
    while True:
        game = Game.objects.select_related("protocol__task_set", "slot").filter(pk=game_id).first()
        if game is None:
            raise NotFoundError("There is no such game.")
        rows = list(game.rounds.annotate(as_of=F("game__last_seq")).order_by("number"))
        if all(row.as_of == game.last_seq for row in rows):
            return game, rows


def _mover(row: Round | None) -> int | None:
    if row is None or row.state == RoundState.JUDGING:
        return None
    return row.asker if row.state == RoundState.ASKING else opponent_of(row.asker)


def _turn_began_at(row: Round) -> datetime | None:
    return row.opened_at if row.state == RoundState.ASKING else row.sealed_at


def _turn(row: Round | None, your_seat: int | None) -> Turn:
    if row is None:
        return Turn.OVER
    if row.state == RoundState.JUDGING:
        return Turn.WAIT_FOR_VERDICT
    yours = _mover(row) == your_seat
    if row.state == RoundState.ASKING:
        return Turn.ASK if yours else Turn.WAIT_FOR_QUESTION
    return Turn.ANSWER if yours else Turn.WAIT_FOR_ANSWER


def _result(game: Game, your_seat: int | None) -> Result | None:
    if your_seat is None:
        return None
    if game.state in (GameState.ABORTED, GameState.VOID):
        return Result.NO_RESULT
    if game.winner is None:
        return Result.DRAWN
    return Result.WON if game.winner == your_seat else Result.LOST


def _seat_view(seat: Seat, game: Game, your_seat: int | None, row: Round | None, now: datetime) -> SeatView:
    player = seat.player
    is_you, is_ai = seat.number == your_seat, player.kind == PlayerKind.AI
    named = (
        is_you or not is_ai or opponent_is_named(GameState(game.state), chosen=game.slot.rule == CHOSEN_RULE)
    )
    has_turn = _mover(row) == seat.number
    return SeatView(
        number=seat.number,
        name=(str(player.ai) if is_ai else player.handle) if named else HIDDEN_NAME,
        handle=player.handle if named else "",
        is_you=is_you,
        is_ai=is_ai,
        hidden=not named,
        points=(game.points_0, game.points_1)[seat.number],
        presence=_presence(seat, is_ai=is_ai, has_turn=has_turn, now=now),
        forfeits_at=_forfeits_at(seat, game, row, now) if has_turn else None,
        has_turn=has_turn,
    )


def _forfeits_at(seat: Seat, game: Game, row: Round | None, now: datetime) -> datetime | None:
    if row is None or seat.present_until is None or seat.present_until > now or game.resume_until is not None:
        return None
    return absence_ends_at(
        present_until=seat.present_until,
        turn_began=_turn_began_at(row),
        grace_seconds=game.protocol.leave_grace_seconds,
    )


def _presence(seat: Seat, *, is_ai: bool, has_turn: bool, now: datetime) -> Presence:
    if is_ai:
        return Presence.THINKING if has_turn else Presence.HERE
    if seat.present_until is None:
        return Presence.UNKNOWN
    return Presence.HERE if seat.present_until > now else Presence.AWAY


def _round_view(row: Round, game: Game, your_seat: int | None) -> RoundView:
    revealed = answers_are_revealed(
        RoundState(row.state), GameState(game.state), forfeited=game.forfeit_seat is not None
    )
    mine_asked = revealed or your_seat == row.asker
    mine_answered = revealed or your_seat == opponent_of(row.asker)
    outcome = Outcome(row.outcome) if row.outcome else None
    return RoundView(
        id=row.pk,
        number=row.number,
        state=RoundState(row.state),
        asker=row.asker,
        question=row.question,
        asker_answer=row.sealed_answer if mine_asked else "",
        opponent_answer=row.answer if mine_answered else "",
        sealed=row.sealed_at is not None,
        revealed=revealed,
        commitment=row.commitment,
        salt=row.salt if revealed else "",
        asker_late=row.asker_late,
        opponent_late=row.opponent_late,
        outcome=outcome,
        point_to=_point_to(outcome, row.asker),
        reason=row.reason,
        judged_by=row.judged_by,
        verdict_number=row.verdict_number,
        counted=row.state == RoundState.DECIDED and row.number <= game.counted_rounds,
        decided_at=row.decided_at,
    )


def _point_to(outcome: Outcome | None, asker: int) -> int | None:
    return scorer(outcome, asker) if outcome else None
