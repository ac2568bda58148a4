"""The use cases of the game: keyword-only functions, one transaction each, the only code that writes."""

from games.outbox import group_name, mark_dispatched
from games.services.ai_play import play_ai_turn
from games.services.ai_players import reinstate_ai_player, retire_ai_player, suspend_ai_player
from games.services.ai_turns import claim_turn, finish_turn, record_fault
from games.services.catalogue import AIPlan, create_defaults, ensure_ai_version
from games.services.clocks import enforce_clock
from games.services.endings import finalise_game, leave_game, void_game
from games.services.looking import look_at_game, refresh_watchers
from games.services.moves import submit_answer, submit_question
from games.services.pairing import start_game
from games.services.players import create_guest, ensure_member, retire_member, verify_member
from games.services.presence import note_departure, renew_presence
from games.services.protocols import ProtocolChanges, create_protocol, retire_protocol
from games.services.reviews import end_review, extend_review, lock_round
from games.services.verdicts import apply_verdict

__all__ = [
    "AIPlan",
    "ProtocolChanges",
    "apply_verdict",
    "claim_turn",
    "create_defaults",
    "create_guest",
    "create_protocol",
    "end_review",
    "enforce_clock",
    "ensure_ai_version",
    "ensure_member",
    "extend_review",
    "finalise_game",
    "finish_turn",
    "group_name",
    "leave_game",
    "lock_round",
    "look_at_game",
    "mark_dispatched",
    "note_departure",
    "play_ai_turn",
    "record_fault",
    "refresh_watchers",
    "reinstate_ai_player",
    "renew_presence",
    "retire_ai_player",
    "retire_member",
    "retire_protocol",
    "start_game",
    "submit_answer",
    "submit_question",
    "suspend_ai_player",
    "verify_member",
    "void_game",
]
