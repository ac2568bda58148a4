"""What staff see of players, protocols and games. Rows change through services alone, so all is read-only here."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games import services
from games.domain.errors import NotFoundError
from games.domain.states import OPEN_GAME_STATES, GameState, RoundState
from games.domain.visibility import answers_are_revealed
from games.models import (
    AISystem,
    AIVersion,
    Game,
    GameEvent,
    PairingSlot,
    Player,
    Protocol,
    Round,
    Seat,
    TaskSet,
)

if TYPE_CHECKING:
    ReadOnlyBase = admin.ModelAdmin[Model]
    InlineBase = admin.TabularInline[Model, Model]
else:
    ReadOnlyBase, InlineBase = admin.ModelAdmin, admin.TabularInline

SUSPENSION = timedelta(days=7)
SEALED = "sealed until both answers are in"


class _NobodyWrites:
    """Permissions of rows that nobody edits by hand."""

    def has_add_permission(self, *args: Any) -> bool:
        return False

    def has_change_permission(self, *args: Any) -> bool:
        return False

    def has_delete_permission(self, *args: Any) -> bool:
        return False


class ReadOnlyAdmin(_NobodyWrites, ReadOnlyBase):
    """Rows to look at."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow the filters on the page alone: any other could guess a hidden text letter by letter."""
        return lookup.split("__")[0] in self.list_filter


class NotOwnOpenGames(ReadOnlyAdmin):
    """Rows of games; staff play too, and must not look up here whom they have drawn.

    `game_path` leads from a row to its game.
    """

    game_path: ClassVar[str]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Leave out the games that this member of staff is playing."""
        own = Game.objects.filter(seats__player__owner=request.user.pk, state__in=OPEN_GAME_STATES)
        return super().get_queryset(request).exclude(**{f"{self.game_path}__in": own})


class ReadOnlyInline(_NobodyWrites, InlineBase):
    """Rows to look at, below the row that they belong to."""

    extra = 0
    can_delete = False
    show_change_link = True


class AIVersionInline(ReadOnlyInline):
    """What an AI player is made of."""

    model = AIVersion


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """People and AI versions; AI players can be suspended, reinstated and retired."""

    list_display = ("handle", "kind", "guest", "verified_at", "suspended_until", "fault_streak", "retired_at")
    list_filter = ("kind", "guest")
    search_fields = ("handle",)
    inlines = (AIVersionInline,)
    actions = ("suspend", "reinstate", "retire")

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Tell whether this member of staff may act on AI players: who may change players by Django's permissions."""
        return request.user.has_perm("games.change_player")

    @admin.action(description="Suspend the chosen AI players for seven days", permissions=["act"])
    def suspend(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Take AI players out of the draw for a while."""

        def act(player_id: int, now: datetime) -> None:
            services.suspend_ai_player(player_id=player_id, until=now + SUSPENSION)

        self._each(request, players, "Suspended", act)

    @admin.action(description="Let the chosen AI players play again", permissions=["act"])
    def reinstate(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """End suspensions."""

        def act(player_id: int, _now: datetime) -> None:
            services.reinstate_ai_player(player_id=player_id)

        self._each(request, players, "Reinstated", act)

    @admin.action(description="Retire the chosen AI players for good", permissions=["act"])
    def retire(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        """Take AI players out of the draw for ever."""

        def act(player_id: int, now: datetime) -> None:
            services.retire_ai_player(player_id=player_id, now=now)

        self._each(request, players, "Retired", act)

    def _each(
        self, request: HttpRequest, players: QuerySet[Player], done: str, act: Callable[[int, datetime], None]
    ) -> None:
        """Act on every chosen AI player, keep a record of who did it, and say what was left alone."""
        for player in players:
            try:
                act(player.pk, timezone.now())
            except NotFoundError:
                messages.warning(request, f"{player} is a person: nothing was changed.")
                continue
            self.log_change(request, player, f"{done}.")
            messages.success(request, f"{done}: {player}.")


@admin.register(AISystem)
class AISystemAdmin(ReadOnlyAdmin):
    """AI systems with their versions."""

    list_display = ("name", "slug", "created_at")
    inlines = (AIVersionInline,)


@admin.register(TaskSet)
class TaskSetAdmin(ReadOnlyAdmin):
    """Task sets never change: a changed definition is a new version."""

    list_display = ("name", "version", "slug")


@admin.register(Protocol)
class ProtocolAdmin(ReadOnlyAdmin):
    """Protocols never change: games that were played under them rely on it."""

    list_display = ("name", "slug", "variant", "points_to_win", "task_set", "jury", "retired_at")
    list_filter = ("variant",)


@admin.register(PairingSlot)
class PairingSlotAdmin(NotOwnOpenGames):
    """Draws of opponents, each with its rule and probability."""

    game_path = "games"
    list_display = (
        "id",
        "requester",
        "opponent",
        "protocol",
        "rated",
        "rule",
        "probability",
        "drawn_at",
        "closed_at",
    )
    list_filter = ("pool", "rated")
    list_select_related = ("requester", "opponent", "protocol")
    exclude = ("key",)


class SeatInline(ReadOnlyInline):
    """Who sits where."""

    model = Seat


class RoundInline(ReadOnlyInline):
    """The rounds of a game, without their texts."""

    model = Round
    fields = ("number", "asker", "state", "opened_at", "deadline_at", "outcome", "judged_by")


@admin.register(Game)
class GameAdmin(NotOwnOpenGames):
    """Games with their seats and rounds."""

    game_path = "pk"
    list_display = (
        "id",
        "protocol",
        "state",
        "rated",
        "points_0",
        "points_1",
        "winner",
        "cause",
        "created_at",
    )
    list_filter = ("state", "pool", "rated", "cause")
    list_select_related = ("protocol",)
    search_fields = ("id", "seats__player__handle")
    inlines = (SeatInline, RoundInline)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    """Rounds; what a player sealed is no more visible to staff than to her opponent."""

    list_display = ("game", "number", "state", "outcome", "opened_at", "deadline_at", "judged_by")
    list_filter = ("state", "outcome")
    list_select_related = ("game",)
    # The salt too: with it anybody could test guesses of the answer against the commitment.
    exclude = ("sealed_answer", "salt", "question_key", "answer_key")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Add the two sealed texts, each behind its seal."""
        return [*super().get_readonly_fields(request, obj), "own_answer", "own_salt"]

    @admin.display(description="The asker's own answer")
    def own_answer(self, round_: Round) -> str:
        """Show the sealed answer once it is revealed."""
        return round_.sealed_answer if _revealed(round_) else SEALED

    @admin.display(description="Salt of the commitment")
    def own_salt(self, round_: Round) -> str:
        """Show the salt once the answer is revealed."""
        return round_.salt if _revealed(round_) else SEALED


@admin.register(GameEvent)
class GameEventAdmin(ReadOnlyAdmin):
    """The log of every game, and whether its tasks were sent."""

    list_display = ("game", "seq", "kind", "created_at", "dispatched_at")
    list_filter = ("kind",)
    search_fields = ("game__id",)


def _revealed(round_: Round) -> bool:
    return answers_are_revealed(RoundState(round_.state), GameState(round_.game.state))
