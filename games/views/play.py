"""Choosing a game and starting it."""

import random

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import selectors, services
from games.domain.catalogue import DEFAULT_PROTOCOL
from games.domain.errors import GameError, NotFoundError
from games.forms import PlayForm
from games.views.identity import current_player, ensure_player


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Show the protocols, or start a game under one of them."""
    if request.method != "POST":
        return _choose(request)
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _choose(request, problem="Choose one of the games below, then press Play.", status=422)
    try:
        game_id = services.start_game(
            player_id=ensure_player(request),
            protocol_slug=form.cleaned_data["protocol"],
            key=form.cleaned_data["key"],
            now=timezone.now(),
            rng=random.SystemRandom(),
            opponent_id=_opponent_id(form.cleaned_data["opponent"]),
        )
    except GameError as error:
        return _choose(request, problem=str(error), status=409)
    return redirect("games:game", game_id=game_id)


def _opponent_id(handle: str) -> int | None:
    """Return the player behind a handle that was sent; raise NotFoundError for an unknown one."""
    return selectors.player_card(handle).id if handle else None


def _choose(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    sent = request.POST.get("protocol") or request.GET.get("protocol")
    context = {
        "protocols": selectors.protocol_cards(),
        "chosen": sent or DEFAULT_PROTOCOL,
        "player": current_player(request),
        "opponent": _named_opponent(request),
        "problem": problem,
    }
    return render(request, "games/play.html", context, status=status)


def _named_opponent(request: HttpRequest) -> selectors.PlayerCard | None:
    handle = request.POST.get("opponent") or request.GET.get("opponent")
    if not handle:
        return None
    try:
        return selectors.player_card(handle)
    except NotFoundError:
        return None
