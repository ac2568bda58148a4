"""What people and AI systems answered in games that are over, with nothing of their names."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from games.domain.pools import PlayerKind, Pool
from games.domain.states import FINISHED_GAME_STATES, RoundState
from games.models import Round

HUMAN_AI_POOLS = (Pool.AG_HUMAN_AI, Pool.QG_HUMAN_AI)


@dataclass(frozen=True)
class FinishedAnswer:
    """One answer of a finished game between a person and an AI: sealed by its asker, or given by the opponent.

    `author_id` is the player who wrote it, `person_id` the person of the game, who may be the same.
    """

    game_id: str
    author_id: int
    person_id: int
    by_ai: bool
    text: str


def finished_answers(*, rounds: int) -> Sequence[FinishedAnswer]:
    """Return the answers of the last decided `rounds` of finished games of a person against an AI, the newest first.

    Missed answers are left out. What was answered in a game that is over is public.
    """
    rows = (
        Round.objects.filter(
            state=RoundState.DECIDED, game__state__in=FINISHED_GAME_STATES, game__pool__in=HUMAN_AI_POOLS
        )
        .annotate(author_kind=F("game__seats__player__kind"), seat=F("game__seats__number"))
        .order_by("-decided_at", "pk", "seat")
        .values_list(
            "game_id", "asker", "sealed_answer", "answer", "seat", "game__seats__player_id", "author_kind"
        )
    )[: 2 * rounds]
    written = [
        (game_id, author_id, kind == PlayerKind.AI, sealed if seat == asker else given)
        for game_id, asker, sealed, given, seat, author_id, kind in rows
    ]
    person_of = {game_id: author_id for game_id, author_id, by_ai, _ in written if not by_ai}
    return [
        FinishedAnswer(str(game_id), author_id, person_of[game_id], by_ai, text)
        for game_id, author_id, by_ai, text in written
        if text
    ]
