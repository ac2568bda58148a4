"""Rows of the ladder; only `ratings.services` writes them. All of them can be rebuilt from the games."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.domain.pools import Pool


class Ladder(models.Model):
    """The ladder of one pool. Its row is the one lock of everything on it."""

    pool = models.CharField(max_length=16, unique=True, choices=[(pool, pool.label) for pool in Pool])
    # When the last rated game finished: what finished long before it was rated or is no rated game.
    rated_until = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"ladder {self.pool}"


class Rating(models.Model):
    """Where a player stands on a ladder: a cache of the fold over its results."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="+")
    rating = models.FloatField()
    wins = models.PositiveIntegerField()
    draws = models.PositiveIntegerField()
    losses = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ladder", "-rating"], name="rating_ladder_rating")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "player"], name="one_rating_per_ladder_and_player")
        ]

    def __str__(self) -> str:
        return f"rating of player {self.player_id}"


class RatingChange(models.Model):
    """What one game did to one player's rating; `number` is the game's place on the ladder, from 1."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="changes")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    score = models.FloatField()
    before = models.FloatField()
    after = models.FloatField()
    finished_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ladder", "finished_at"], name="change_ladder_finished")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player"], name="one_change_per_game_and_player"),
            models.UniqueConstraint(fields=["game", "seat"], name="one_change_per_game_and_seat"),
            models.UniqueConstraint(fields=["ladder", "number", "seat"], name="change_number_unique"),
            models.CheckConstraint(condition=Q(seat__in=(0, 1)), name="change_seat_is_0_or_1"),
            models.CheckConstraint(condition=Q(score__in=(0.0, 0.5, 1.0)), name="change_score_is_a_score"),
            models.CheckConstraint(condition=Q(number__gte=1), name="change_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"change {self.number} of player {self.player_id}"
