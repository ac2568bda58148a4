"""Looking at a game: clocks that ran out are enforced before anybody is shown a state that is no longer true."""

from datetime import datetime

from games.domain.ids import GameId
from games.selectors.game_view import GameView, game_view
from games.services.clocks import enforce_clock


def look_at_game(*, game_id: GameId, viewer_id: int | None, now: datetime) -> GameView:
    """Return the game as the viewer may see it now; raise NotFoundError where she may not."""
    view = game_view(game_id=game_id, viewer_id=viewer_id, now=now)
    if not view.over and _clock_ran_out(view, now) and enforce_clock(game_id=game_id, now=now):
        return game_view(game_id=game_id, viewer_id=viewer_id, now=now)
    return view


def _clock_ran_out(view: GameView, now: datetime) -> bool:
    ends = [view.deadline_at, *(seat.forfeits_at for seat in view.seats)]
    return any(end is not None and end <= now for end in ends)
