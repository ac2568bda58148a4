"""Confirmed addresses, forgotten passwords, and signing in when parts of the platform are away."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client

from games.models import Player
from tests.agplatform.accounts import PASSWORD, defaults, is_verified, link_in, play, sign_in, sign_up

pytestmark = pytest.mark.django_db

DEAD_PORT = 9  # discard: nothing listens there


def test_games_are_rated_from_the_confirmed_address_on(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    defaults()
    player = sign_up(client)
    before = play(client)
    client.post(f"/games/{before.pk}/leave")
    link = link_in(mailoutbox[0])
    assert client.get(link).status_code == 200
    assert not is_verified(player), "a mail scanner that follows links confirms nothing"
    client.post(link)
    assert is_verified(player)
    assert (before.rated, play(client).rated) == (False, True)


def test_the_link_confirms_from_another_browser_too(client: Client, mailoutbox: list[EmailMessage]) -> None:
    player = sign_up(client)
    Client().post(link_in(mailoutbox[0]))
    assert is_verified(player)


def test_an_address_confirmed_before_there_was_a_player_counts(client: Client) -> None:
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    assert sign_in(client, "ada") == 302
    assert Player.objects.get(owner=user).verified_at is not None


def test_an_account_without_a_confirmed_address_is_not_verified_by_signing_in(client: Client) -> None:
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    sign_in(client, "ada")
    assert Player.objects.get(owner=user).verified_at is None


def test_signing_in_by_name_or_address_and_not_with_a_wrong_password(client: Client) -> None:
    sign_up(Client())
    assert sign_in(client, "ada", "wrong") == 200
    assert sign_in(client, "ada@example.org") == 302
    assert sign_in(Client(), "ada") == 302


def test_a_forgotten_password_is_replaced_by_the_link_once(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    sign_up(Client())
    mailoutbox.clear()
    client.post("/accounts/password/reset/", {"email": "ada@example.org"})
    link = link_in(mailoutbox[0])
    form = client.get(link, follow=True)
    path = form.redirect_chain[-1][0]
    new = "another-Phrase-77-long"
    assert client.post(path, {"password1": new, "password2": new}).status_code == 302
    assert sign_in(Client(), "ada") == 200
    assert sign_in(Client(), "ada", new) == 302
    again = Client().get(link, follow=True).content.decode()
    assert 'name="password1"' not in again


def test_a_reset_says_the_same_whether_the_account_exists_or_not(client: Client) -> None:
    sign_up(Client())
    known = client.post("/accounts/password/reset/", {"email": "ada@example.org"}, follow=True)
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert known.content == unknown.content


def test_a_reset_signs_the_link_with_our_host_only(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(Client())
    mailoutbox.clear()
    response = client.post(
        "/accounts/password/reset/", {"email": "ada@example.org"}, headers={"host": "evil.example"}
    )
    assert response.status_code == 400
    assert not mailoutbox


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_never_leads_to_another_site(client: Client, target: str) -> None:
    sign_up(Client())
    response = client.post("/accounts/login/", {"login": "ada", "password": PASSWORD, "next": target})
    assert response["Location"] == "/me/"


def test_signing_in_goes_on_where_the_person_wanted_to_go(client: Client) -> None:
    sign_up(Client())
    response = client.post("/accounts/login/", {"login": "ada", "password": PASSWORD, "next": "/ladder/"})
    assert response["Location"] == "/ladder/"


def test_guessing_a_password_is_slowed_down(client: Client) -> None:
    sign_up(Client())
    for _ in range(5):
        sign_in(client, "ada", "wrong")
    # The limit is per five minutes; even the right password has to wait.
    assert sign_in(client, "ada") != 302


@pytest.fixture
def _no_redis(settings: LazySettings) -> None:
    settings.CACHES = {
        "default": settings.CACHES["default"] | {"LOCATION": f"redis://127.0.0.1:{DEAD_PORT}/0"}
    }


@pytest.mark.usefixtures("_no_redis")
def test_without_redis_people_still_sign_up_and_in(client: Client) -> None:
    sign_up(Client())
    assert sign_in(client, "ada") == 302


def test_without_a_mail_server_the_account_is_made_and_the_page_says_so(
    client: Client, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", DEAD_PORT
    sign_up(client)
    assert "mail server does not answer" in client.get("/how-it-works/").content.decode()


def test_an_old_link_confirms_nothing(client: Client, mailoutbox: list[EmailMessage]) -> None:
    player = sign_up(client)
    with time_machine.travel(timedelta(days=4)):
        client.post(link_in(mailoutbox[0]))
    assert not is_verified(player)
