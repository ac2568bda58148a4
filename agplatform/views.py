"""The first page, the texts, and what a supervisor asks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from games import selectors
from games.domain.catalogue import DEFAULT_PROTOCOL
from games.domain.pools import PlayerKind, pool_of
from games.domain.rules import Variant

LATEST_GAMES = 5


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Say what this is and let anybody play at once."""
    protocols = selectors.protocol_cards()
    default = next((card for card in protocols if card.slug == DEFAULT_PROTOCOL), None)
    context = {
        "default_protocol": default or (protocols[0] if protocols else None),
        "latest_games": selectors.recent_games(limit=LATEST_GAMES),
        "ladder_pool": pool_of(Variant.QG, (PlayerKind.HUMAN, PlayerKind.AI)),
    }
    return render(request, "agplatform/landing.html", context)


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """Explain the rules."""
    return render(request, "agplatform/how.html")


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Explain the numbers."""
    return render(request, "agplatform/statistics.html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Refuse a request that cannot be read; without the context of other pages, which would read it again."""
    return HttpResponse(render_to_string("400.html"), status=400)
