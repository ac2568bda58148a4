"""The one-time link that makes the first administrator."""

import stat
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client

from agplatform.accounts.first_admin import FILE_NAME, LinkSpentError, create_link, is_open, redeem
from games.models import Player
from tests.agplatform.accounts import PASSWORD, is_verified, link_in, sign_in, sign_up

pytestmark = pytest.mark.django_db

FILLED_IN = {
    "username": "root-admin",
    "email": "root@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def _file() -> Path:
    return Path(settings.DATA_DIR) / FILE_NAME


@pytest.fixture
def link() -> Iterator[str]:
    made = create_link("", now=datetime.now(UTC))
    assert made is not None
    yield made
    _file().unlink(missing_ok=True)


def _token(link: str) -> str:
    return link.split("/")[-2]


def test_the_link_makes_an_administrator_who_is_signed_in(client: Client, link: str) -> None:
    response = client.post(link, FILLED_IN, follow=True)
    assert response.redirect_chain == [("/admin/", 302)]
    assert "root-admin" in response.content.decode()
    admin = User.objects.get()
    assert (admin.is_superuser, admin.is_staff, admin.email) == (True, True, "root@example.org")
    assert sign_in(Client(), "root@example.org") == 302


def test_the_administrator_confirms_her_address_like_everybody_else(
    client: Client, link: str, mailoutbox: list[EmailMessage]
) -> None:
    page = client.post(link, FILLED_IN, follow=True).content.decode()
    assert "link to root@example.org" in page
    player = Player.objects.get(owner__username="root-admin")
    assert not is_verified(player)
    client.post(link_in(mailoutbox[0]))
    assert is_verified(player)


def test_looking_at_the_page_uses_nothing_up(client: Client, link: str) -> None:
    for _ in range(3):
        response = client.get(link)
        assert response.status_code == 200
    assert 'name="password1"' in response.content.decode()
    client.post(link, FILLED_IN)
    assert User.objects.filter(is_superuser=True).count() == 1


def test_the_used_link_says_so_and_makes_nobody(client: Client, link: str) -> None:
    client.post(link, FILLED_IN)
    stranger = Client()
    for response in (
        stranger.get(link),
        stranger.post(link, FILLED_IN | {"username": "mallory", "email": "m@example.org"}),
    ):
        assert response.status_code == 410
        assert "works no more" in response.content.decode()
        assert 'name="password1"' not in response.content.decode()
    assert User.objects.count() == 1


def test_a_wrong_token_shows_no_form(client: Client, link: str) -> None:
    assert client.get("/first-admin/not-the-token/").status_code == 410
    assert client.post("/first-admin/not-the-token/", FILLED_IN).status_code == 410
    assert not User.objects.exists()
    assert is_open(_token(link), now=datetime.now(UTC))


def test_the_link_dies_after_a_day(client: Client, link: str) -> None:
    with time_machine.travel(timedelta(hours=23, minutes=59)):
        assert client.get(link).status_code == 200
    with time_machine.travel(timedelta(hours=24, minutes=1)):
        assert client.get(link).status_code == 410
        assert client.post(link, FILLED_IN).status_code == 410


def test_a_new_link_replaces_the_old_one(client: Client, link: str) -> None:
    newer = create_link("http://127.0.0.1:8000/", now=datetime.now(UTC))
    assert newer is not None
    assert newer.startswith("http://127.0.0.1:8000/first-admin/")
    assert client.get(link).status_code == 410
    assert client.get(newer.removeprefix("http://127.0.0.1:8000")).status_code == 200


def test_there_is_no_link_once_there_is_an_administrator(client: Client, link: str) -> None:
    User.objects.create_superuser("earlier", "e@example.org", PASSWORD)
    assert client.get(link).status_code == 410
    assert create_link("", now=datetime.now(UTC)) is None
    assert not _file().exists()


def test_the_folder_holds_no_token_and_only_its_owner_reads_it(link: str) -> None:
    assert _token(link) not in _file().read_text(encoding="utf-8")
    assert stat.S_IMODE(_file().stat().st_mode) == 0o600


def test_the_address_is_neither_sent_on_nor_stored(client: Client, link: str) -> None:
    for response in (client.get(link), client.post(link, {}), client.post(link, FILLED_IN), client.get(link)):
        assert response["Referrer-Policy"] == "strict-origin"
        assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password1": "12345678", "password2": "12345678"}, "password2"),
        ({"password2": "something-else-1"}, "password2"),
        ({"username": "guest-1"}, "username"),
        ({"email": "no address"}, "email"),
    ],
)
def test_what_is_wrong_is_said_and_the_link_stays_good(
    client: Client, link: str, change: dict[str, str], field: str
) -> None:
    response = client.post(link, FILLED_IN | change)
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {field}
    assert not User.objects.exists()
    assert client.post(link, FILLED_IN).status_code == 302


def test_a_taken_name_is_refused(client: Client, link: str) -> None:
    sign_up(Client(), "root-admin")
    assert client.post(link, FILLED_IN).context["form"].errors.keys() == {"username"}


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_make_one_administrator(link: str) -> None:
    """Both requests have seen the open link before either writes: the barrier stands where the race is."""
    together = threading.Barrier(2)
    won: list[str] = []
    lost: list[str] = []

    def click(name: str) -> None:
        try:
            together.wait(timeout=10)
            redeem(
                token=_token(link),
                username=name,
                email=f"{name}@example.org",
                password=PASSWORD,
                now=datetime.now(UTC),
            )
            won.append(name)
        except LinkSpentError:
            lost.append(name)
        finally:
            connection.close()

    threads = [threading.Thread(target=click, args=(name,)) for name in ("first", "second")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert (len(won), len(lost)) == (1, 1)
    assert [user.username for user in User.objects.all()] == won


@pytest.mark.django_db(transaction=True)
def test_a_double_click_on_the_form_ends_at_the_same_place(link: str) -> None:
    clients = [Client(), Client()]
    together = threading.Barrier(2)
    statuses: list[int] = []

    def click(client: Client) -> None:
        try:
            together.wait(timeout=10)
            statuses.append(client.post(link, FILLED_IN).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=click, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert set(statuses) <= {302, 410, 422}
    assert User.objects.count() == 1
