"""How long a finished game stays provisional, as those who review its verdicts ask for it."""

from datetime import datetime

from django.db import transaction

from games.domain.ids import GameId, RoundId
from games.domain.states import GameState
from games.services.endings import finalise_game
from games.services.locking import lock_game, lock_game_of_round


def lock_round(*, round_id: RoundId) -> None:
    """Lock the game of a round until the caller's transaction ends.

    Whoever locks rows of her own besides takes this lock first, so that nobody waits in a circle.
    Raise NotFoundError where there is no such round.
    """
    lock_game_of_round(round_id)


@transaction.atomic
def extend_review(*, game_id: GameId, until: datetime) -> bool:
    """Keep a provisional game from becoming final before `until`; return whether it is provisional at all."""
    game = lock_game(game_id)
    if game.state != GameState.PROVISIONAL or game.review_until is None:
        return False
    if game.review_until < until:
        game.review_until = until
        game.save(update_fields=["review_until"])
    return True


@transaction.atomic
def end_review(*, game_id: GameId, now: datetime) -> bool:
    """Make a provisional game final at once, since nothing about it is under review; return whether it did."""
    game = lock_game(game_id)
    if game.state != GameState.PROVISIONAL:
        return False
    game.review_until = now
    game.save(update_fields=["review_until"])
    return finalise_game(game_id=game_id, now=now)
