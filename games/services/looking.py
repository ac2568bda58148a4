"""Looking at a game: clocks that ran out are enforced before anybody is shown a state that is no longer true."""

from datetime import datetime

from games import outbox
from games.domain.ids import GameId
from games.models import Game
from games.selectors.game_view import GameView, game_view
from games.services.clocks import enforce_clock


def look_at_game(*, game_id: GameId, viewer_id: int | None, now: datetime) -> GameView:
    """Return the game as the viewer may see it now; raise NotFoundError where she may not."""
    view = game_view(game_id=game_id, viewer_id=viewer_id, now=now)
    if not view.over and _clock_ran_out(view, now) and enforce_clock(game_id=game_id, now=now):
        return game_view(game_id=game_id, viewer_id=viewer_id, now=now)
    return view


def refresh_watchers(*, game_id: GameId) -> None:
    """Make live pages fetch a game again after something beside it changed, such as the players' ratings."""
    seq = Game.objects.filter(pk=game_id).values_list("last_seq", flat=True).first()
    if seq is not None:
        outbox.poke(game_id, seq)


def _clock_ran_out(view: GameView, now: datetime) -> bool:
    ends = [view.deadline_at, *(seat.forfeits_at for seat in view.seats)]
    return any(end is not None and end <= now for end in ends)
