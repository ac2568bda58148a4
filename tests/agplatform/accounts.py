"""What the tests of accounts share: people at a browser."""

import re
import uuid
from datetime import UTC, datetime

from django.core.mail import EmailMessage
from django.test import Client

from games import services
from games.models import Game, Player

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PASSWORD = "a-long-enough-Phrase-42"


def defaults() -> None:
    """Make protocols and ELIZA, the one AI that needs no endpoint."""
    services.create_defaults(now=NOW)


def play(client: Client) -> Game:
    """Press Play; return the game."""
    response = client.post("/play/", {"protocol": "qg-to-3", "key": str(uuid.uuid4())})
    assert response.status_code == 302, response.content.decode()
    return Game.objects.get(pk=response["Location"].split("/")[2])


def sign_up(client: Client, name: str = "ada") -> Player:
    """Make an account; return its player."""
    sent = {
        "username": name,
        "email": f"{name}@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    response = client.post("/accounts/signup/", sent)
    assert response.status_code == 302, response.content.decode()
    return Player.objects.get(owner__username=name)


def sign_in(client: Client, login: str, password: str = PASSWORD) -> int:
    """Sign in; return the status: 302 when it worked."""
    return client.post("/accounts/login/", {"login": login, "password": password}).status_code


def link_in(mail: EmailMessage) -> str:
    """Return the path of the link in a message."""
    found = re.search(r"https?://[^/\s]+(/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]


def seat_player(game: Game) -> Player:
    """Return the person in a game."""
    return game.seats.get(number=0).player


def is_verified(player: Player) -> bool:
    """Tell whether the player's next games are rated, as the database has it now."""
    return Player.objects.get(pk=player.pk).verified_at is not None
