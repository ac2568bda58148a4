"""One game: its page, its moves, and its state for a page that polls."""

import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import selectors, services
from games.domain.errors import GameError, NotFoundError, TextRejectedError
from games.forms import AnswerForm, QuestionForm
from games.views.identity import current_player, viewer_id


@never_cache
@require_safe
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game to its players, and to everybody once it is over."""
    return _page(request, game_id)


@never_cache
@require_safe
def state(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return what the websocket would push, and count the request as a sign of life."""
    player_id = viewer_id(request)
    view = _view(game_id, player_id)
    if view.your_seat is not None and not view.over and player_id is not None:
        services.renew_presence(game_id=game_id, player_id=player_id, now=timezone.now())
    html = render_to_string("games/_game.html", {"game": view}, request)
    return JsonResponse({"type": "game", "seq": view.seq, "html": html})


@require_POST
def question(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Seal a question with the asker's own answer."""

    def move(player_id: int, sent: dict[str, Any]) -> None:
        services.submit_question(
            game_id=game_id,
            player_id=player_id,
            round_number=sent["round"],
            question=sent["question"],
            own_answer=sent["answer"],
            key=sent["key"],
            now=timezone.now(),
            rng=random.SystemRandom(),
        )

    return _move(request, game_id, QuestionForm(request.POST), move)


@require_POST
def answer(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Answer the opponent's question."""

    def move(player_id: int, sent: dict[str, Any]) -> None:
        services.submit_answer(
            game_id=game_id,
            player_id=player_id,
            round_number=sent["round"],
            answer=sent["answer"],
            key=sent["key"],
            now=timezone.now(),
        )

    return _move(request, game_id, AnswerForm(request.POST), move)


@require_POST
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give the game up."""

    def move(player_id: int, _sent: dict[str, Any]) -> None:
        services.leave_game(game_id=game_id, player_id=player_id, now=timezone.now())

    return _move(request, game_id, forms.Form(request.POST), move)


def _move(
    request: HttpRequest, game_id: UUID, form: forms.Form, act: Callable[[int, dict[str, Any]], None]
) -> HttpResponse:
    """Let the player act and go back to the game; a refused move shows her text and what to do."""
    player = current_player(request)
    if player is None:
        raise Http404("Only a player of the game can move.")
    if not form.is_valid():
        return _refused(request, game_id, problem="", errors=_form_errors(form), status=422)
    try:
        act(player.id, form.cleaned_data)
    except NotFoundError as error:
        raise Http404(str(error)) from error
    except TextRejectedError as error:
        return _refused(request, game_id, problem="", errors={error.field: str(error)}, status=422)
    except GameError as error:
        return _refused(request, game_id, problem=str(error), errors={}, status=409)
    return redirect("games:game", game_id=game_id)


def _form_errors(form: forms.Form) -> dict[str, str]:
    return {name: str(messages[0]) for name, messages in form.errors.items()}


def _refused(
    request: HttpRequest, game_id: UUID, *, problem: str, errors: dict[str, str], status: int
) -> HttpResponse:
    typed = {name: request.POST.get(name, "") for name in ("question", "answer")}
    if errors and not errors.keys() & typed.keys():
        problem = "The page that sent this was incomplete. Nothing was changed: please try again."
    return _page(request, game_id, status=status, problem=problem, errors=errors, typed=typed)


def _page(request: HttpRequest, game_id: UUID, *, status: int = 200, **context: object) -> HttpResponse:
    view = _view(game_id, viewer_id(request))
    return render(request, "games/game.html", {"game": view, **context}, status=status)


def _view(game_id: UUID, player_id: int | None) -> selectors.GameView:
    try:
        return services.look_at_game(game_id=game_id, viewer_id=player_id, now=timezone.now())
    except NotFoundError as error:
        raise Http404(str(error)) from error
