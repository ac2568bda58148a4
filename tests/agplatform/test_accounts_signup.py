"""Making an account: names, and what becomes of the games of a guest."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.domain.states import GameState
from games.models import Player
from tests.agplatform.accounts import PASSWORD, defaults, play, seat_player, sign_in, sign_up

pytestmark = pytest.mark.django_db


def test_signing_up_makes_a_player_of_that_name_and_signs_in(client: Client) -> None:
    player = sign_up(client, "Ada_L-1")
    assert (player.handle, player.guest, player.verified_at) == ("Ada_L-1", False, None)
    assert client.session["_auth_user_id"] == str(player.owner_id)


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "x" * 31,
        "white space",
        "dot.ted",
        "m@il",
        "ädä",
        "аda",  # a Cyrillic letter that looks like a Latin one
        "-dash",
        "<b>",
        "../x",
        "guest-23456789ab",
        "Guest_1",
        "former-23456789ab",
        "smollm2-135m-v2",
        "admin",
        "Moderator",
        "eliza",
    ],
)
def test_a_name_that_misleads_is_refused_and_nothing_is_made(client: Client, name: str) -> None:
    sent = {"username": name, "email": "x@example.org", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post("/accounts/signup/", sent)
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {"username"}
    assert not User.objects.exists()
    assert not Player.objects.exists()


def test_nobody_takes_the_handle_of_an_ai_or_of_another_person(client: Client) -> None:
    defaults()
    sign_up(Client(), "ada")
    for name in ("SmolLM2-135M", "ADA"):
        sent = {
            "username": name,
            "email": "x@example.org",
            "password1": PASSWORD,
            "password2": PASSWORD,
        }
        assert client.post("/accounts/signup/", sent).context["form"].errors.keys() == {"username"}


def test_a_guest_becomes_the_new_member_with_her_running_game(client: Client) -> None:
    defaults()
    game = play(client)
    guest = seat_player(game)
    member = sign_up(client)
    assert member.pk == guest.pk
    assert (member.handle, member.guest) == ("ada", False)
    assert "player_id" not in client.session
    assert client.get(f"/games/{game.pk}/state").status_code == 200
    assert not Player.objects.filter(guest=True).exists()


def test_a_guest_who_signs_in_brings_her_games_and_goes_on_playing(client: Client) -> None:
    defaults()
    member = sign_up(Client())
    game = play(client)
    guest = seat_player(game)
    assert sign_in(client, "ada") == 302
    assert seat_player(game) == member
    assert client.get(f"/games/{game.pk}/state").status_code == 200
    guest.refresh_from_db()
    assert guest.retired_at is not None
    assert "player_id" not in client.session


def test_of_two_open_games_the_member_keeps_hers_and_the_guest_gives_hers_up(client: Client) -> None:
    defaults()
    elsewhere = Client()
    member = sign_up(elsewhere)
    own_game = play(elsewhere)
    guest_game = play(client)
    assert sign_in(client, "ada") == 302
    own_game.refresh_from_db()
    guest_game.refresh_from_db()
    assert own_game.state == GameState.PLAYING
    assert guest_game.state == GameState.ABORTED
    assert seat_player(guest_game) == member
    assert play(client) == own_game
    assert "given up" in client.get("/how-it-works/").content.decode()


def test_a_guests_games_stay_unrated_in_the_account(client: Client) -> None:
    defaults()
    game = play(client)
    sign_up(client)
    game.refresh_from_db()
    assert game.rated is False


def test_somebody_elses_guest_cannot_be_claimed(client: Client) -> None:
    defaults()
    game = play(client)
    guest = seat_player(game)
    thief = Client()
    thief.cookies["player_id"] = str(guest.pk)
    sent = {
        "username": "mallory",
        "email": "m@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "player_id": str(guest.pk),
        "guest_id": str(guest.pk),
    }
    thief.post(f"/accounts/signup/?player_id={guest.pk}&guest_id={guest.pk}", sent)
    assert Player.objects.get(owner__username="mallory").pk != guest.pk
    assert seat_player(game) == guest
    assert thief.get(f"/games/{game.pk}/state").status_code == 404


def test_a_session_whose_guest_became_somebodys_member_claims_nothing(client: Client) -> None:
    """Two browsers never share a guest; a copied session must still not move a member's games."""
    defaults()
    game = play(client)
    copy = Client()
    copy.cookies["sessionid"] = ""
    session = copy.session
    session["player_id"] = seat_player(game).pk
    session.save()
    copy.cookies["sessionid"] = str(session.session_key)
    member = sign_up(client, "ada")
    other = sign_up(copy, "bob")
    assert other.pk != member.pk
    assert seat_player(game) == member


def test_signing_out_leaves_no_trace_of_the_player_in_the_browser(client: Client) -> None:
    defaults()
    sign_up(client)
    game = play(client)
    assert client.post("/accounts/logout/").status_code == 302
    assert "player_id" not in client.session
    assert client.get(f"/games/{game.pk}/state").status_code == 404


def test_the_next_person_at_the_same_browser_gets_nothing_of_the_one_before(client: Client) -> None:
    defaults()
    first = sign_up(client, "ada")
    game = play(client)
    client.post("/accounts/logout/")
    second = sign_up(client, "bob")
    assert second.pk != first.pk
    assert seat_player(game) == first


def test_signing_up_too_often_from_one_address_is_refused_on_a_page_of_ours(client: Client) -> None:
    answers = [client.post("/accounts/signup/", {"username": "x"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert "Too many tries" in answers[-1].content.decode()
