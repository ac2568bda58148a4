"""People at the table: guests, members, and a guest who becomes a member."""

import random
import uuid
from datetime import datetime

from django.db import IntegrityError, transaction

from games.domain.pools import PlayerKind
from games.domain.states import OPEN_GAME_STATES
from games.models import PairingSlot, Player, Seat
from games.services.endings import leave_game
from games.services.handles import free_handle

_HANDLE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
HANDLE_MAX_CHARS = 30


@transaction.atomic
def create_guest(*, now: datetime, rng: random.Random) -> int:
    """Make a player for somebody without an account and return its id; her games are casual."""
    handle = _random_handle("guest", rng)
    return Player.objects.create(kind=PlayerKind.HUMAN, handle=handle, guest=True, created_at=now).pk


@transaction.atomic
def ensure_member(*, user_id: int, username: str, now: datetime, guest_id: int | None = None) -> int:
    """Return the player of an account, making it if needed; a guest's games follow her into it.

    The handle is the user name, with a number behind it where somebody else plays under that name.
    """
    # Locked, so that she starts no game of her own while the guest's open game moves to her.
    member = Player.objects.select_for_update().filter(owner_id=user_id, kind=PlayerKind.HUMAN).first()
    guest = _lock_guest(guest_id)
    if member is None and guest is not None:
        guest.owner_id, guest.guest, guest.handle = user_id, False, _handle_for(username)
        guest.save(update_fields=["owner", "guest", "handle"])
        return guest.pk
    if member is None:
        member = _create_member(user_id, username, now)
    if guest is not None:
        _move_games(guest, member, now)
    return member.pk


@transaction.atomic
def verify_member(*, user_id: int, now: datetime) -> None:
    """Note that the account's e-mail address was confirmed: from now on her games are rated."""
    Player.objects.filter(owner_id=user_id, kind=PlayerKind.HUMAN, verified_at=None).update(verified_at=now)


@transaction.atomic
def retire_member(*, user_id: int, now: datetime, rng: random.Random) -> str:
    """Give up the open game of an account's player and replace her handle for good; return the neutral one.

    Her games and ratings stay. An account that never played gets a neutral name all the same.
    """
    handle = _random_handle("former", rng)
    # The handle is no key that other rows refer to, so they may be written meanwhile (PostgreSQL).
    members = Player.objects.select_for_update(no_key=True).filter(owner_id=user_id, kind=PlayerKind.HUMAN)
    member = members.first()
    if member is None:
        return handle
    for seat in Seat.objects.filter(player=member, game__state__in=OPEN_GAME_STATES):
        leave_game(game_id=seat.game_id, player_id=member.pk, now=now)
    member.handle, member.retired_at = handle, now
    member.save(update_fields=["handle", "retired_at"])
    return handle


def _random_handle(kind: str, rng: random.Random) -> str:
    return f"{kind}-" + "".join(rng.choice(_HANDLE_ALPHABET) for _ in range(10))


def _lock_guest(guest_id: int | None) -> Player | None:
    if guest_id is None:
        return None
    return Player.objects.select_for_update().filter(pk=guest_id, guest=True, retired_at=None).first()


def _create_member(user_id: int, username: str, now: datetime) -> Player:
    try:
        with transaction.atomic():
            return Player.objects.create(
                kind=PlayerKind.HUMAN, handle=_handle_for(username), owner_id=user_id, created_at=now
            )
    except IntegrityError:
        # Two first requests of one account at once: the other one made the player.
        return Player.objects.get(owner_id=user_id, kind=PlayerKind.HUMAN)


def _handle_for(username: str) -> str:
    return free_handle(username[:HANDLE_MAX_CHARS])


def _move_games(guest: Player, member: Player, now: datetime) -> None:
    """Give the guest's games to the member. Her open game comes along only if the member has none."""
    slots = PairingSlot.objects.filter(requester=guest)
    taken = PairingSlot.objects.filter(requester=member)
    if taken.filter(closed_at=None).exists():
        slots = slots.exclude(closed_at=None)
    # One page may have sent its request as the guest and again as the member.
    for slot in slots.filter(key__in=taken.values("key")):
        slot.key = uuid.uuid5(slot.key, guest.handle)
        slot.save(update_fields=["key"])
    # Seats first: once the slots are the member's, they can no longer be told apart.
    Seat.objects.filter(player=guest, game__slot__in=slots).update(player=member)
    slots.update(requester=member)
    if not Seat.objects.filter(player=guest).exists():
        guest.retired_at = now
        guest.save(update_fields=["retired_at"])
