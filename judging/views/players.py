"""What players do about verdicts: appeal, and note that they have seen a correction."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.domain.errors import NotFoundError
from games.selectors import GameView, game_view, player_of_session
from judging.domain.errors import InvalidInputError, NotAllowedError, StaleCaseError
from judging.forms import AppealForm, SeenForm
from judging.selectors.appeals import MAX_APPEAL_CHARS
from judging.services import file_appeal, mark_corrections_seen

NO_ROUND = "Choose the round whose verdict you want moderators to look at."
# Of what is far too long anyway she gets back enough to shorten it.
KEPT_CHARS = 10 * MAX_APPEAL_CHARS


@require_POST
def appeal(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """File an appeal and go back to the game; a refused one shows her text and what to do."""
    player_id = _player_id(request)
    form = AppealForm(request.POST)
    if not form.is_valid():
        return _refused(request, game_id, player_id, problem=NO_ROUND, status=422)
    try:
        file_appeal(
            game_id=game_id,
            round_id=form.cleaned_data["round"],
            player_id=player_id,
            text=form.cleaned_data["text"],
            now=timezone.now(),
        )
    except NotAllowedError as error:
        raise Http404(str(error)) from error
    except StaleCaseError as error:
        return _refused(request, game_id, player_id, problem=str(error), status=409)
    except InvalidInputError as error:
        return _refused(request, game_id, player_id, error=str(error), status=422)
    return redirect(_game(game_id, part="#game-appeal"))


@require_POST
def seen(request: HttpRequest) -> HttpResponse:
    """Note that the player has seen a correction, and go back to where she saw it."""
    player_id = _player_id(request)
    form = SeenForm(request.POST)
    if not form.is_valid():
        raise Http404("There is no such correction.")
    mark_corrections_seen(
        player_id=player_id, correction_ids=[form.cleaned_data["correction"]], now=timezone.now()
    )
    game_id = form.cleaned_data["game"]
    return redirect(_game(game_id)) if game_id else redirect("games:me")


def _player_id(request: HttpRequest) -> int:
    player = player_of_session(user_id=request.user.pk, guest_id=request.session.get("player_id"))
    if player is None:
        raise Http404("Only players can do that.")
    return player.id


def _game(game_id: UUID, part: str = "") -> str:
    return reverse("games:game", args=[game_id]) + part


def _refused(
    request: HttpRequest, game_id: UUID, player_id: int, *, problem: str = "", error: str = "", status: int
) -> HttpResponse:
    context = {
        "game": _own_game(game_id, player_id),
        "problem": problem,
        "error": error,
        "typed": request.POST.get("text", "")[:KEPT_CHARS],
        "chosen": request.POST.get("round", ""),
    }
    return render(request, "judging/appeal.html", context, status=status)


def _own_game(game_id: UUID, player_id: int) -> GameView:
    try:
        game = game_view(game_id=game_id, viewer_id=player_id, now=timezone.now())
    except NotFoundError as error:
        raise Http404(str(error)) from error
    if game.your_seat is None:
        raise Http404("Only the players of a game can appeal.")
    return game
