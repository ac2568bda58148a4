"""Tables of ratings for the pages of every app."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.context import Context

from games.domain.ids import GameId
from games.domain.pools import Pool
from ratings import selectors
from ratings.domain import elo

register = template.Library()
TOP = 10
# Pools for which Play draws opponents; games in the others start elsewhere.
PLAYABLE = (Pool.AG_HUMAN_AI, Pool.QG_HUMAN_AI)


@register.inclusion_tag("ratings/_table.html", takes_context=True)
def ladder_table(context: Context, pool: str, limit: int = TOP) -> dict[str, Any]:
    """Show the top of a pool's ladder."""
    return _table(context, Pool(pool), selectors.ladder(Pool(pool), limit=limit))


@register.inclusion_tag("ratings/_table.html", takes_context=True)
def ladder_rows(context: Context, pool: Pool, rows: Sequence[selectors.LadderRow]) -> dict[str, Any]:
    """Show a part of a ladder that a view has read."""
    return _table(context, pool, rows)


@register.inclusion_tag("ratings/_changes.html")
def rating_changes(game_id: GameId) -> dict[str, Any]:
    """Show both players' ratings before and after a game; nothing for a game that is not rated."""
    changes = selectors.rating_changes(game_id)
    return {
        "changes": changes,
        "awaited": not changes and selectors.awaits_rating(game_id),
    }


@register.inclusion_tag("ratings/_player.html")
def player_ratings(player_id: int) -> dict[str, Any]:
    """Show where a player stands on every ladder."""
    return {"ratings": selectors.player_ratings(player_id)}


@register.inclusion_tag("ratings/_elo.html")
def elo_in_a_line() -> dict[str, Any]:
    """Say how ratings are computed, and how far they can be trusted."""
    return {
        "start": elo.START,
        "step": elo.K,
        "scale": elo.SCALE,
        "provisional_games": selectors.PROVISIONAL_GAMES,
    }


def _table(context: Context, pool: Pool, rows: Sequence[selectors.LadderRow]) -> dict[str, Any]:
    return {
        "pool": pool,
        "rows": rows,
        "playable": pool in PLAYABLE,
        "provisional_games": selectors.PROVISIONAL_GAMES,
        "user": context.get("user"),
    }


@register.filter
def signed(points: int) -> str:
    """Write a change with its sign, a real minus among them."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points < 0 else "0"
