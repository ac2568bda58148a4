"""The ladder for staff to look at: every row follows from the games, so nothing can be typed in."""

from django.contrib import admin
from django.http import HttpRequest

from ratings.models import Ladder, Rating, RatingChange


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic only in its stubs
    """Rows that may be seen, but neither added, changed nor deleted."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse; who may view still can."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse."""
        return False


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin):
    """Ladders."""

    list_display = ("pool", "rated_until", "updated_at")


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Where players stand."""

    list_display = ("player", "ladder", "rating", "wins", "draws", "losses")
    list_filter = ("ladder",)
    list_select_related = ("player", "ladder")
    ordering = ("-rating",)
    search_fields = ("player__handle",)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """What each game changed."""

    list_display = ("number", "ladder", "game", "player", "score", "before", "after", "finished_at")
    list_filter = ("ladder",)
    list_select_related = ("player", "ladder", "game")
    ordering = ("-finished_at", "seat")
    search_fields = ("player__handle", "=game__id")
