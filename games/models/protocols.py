"""What is played: task sets and the immutable protocols of games."""

from django.db import models
from django.db.models import F, Q

from games.domain.rules import Rules, Variant
from games.models.frozen import FrozenModel


class TaskSet(FrozenModel):
    """The set T of tasks that questions must belong to; the judge enforces `definition` (paper 002, Sect. 3)."""

    slug = models.SlugField(max_length=60)
    version = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    definition = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["slug", "version"], name="task_set_version_unique")]

    def __str__(self) -> str:
        return f"{self.name} (version {self.version})"


class Protocol(FrozenModel):
    """All that is fixed before a game begins; a changed protocol is a new one with its own statistics."""

    MUTABLE_FIELDS = frozenset({"retired_at"})

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    variant = models.CharField(max_length=4, choices=[(variant, variant) for variant in Variant])
    points_to_win = models.PositiveIntegerField()
    round_cap = models.PositiveIntegerField()
    ask_seconds = models.PositiveIntegerField()
    answer_seconds = models.PositiveIntegerField()
    leave_grace_seconds = models.PositiveIntegerField()
    question_max_chars = models.PositiveIntegerField()
    answer_max_chars = models.PositiveIntegerField()
    review_window_seconds = models.PositiveIntegerField()
    task_set = models.ForeignKey(TaskSet, on_delete=models.PROTECT)
    jury = models.SlugField(max_length=60)
    content_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(points_to_win__gte=1, round_cap__gte=F("points_to_win")),
                name="protocol_can_be_won",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Rules:
        """What the fold needs of this protocol."""
        return Rules(Variant(self.variant), self.points_to_win, self.round_cap)
