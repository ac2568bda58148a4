"""People at the table: guests, members, and a guest who becomes a member."""

import random
from datetime import datetime

from django.db import IntegrityError, transaction

from games.domain.pools import PlayerKind
from games.domain.states import OPEN_GAME_STATES
from games.models import PairingSlot, Player, Seat

_HANDLE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
HANDLE_MAX_CHARS = 30


@transaction.atomic
def create_guest(*, now: datetime, rng: random.Random) -> int:
    """Make a player for somebody without an account and return its id; her games are casual."""
    handle = "guest-" + "".join(rng.choice(_HANDLE_ALPHABET) for _ in range(10))
    return Player.objects.create(kind=PlayerKind.HUMAN, handle=handle, guest=True, created_at=now).pk


@transaction.atomic
def ensure_member(*, user_id: int, username: str, now: datetime, guest_id: int | None = None) -> int:
    """Return the player of an account, making it if needed; a guest's games follow her into it.

    The handle is the user name, with a number behind it where somebody else plays under that name.
    """
    member = Player.objects.filter(owner_id=user_id, kind=PlayerKind.HUMAN).first()
    guest = _lock_guest(guest_id)
    if member is None and guest is not None:
        guest.owner_id, guest.guest, guest.handle = user_id, False, _free_handle(username)
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


def _lock_guest(guest_id: int | None) -> Player | None:
    if guest_id is None:
        return None
    return Player.objects.select_for_update().filter(pk=guest_id, guest=True, retired_at=None).first()


def _create_member(user_id: int, username: str, now: datetime) -> Player:
    try:
        with transaction.atomic():
            return Player.objects.create(
                kind=PlayerKind.HUMAN, handle=_free_handle(username), owner_id=user_id, created_at=now
            )
    except IntegrityError:
        # Two first requests of one account at once: the other one made the player.
        return Player.objects.get(owner_id=user_id, kind=PlayerKind.HUMAN)


def _free_handle(username: str) -> str:
    base, number = username[:HANDLE_MAX_CHARS], 1
    handle = base
    while Player.objects.filter(handle__iexact=handle).exists():
        number += 1
        handle = f"{base}-{number}"
    return handle


def _move_games(guest: Player, member: Player, now: datetime) -> None:
    """Give the guest's games to the member. Her open game comes along only if the member has none."""
    slots = PairingSlot.objects.filter(requester=guest)
    if PairingSlot.objects.filter(requester=member, closed_at=None).exists():
        slots = slots.exclude(closed_at=None)
        seats = Seat.objects.filter(player=guest).exclude(game__state__in=OPEN_GAME_STATES)
    else:
        seats = Seat.objects.filter(player=guest)
    seats.update(player=member)
    slots.update(requester=member)
    if not Seat.objects.filter(player=guest).exists():
        guest.retired_at = now
        guest.save(update_fields=["retired_at"])
