"""Who is playing in this browser: the account's player, or the guest that the session remembers."""

import random

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils import timezone

from games import selectors, services

SESSION_KEY = "player_id"


def current_player(request: HttpRequest) -> selectors.OwnPlayer | None:
    """Return who plays here, or None for somebody who has not played yet."""
    return selectors.player_of_session(user_id=request.user.pk, guest_id=request.session.get(SESSION_KEY))


def viewer_id(request: HttpRequest) -> int | None:
    """Return the id under which selectors redact what this browser may see."""
    player = current_player(request)
    return player.id if player else None


def ensure_player(request: HttpRequest) -> int:
    """Return the id of who plays here, making a guest or the account's player where there is none yet."""
    player = current_player(request)
    if player is not None:
        return player.id
    if isinstance(request.user, AbstractBaseUser):
        return services.ensure_member(
            user_id=request.user.pk,
            username=request.user.get_username(),
            now=timezone.now(),
            guest_id=request.session.get(SESSION_KEY),
        )
    guest_id = services.create_guest(now=timezone.now(), rng=random.SystemRandom())
    request.session[SESSION_KEY] = guest_id
    return guest_id
