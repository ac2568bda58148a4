"""Rows of the game; only `games.services` writes them, only `games` reads them directly."""

from games.models.games import AITurn, Game, GameEvent, PairingSlot, Round, Seat
from games.models.players import AISystem, AIVersion, Player
from games.models.protocols import Protocol, TaskSet

__all__ = [
    "AISystem",
    "AITurn",
    "AIVersion",
    "Game",
    "GameEvent",
    "PairingSlot",
    "Player",
    "Protocol",
    "Round",
    "Seat",
    "TaskSet",
]
