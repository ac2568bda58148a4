"""The first page, the texts, and what a supervisor asks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.domain.catalogue import DEFAULT_PROTOCOL
from games.domain.pools import PlayerKind, pool_of
from games.domain.rules import Variant
from games.views.identity import current_player

LATEST_GAMES = 5


@never_cache
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Say what this is and let anybody play at once."""
    context = {
        "default_protocol": _default_protocol(),
        "player": current_player(request),
        "latest_games": selectors.recent_games(limit=LATEST_GAMES),
        "ladder_pool": pool_of(Variant.QG, (PlayerKind.HUMAN, PlayerKind.AI)),
    }
    return render(request, "agplatform/landing.html", context)


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """Explain the rules."""
    return render(request, "agplatform/how.html", {"default_protocol": _default_protocol()})


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Explain the numbers."""
    return render(request, "agplatform/statistics.html")


@require_safe
def favicon(_request: HttpRequest) -> HttpResponse:
    """Lead those who guess the icon's address, such as the pages of the administration, to the icon."""
    return redirect(static("img/favicon.svg"))


def _default_protocol() -> selectors.ProtocolCard | None:
    """Return the protocol that a newcomer plays, or None where there is none at all."""
    cards = selectors.protocol_cards()
    return next((card for card in cards if card.slug == DEFAULT_PROTOCOL), cards[0] if cards else None)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Refuse a request that cannot be read; without the context of other pages, which would read it again."""
    return HttpResponse(render_to_string("400.html"), status=400)
