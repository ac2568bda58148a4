"""The one lock of a game: its own row, taken first in every service that changes the game."""

from games.domain.errors import NotFoundError
from games.domain.ids import GameId, RoundId
from games.models import Game, Round, Seat


def lock_game(game_id: GameId) -> Game:
    """Return the game with its row locked until the transaction ends; raise NotFoundError without one."""
    try:
        return Game.objects.select_for_update(of=("self",)).select_related("protocol", "slot").get(pk=game_id)
    except Game.DoesNotExist:
        raise NotFoundError("There is no such game.") from None


def lock_game_of_round(round_id: RoundId) -> tuple[Game, Round]:
    """Return a round and its locked game."""
    game_id = Round.objects.filter(pk=round_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFoundError("There is no such round.")
    game = lock_game(game_id)
    return game, Round.objects.get(pk=round_id)


def seat_of(game: Game, player_id: int) -> Seat:
    """Return the player's seat; raise NotFoundError for anybody who does not play in this game."""
    try:
        return Seat.objects.get(game=game, player_id=player_id)
    except Seat.DoesNotExist:
        raise NotFoundError("You do not play in this game.") from None


def undecided_round(game: Game) -> Round | None:
    """Return the round that is being played, or was when the game ended."""
    return Round.objects.filter(game=game).exclude(state="decided").first()
