"""Who plays: people, guests, and immutable versions of AI systems."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from games.domain.pools import PlayerKind
from games.models.frozen import FrozenModel


class Player(models.Model):
    """One who takes a seat: a person (a member or a guest) or one version of an AI system."""

    kind = models.CharField(max_length=8, choices=[(kind, kind) for kind in PlayerKind])
    handle = models.CharField(max_length=60)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    guest = models.BooleanField(default=False)
    verified_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)
    suspended_until = models.DateTimeField(null=True, blank=True)
    fault_streak = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("handle"), name="player_handle_unique"),
            models.UniqueConstraint(
                fields=["owner"],
                condition=models.Q(kind=PlayerKind.HUMAN),
                name="one_human_player_per_account",
            ),
            models.CheckConstraint(
                condition=models.Q(guest=False)
                | models.Q(kind=PlayerKind.HUMAN, owner=None, verified_at=None),
                name="guest_is_a_person_without_account",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=PlayerKind.HUMAN)
                | models.Q(guest=True)
                | models.Q(owner__isnull=False)
                | models.Q(retired_at__isnull=False),
                name="member_has_an_account",
            ),
        ]

    def __str__(self) -> str:
        return self.handle


class AISystem(models.Model):
    """An AI system under one name; what plays and is rated is one of its versions."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    description = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = "AI system"

    def __str__(self) -> str:
        return self.name


class AIVersion(FrozenModel):
    """What one AI player is made of; any change is a new version, and so a new player."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, related_name="ai")
    system = models.ForeignKey(AISystem, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    engine = models.CharField(
        max_length=16, choices=[("eliza", "ELIZA rules"), ("openai", "OpenAI-compatible")]
    )
    endpoint = models.SlugField(max_length=40, blank=True)
    model = models.CharField(max_length=120, blank=True)
    family = models.CharField(max_length=60)
    parameters = models.JSONField(default=dict)
    prompt_version = models.CharField(max_length=20)
    config_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        verbose_name = "AI version"
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="ai_version_number_unique")]

    def __str__(self) -> str:
        return f"{self.system.name} v{self.number}"
