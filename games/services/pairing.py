"""Starting a game: the server draws the opponent and who asks first, and records how."""

import random
import uuid
from datetime import datetime

from django.db import transaction

from games import outbox
from games.domain.errors import GameError, NoOpponentError, NotFoundError
from games.domain.events import EventKind
from games.domain.pairing import CHOSEN_RULE, Draw, draw_first_asker, draw_opponent
from games.domain.pools import PlayerKind, Pool, pool_of
from games.domain.rules import Variant
from games.domain.states import GameAction, GameState
from games.models import Game, PairingSlot, Player, Protocol, Seat
from games.selectors.players import ready_ai_players
from games.services.progress import move_game, open_round


@transaction.atomic
def start_game(
    *,
    player_id: int,
    protocol_slug: str,
    key: uuid.UUID,
    now: datetime,
    rng: random.Random,
    opponent_id: int | None = None,
) -> uuid.UUID:
    """Draw an opponent for a person and start the game; return the game's id.

    The same `key` again, or an open game already there, returns that game. A rated game needs a
    verified member and a drawn opponent; naming `opponent_id` makes it casual. After a game that was
    called off its draw still holds: nobody draws until she likes it. Raise NotFoundError for an unknown
    protocol and NoOpponentError when no AI player is ready.
    """
    requester = _lock_requester(player_id)
    existing = _existing_game(requester, key)
    if existing is not None:
        return existing
    protocol = _open_protocol(protocol_slug)
    pool = pool_of(Variant(protocol.variant), (PlayerKind.HUMAN, PlayerKind.AI))
    called_off = _called_off(requester, pool) if opponent_id is None else None
    draw = _draw(opponent_id, called_off, now, rng)
    slot = PairingSlot.objects.create(
        requester=requester,
        opponent_id=draw.player_id,
        protocol=protocol,
        pool=pool,
        rated=requester.verified_at is not None and draw.rule != CHOSEN_RULE,
        rule=draw.rule,
        probability=draw.probability,
        key=key,
        drawn_at=now,
    )
    first_asker = called_off.first_asker if called_off else _first_asker(slot, rng)
    return begin_game(slot, first_asker, now).pk


def _lock_requester(player_id: int) -> Player:
    player = (
        Player.objects.select_for_update()
        .filter(pk=player_id, kind=PlayerKind.HUMAN, retired_at=None)
        .first()
    )
    if player is None:
        raise NotFoundError(
            "Only a person with a seat can start a game. Reload the page and press Play again."
        )
    return player


def _existing_game(requester: Player, key: uuid.UUID) -> uuid.UUID | None:
    slots = PairingSlot.objects.filter(requester=requester)
    slot = slots.filter(key=key).first() or slots.filter(closed_at=None).first()
    return slot.games.order_by("created_at").values_list("pk", flat=True)[0] if slot else None


def _open_protocol(slug: str) -> Protocol:
    protocol = Protocol.objects.filter(slug=slug, retired_at=None).first()
    if protocol is None:
        raise NotFoundError("There is no such protocol to play. Choose one from the list.")
    return protocol


def _called_off(requester: Player, pool: Pool) -> Game | None:
    """Return the last drawn game of a person in this pool if it was called off before it began."""
    drawn = Game.objects.filter(slot__requester=requester, pool=pool).exclude(slot__rule=CHOSEN_RULE)
    last = drawn.select_related("slot").order_by("-created_at").first()
    return last if last is not None and last.state == GameState.ABORTED else None


def _draw(opponent_id: int | None, called_off: Game | None, now: datetime, rng: random.Random) -> Draw:
    ready = [player.id for player in ready_ai_players(now)]
    if opponent_id is not None:
        if opponent_id not in ready:
            raise GameError("This opponent cannot play just now. Choose another one.")
        return Draw(opponent_id, CHOSEN_RULE, 1.0)
    if not ready:
        raise NoOpponentError("No AI player is ready just now. Try again in a few minutes.")
    if called_off is not None and called_off.slot.opponent_id in ready:
        return Draw(called_off.slot.opponent_id, called_off.slot.rule, called_off.slot.probability)
    return draw_opponent(ready, rng)


def _first_asker(slot: PairingSlot, rng: random.Random) -> int:
    if slot.protocol.variant == Variant.QG:
        return 0
    # Over all opponents: a balance of each pair would tell the person whom she drew. Casual games do not
    # shift the balance of rated ones.
    earlier = Game.objects.filter(slot__requester=slot.requester, pool=slot.pool, rated=slot.rated).exclude(
        state__in=(GameState.ABORTED, GameState.VOID)
    )
    return draw_first_asker(earlier.filter(first_asker=0).count(), earlier.filter(first_asker=1).count(), rng)


def begin_game(slot: PairingSlot, first_asker: int, now: datetime) -> Game:
    """Seat both players of a slot and open the first round; the caller holds the transaction."""
    game = Game.objects.create(
        slot=slot,
        protocol=slot.protocol,
        pool=slot.pool,
        rated=slot.rated,
        state=GameState.WAITING,
        first_asker=first_asker,
        created_at=now,
    )
    Seat.objects.create(game=game, number=0, player=slot.requester)
    Seat.objects.create(game=game, number=1, player=slot.opponent)
    move_game(game, GameAction.START, started_at=now)
    outbox.emit(game=game, kind=EventKind.GAME_STARTED, now=now)
    open_round(game, number=1, now=now)
    return game
