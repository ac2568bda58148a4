"""Reads of the game: frozen dataclasses, redacted for whoever asks."""

from games.outbox import undispatched_events
from games.selectors.answers import FinishedAnswer, finished_answers
from games.selectors.game_view import (
    GameView,
    Presence,
    Result,
    RoundView,
    SeatView,
    Turn,
    game_view,
)
from games.selectors.lists import (
    GameLine,
    PlayerName,
    due_for_final,
    games_of,
    games_of_protocol,
    player_names,
    recent_games,
)
from games.selectors.players import (
    OwnPlayer,
    PlayerCard,
    ProtocolCard,
    ProtocolTerms,
    player_card,
    player_of_session,
    protocol_card,
    protocol_cards,
    ready_ai_players,
)
from games.selectors.results import (
    RatedResult,
    finished_rated_games,
    pool_of_game,
    rated_result,
    rated_results,
)
from games.selectors.standing import GameStanding, game_standing, standing_of_game
from games.selectors.work import (
    BlindPacket,
    PendingTurn,
    blind_packet,
    overdue_games,
    pending_turn,
    rounds_awaiting_verdict,
    stalled_ai_turns,
)

__all__ = [
    "BlindPacket",
    "FinishedAnswer",
    "GameLine",
    "GameStanding",
    "GameView",
    "OwnPlayer",
    "PendingTurn",
    "PlayerCard",
    "PlayerName",
    "Presence",
    "ProtocolCard",
    "ProtocolTerms",
    "RatedResult",
    "Result",
    "RoundView",
    "SeatView",
    "Turn",
    "blind_packet",
    "due_for_final",
    "finished_answers",
    "finished_rated_games",
    "game_standing",
    "game_view",
    "games_of",
    "games_of_protocol",
    "overdue_games",
    "pending_turn",
    "player_card",
    "player_names",
    "player_of_session",
    "pool_of_game",
    "protocol_card",
    "protocol_cards",
    "rated_result",
    "rated_results",
    "ready_ai_players",
    "recent_games",
    "rounds_awaiting_verdict",
    "stalled_ai_turns",
    "standing_of_game",
    "undispatched_events",
]
