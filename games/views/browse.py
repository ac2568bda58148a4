"""Lists and cards: recent games, a person's own games, players and protocols."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.domain.errors import NotFoundError
from games.views.identity import current_player, viewer_id

PAGE_SIZE = 20
# Nobody pages further by hand, and a huge offset would make the database count for nothing.
LAST_PAGE = 500


@require_safe
def recent(request: HttpRequest) -> HttpResponse:
    """Show the finished games, the latest first."""
    page = _page_number(request)
    games = selectors.recent_games(limit=PAGE_SIZE + 1, offset=PAGE_SIZE * (page - 1))
    return render(request, "games/recent.html", _paged(games, page))


@never_cache
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Show the games of who plays in this browser."""
    player, page = current_player(request), _page_number(request)
    games: Sequence[selectors.GameLine] = []
    if player is not None:
        games = selectors.games_of(
            player_id=player.id, viewer_id=player.id, limit=PAGE_SIZE + 1, offset=PAGE_SIZE * (page - 1)
        )
    return render(request, "games/me.html", {"player": player, **_paged(games, page)})


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show the AI players that can be played now."""
    return render(request, "games/players.html", {"players": selectors.ready_ai_players(timezone.now())})


@require_safe
def player(request: HttpRequest, handle: str) -> HttpResponse:
    """Show a player and her finished games."""
    try:
        card = selectors.player_card(handle)
    except NotFoundError as error:
        raise Http404(str(error)) from error
    page = _page_number(request)
    games = selectors.games_of(
        player_id=card.id,
        viewer_id=viewer_id(request),
        limit=PAGE_SIZE + 1,
        offset=PAGE_SIZE * (page - 1),
    )
    return render(request, "games/player.html", {"player": card, **_paged(games, page)})


@require_safe
def protocols(request: HttpRequest) -> HttpResponse:
    """Show the protocols that can be played."""
    return render(request, "games/protocols.html", {"protocols": selectors.protocol_cards()})


@require_safe
def protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everything that one protocol fixes, and its latest games."""
    try:
        card = selectors.protocol_card(slug)
    except NotFoundError as error:
        raise Http404(str(error)) from error
    games = selectors.games_of_protocol(slug=slug, limit=PAGE_SIZE)
    return render(request, "games/protocol.html", {"protocol": card, "games": games})


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    return min(max(int(text), 1), LAST_PAGE) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _paged(games: Sequence[selectors.GameLine], page: int) -> dict[str, object]:
    return {
        "games": games[:PAGE_SIZE],
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if len(games) > PAGE_SIZE and page < LAST_PAGE else None,
    }
