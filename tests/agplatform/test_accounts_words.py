"""What accounts say, in e-mails and on pages: the site's own words throughout."""

import re

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client

from tests.agplatform.accounts import PASSWORD, link_in, sign_in, sign_up

pytestmark = pytest.mark.django_db

ON_THE_TERMINAL = "E-mails of this server appear on the terminal where it runs."
# allauth's own wording; whichever of it comes back means a template or a label that we have not written.
FOREIGN = re.compile(
    r"\bemail\b|Log ?in\b|Hello from|Thank you for|Verification|Bad Token|Remember Me"
    r"|Change Password|Forgot your|Unverified|\bPrimary\b|reauthenticate"
)


def words(html: str) -> str:
    """Return what a reader sees of a page, without scripts and the names of fields."""
    shown = re.sub(r"<script.*?</script>|<head>.*?</head>", "", html, flags=re.DOTALL)
    return re.sub(r"<[^>]+>", " ", shown)


@pytest.mark.parametrize(
    "page",
    [
        *("login/", "signup/", "password/reset/", "password/reset/done/", "password/reset/key/done/"),
        *("password/reset/key/1-wrong/", "confirm-email/", "confirm-email/wrong/", "inactive/"),
    ],
)
def test_pages_for_everybody_speak_as_the_site_does(client: Client, page: str) -> None:
    response = client.get(f"/accounts/{page}", follow=True)
    assert response.status_code == 200
    assert FOREIGN.findall(words(response.content.decode())) == []


@pytest.mark.parametrize("page", ["email/", "password/change/", "close/", "reauthenticate/", "logout/"])
def test_pages_of_members_speak_as_the_site_does(client: Client, page: str) -> None:
    sign_up(client)
    response = client.get(f"/accounts/{page}")
    assert response.status_code == 200
    assert FOREIGN.findall(words(response.content.decode())) == []


def test_there_is_one_way_to_a_forgotten_password_and_one_on_from_the_new_one(client: Client) -> None:
    assert client.get("/accounts/login/").content.decode().count("/accounts/password/reset/") == 1
    done = client.get("/accounts/password/reset/key/done/").content.decode()
    assert '<a class="btn" href="/accounts/login/">Sign in</a>' in done


def test_signing_up_asks_to_confirm_the_address(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(client)
    (mail,) = mailoutbox
    assert mail.subject == "[Adversarial Game] Confirm your address"
    assert str(mail.body).startswith("Somebody, probably you, made the account ada on testserver")
    assert "If it was not you, do nothing." in mail.body
    assert client.get(link_in(mail)).status_code == 200


def test_every_other_message_is_the_sites_own(client: Client, mailoutbox: list[EmailMessage]) -> None:
    sign_up(client)
    client.post("/accounts/email/", {"action_add": "", "email": "second@example.org"})
    for address in ("ada@example.org", "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": address})
    assert [mail.subject.removeprefix("[Adversarial Game] ") for mail in mailoutbox[1:]] == [
        "Confirm your address",
        "Choose a new password",
        "No account has this address",
    ]
    for mail in mailoutbox:
        text = re.sub(r"https?://\S+", "", str(mail.body))
        assert text.startswith("Somebody, probably you, ")
        assert "If it was not you, do nothing" in text
        assert FOREIGN.findall(text) == []


@pytest.mark.parametrize("on_terminal", [True, False])
def test_pages_say_where_e_mails_appear_when_nobody_sends_them(
    client: Client, settings: LazySettings, on_terminal: bool
) -> None:
    sign_up(Client(), "ada")
    if on_terminal:
        settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    sent = {"username": "bob", "email": "bob@example.org", "password1": PASSWORD, "password2": PASSWORD}
    signed_up = client.post("/accounts/signup/", sent, follow=True)
    again = client.post("/accounts/email/", {"action_send": "", "email": "bob@example.org"}, follow=True)
    reset = Client().post("/accounts/password/reset/", {"email": "ada@example.org"}, follow=True)
    for response in (signed_up, again, reset):
        assert (ON_THE_TERMINAL in response.content.decode()) is on_terminal


def test_staff_see_names_of_rows_as_they_are_written(client: Client) -> None:
    User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    sign_in(client, "boss")
    assert "AI systems" in client.get("/admin/").content.decode()
