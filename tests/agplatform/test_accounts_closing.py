"""Closing an account: the person goes, her games and ratings stay under a neutral name."""

import random

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from agplatform.accounts.closing import LastAdministratorError, close_account
from games import services
from games.domain.rules import Outcome
from games.domain.states import GameState
from games.models import Game, Player
from ratings import services as ratings
from tests.agplatform.accounts import PASSWORD, defaults, play, seat_player, sign_in, sign_up
from tests.games.table import sit_down

pytestmark = pytest.mark.django_db

NAME = "ada-of-closing"


def close(client: Client, password: str = PASSWORD) -> int:
    return client.post("/accounts/close/", {"password": password}).status_code


@pytest.fixture
def played(client: Client) -> Game:
    """A rated game that the member won and that the ladder counts; she is signed in."""
    player = sign_up(client, NAME)
    assert player.owner_id is not None
    services.verify_member(user_id=player.owner_id, now=player.created_at)
    table = sit_down(human=player.pk, chosen=False)
    table.play(Outcome.ASKER, Outcome.ASKER)
    assert ratings.rate_game(game_id=table.game_id, now=table.now)
    return table.game


def pages(game: Game, handle: str) -> list[str]:
    return [
        f"/games/{game.pk}/",
        "/games/",
        "/",
        "/ladder/",
        f"/ladder/{game.pool}/",
        f"/players/{handle}/",
    ]


def test_the_name_is_replaced_on_every_page_and_the_ladder_keeps_the_neutral_one(
    client: Client, played: Game
) -> None:
    before = "".join(client.get(page).content.decode() for page in pages(played, NAME))
    assert NAME in before
    assert close(client) == 302
    handle = seat_player(played).handle
    assert handle.startswith("former-")
    for page in pages(played, handle):
        response = Client().get(page)
        assert response.status_code == 200, page
        assert NAME not in response.content.decode(), page
    assert handle in Client().get(f"/ladder/{played.pool}/").content.decode()
    assert Client().get(f"/players/{NAME}/").status_code == 404


def test_nothing_personal_is_kept_and_nobody_signs_in_again(client: Client) -> None:
    user_id = sign_up(client, NAME).owner_id
    elsewhere = Client()
    sign_in(elsewhere, NAME)
    assert close(client) == 302
    user = User.objects.get(username=Player.objects.get(owner_id=user_id).handle)
    assert (user.email, user.first_name, user.last_name, user.is_active) == ("", "", "", False)
    assert NAME not in user.username
    assert not EmailAddress.objects.exists()
    for login in (NAME, f"{NAME}@example.org", user.username):
        assert sign_in(Client(), login) == 200
    for browser in (client, elsewhere):
        assert browser.get("/accounts/email/").status_code == 302, "every session has ended"


def test_a_reset_does_not_bring_a_closed_account_back(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(client, NAME)
    close(client)
    mailoutbox.clear()
    Client().post("/accounts/password/reset/", {"email": f"{NAME}@example.org"})
    assert "no account there has the address" in str(mailoutbox[0].body)


def test_the_name_and_the_address_are_free_again_and_bring_no_games_back(
    client: Client, played: Game
) -> None:
    close(client)
    newcomer = sign_up(Client(), NAME)
    assert newcomer.handle == NAME
    assert seat_player(played) != newcomer


def test_a_running_game_is_given_up(client: Client) -> None:
    defaults()
    sign_up(client, NAME)
    game = play(client)
    close(client)
    game.refresh_from_db()
    assert game.state == GameState.ABORTED


def test_a_wrong_password_closes_nothing(client: Client) -> None:
    sign_up(client, NAME)
    assert client.get("/accounts/close/").status_code == 200
    assert close(client, "wrong") == 422
    assert sign_in(Client(), NAME) == 302


def test_guessing_the_password_there_is_slowed_down(client: Client) -> None:
    sign_up(client, NAME)
    assert 429 in [close(client, "wrong") for _ in range(12)]


def test_a_guest_has_no_account_to_close(client: Client) -> None:
    defaults()
    play(client)
    assert client.get("/accounts/close/")["Location"].startswith("/accounts/login/")


def test_the_only_administrator_stays(client: Client) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    sign_in(client, "boss")
    response = client.post("/accounts/close/", {"password": PASSWORD})
    assert response.status_code == 409
    assert "only administrator" in response.content.decode()
    with pytest.raises(LastAdministratorError):
        close_account(user_id=boss.pk, now=timezone.now(), rng=random.Random(1))
    User.objects.create_superuser("second", "second@example.org", PASSWORD)
    assert close(client) == 302


def test_staff_close_accounts_after_a_question_and_delete_none(client: Client) -> None:
    ada = sign_up(Client(), NAME)
    User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    sign_in(client, "boss")
    chosen = {"action": "close", "_selected_action": [str(ada.owner_id)]}
    asked = client.post("/admin/auth/user/", chosen)
    assert "Close them" in asked.content.decode()
    assert User.objects.get(username=NAME).is_active
    done = client.post("/admin/auth/user/", chosen | {"confirmed": "yes"}, follow=True).content.decode()
    ada.refresh_from_db()
    assert ada.handle in done
    assert NAME not in done
    assert not User.objects.get(username=ada.handle).is_active
    assert NAME not in client.get(f"/admin/auth/user/{ada.owner_id}/history/").content.decode()
    assert client.get(f"/admin/auth/user/{ada.owner_id}/delete/").status_code == 403
    assert "delete_selected" not in client.get("/admin/auth/user/").content.decode()


def test_staff_cannot_close_their_own_account_by_a_slip_in_the_list(client: Client) -> None:
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    User.objects.create_superuser("second", "second@example.org", PASSWORD)
    sign_in(client, "boss")
    sent = {"action": "close", "_selected_action": [str(boss.pk)], "confirmed": "yes"}
    assert "is you" in client.post("/admin/auth/user/", sent, follow=True).content.decode()
    boss.refresh_from_db()
    assert boss.is_active
