"""Pools: games in different pools are never compared with each other."""

from enum import StrEnum

from games.domain.rules import Variant


class PlayerKind(StrEnum):
    """What a player is."""

    HUMAN = "human"
    AI = "ai"


class Pool(StrEnum):
    """Which kind of game a result belongs to."""

    AG_HUMAN_AI = "ag_human_ai"
    QG_HUMAN_AI = "qg_human_ai"
    AI_AI = "ai_ai"
    HUMAN_HUMAN = "human_human"

    @property
    def label(self) -> str:
        """Name the pool as people read it."""
        return POOL_LABELS[self]


POOL_LABELS = {
    Pool.AG_HUMAN_AI: "Adversarial Game, human against AI",
    Pool.QG_HUMAN_AI: "Questioning Game, human against AI",
    Pool.AI_AI: "AI against AI",
    Pool.HUMAN_HUMAN: "Human against human",
}


def pool_of(variant: Variant, kinds: tuple[PlayerKind, PlayerKind]) -> Pool:
    """Return the pool of a game between two players of these kinds."""
    if kinds == (PlayerKind.AI, PlayerKind.AI):
        return Pool.AI_AI
    if kinds == (PlayerKind.HUMAN, PlayerKind.HUMAN):
        return Pool.HUMAN_HUMAN
    return Pool.AG_HUMAN_AI if variant is Variant.AG else Pool.QG_HUMAN_AI
