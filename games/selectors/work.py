"""What waits for a worker: AI turns, verdicts, deadlines. Blind or redacted for whoever does the work."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet

from games.domain.ids import GameId, RoundId
from games.domain.minds import AnswerContext, AskContext, PlayerConfig, PublicRound
from games.domain.pools import PlayerKind
from games.domain.rules import Outcome, opponent_of
from games.domain.states import GameState, RoundState
from games.models import AIVersion, Game, Round, Seat


@dataclass(frozen=True)
class BlindPacket:
    """All that a judge may know of a round: no names, no kinds, no seats, no score.

    `families` and `models` are those of the AI systems at the table. They never reach a judge: they say who may not judge.
    """

    round_id: str
    game_id: str
    question: str
    asker_answer: str
    opponent_answer: str
    task_set_name: str
    task_set_definition: str
    jury_slug: str
    families: frozenset[str]
    models: frozenset[str]


@dataclass(frozen=True)
class PendingTurn:
    """A turn that an AI has to take: `context` holds only what this player may see, `config` its mind."""

    game_id: str
    round_id: int
    round_number: int
    player_id: int
    context: AskContext | AnswerContext
    config: PlayerConfig
    deadline_at: datetime

    @property
    def kind(self) -> str:
        """Name the turn: ask or answer."""
        return "ask" if isinstance(self.context, AskContext) else "answer"


def blind_packet(round_id: RoundId) -> BlindPacket | None:
    """Return what a judge may see of a round that waits for its verdict, or of a decided one; None otherwise."""
    row = (
        Round.objects.select_related("game__protocol__task_set")
        .filter(pk=round_id, answered_at__isnull=False, state__in=(RoundState.JUDGING, RoundState.DECIDED))
        .first()
    )
    if row is None:
        return None
    protocol = row.game.protocol
    return BlindPacket(
        round_id=str(row.pk),
        game_id=str(row.game_id),
        question=row.question,
        asker_answer=row.sealed_answer,
        opponent_answer=row.answer,
        task_set_name=protocol.task_set.name,
        task_set_definition=protocol.task_set.definition,
        jury_slug=protocol.jury,
        families=_of_ai(row.game, "family"),
        models=_of_ai(row.game, "model"),
    )


def _of_ai(game: Game, field: str) -> frozenset[str]:
    return frozenset(AIVersion.objects.filter(player__seats__game=game).values_list(field, flat=True)) - {""}


def rounds_awaiting_verdict(
    *, before: datetime, limit: int, excluding: "Collection[int] | QuerySet[Any, Any]" = ()
) -> Sequence[str]:
    """Return rounds of running games that have waited for a verdict since before `before`, the oldest first.

    `excluding` holds the ids of rounds to leave out, or is a query for them.
    """
    rows = (
        Round.objects.filter(state=RoundState.JUDGING, game__state=GameState.PLAYING, answered_at__lt=before)
        .exclude(pk__in=excluding)
        .order_by("answered_at", "pk")
    )
    return [str(pk) for pk in rows.values_list("pk", flat=True)[:limit]]


def pending_turn(game_id: GameId) -> PendingTurn | None:
    """Return the turn that an AI has to take in a game, or None when it is a person's or nobody's turn."""
    row = (
        Round.objects.select_related("game__protocol__task_set")
        .filter(
            game_id=game_id,
            game__state=GameState.PLAYING,
            state__in=(RoundState.ASKING, RoundState.ANSWERING),
        )
        .first()
    )
    if row is None or row.deadline_at is None:
        return None
    mover = row.asker if row.state == RoundState.ASKING else opponent_of(row.asker)
    seat = Seat.objects.select_related("player__ai").get(game_id=game_id, number=mover)
    if seat.player.kind != PlayerKind.AI:
        return None
    return PendingTurn(
        game_id=str(row.game_id),
        round_id=row.pk,
        round_number=row.number,
        player_id=seat.player_id,
        context=_context(row, mover),
        config=_config(seat.player.ai),
        deadline_at=row.deadline_at,
    )


def _context(row: Round, mover: int) -> AskContext | AnswerContext:
    protocol, points = row.game.protocol, (row.game.points_0, row.game.points_1)
    known: dict[str, Any] = {
        "task_set": protocol.task_set.slug,
        "task_set_name": protocol.task_set.name,
        "task_set_definition": protocol.task_set.definition,
        "answer_max_chars": protocol.answer_max_chars,
        "my_points": points[mover],
        "opponent_points": points[opponent_of(mover)],
        "points_to_win": protocol.points_to_win,
        "rounds": _public_rounds(row.game, mover),
    }
    if row.state == RoundState.ASKING:
        return AskContext(question_max_chars=protocol.question_max_chars, **known)
    return AnswerContext(question=row.question, **known)


def _config(mind: AIVersion) -> PlayerConfig:
    endpoint = settings.MODEL_ENDPOINTS.get(mind.endpoint)
    return PlayerConfig(
        engine=mind.engine,
        base_url=endpoint.base_url if endpoint else "",
        api_key=endpoint.api_key if endpoint else "",
        model=mind.model,
        parameters=mind.parameters,
        prompt_version=mind.prompt_version,
    )


def _public_rounds(game: Game, mover: int) -> tuple[PublicRound, ...]:
    rows = Round.objects.filter(game=game, state=RoundState.DECIDED, sealed_at__isnull=False).order_by(
        "number"
    )
    return tuple(
        PublicRound(
            number=row.number,
            mine=row.asker == mover,
            question=row.question,
            asker_answer=row.sealed_answer,
            opponent_answer=row.answer,
            outcome=Outcome(row.outcome),
        )
        for row in rows
    )


def stalled_ai_turns(*, now: datetime, idle_since: datetime, limit: int) -> Sequence[str]:
    """Return games in which an AI has to move and nobody works on it: a retry is due, or its task was lost.

    A turn without any attempt counts as lost once it has been open since before `idle_since`.
    """
    rows = Round.objects.filter(
        _seat_has_to_move(), game__state=GameState.PLAYING, game__seats__player__kind=PlayerKind.AI
    )
    lost = (Q(state=RoundState.ASKING) & Q(opened_at__lt=idle_since)) | (
        Q(state=RoundState.ANSWERING) & Q(sealed_at__lt=idle_since)
    )
    rows = rows.filter(lost | Q(ai_turns__retry_at__lte=now)).prefetch_related("ai_turns").distinct()
    # Turns in progress are read too: they must not crowd out the lost ones.
    free = [str(row.game_id) for row in rows.order_by("pk")[: 10 * limit] if _is_free(row, now)]
    return free[:limit]


def _seat_has_to_move() -> Q:
    """Join rounds with the one seat of their game that has to move."""
    asking = Q(state=RoundState.ASKING, asker=F("game__seats__number"))
    return asking | Q(state=RoundState.ANSWERING) & ~Q(asker=F("game__seats__number"))


def _is_free(row: Round, now: datetime) -> bool:
    kind = "ask" if row.state == RoundState.ASKING else "answer"
    for turn in row.ai_turns.all():
        if turn.kind == kind:
            leased = turn.leased_until is not None and turn.leased_until > now
            waits = turn.retry_at is not None and turn.retry_at > now
            return not leased and not waits and turn.done_at is None
    return True


def overdue_games(*, now: datetime, limit: int) -> Sequence[str]:
    """Return games whose clock ran out, or whose absent player may have to forfeit."""
    late = Q(deadline_at__lte=now)
    # Whoever is away while others have to move, or before a reopened game is resumed, has time.
    away = _seat_has_to_move() & Q(game__seats__present_until__lte=now, game__resume_until=None)
    rows = Round.objects.filter(late | away, game__state=GameState.PLAYING).exclude(state=RoundState.DECIDED)
    return [str(pk) for pk in rows.values_list("game_id", flat=True).distinct()[:limit]]
