"""Sitting down, and the lists and cards around the table."""

import re
import uuid
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games import services
from games.domain.catalogue import DEFAULT_PROTOCOL
from games.domain.rules import Outcome
from games.models import Game, PairingSlot, Player
from tests.games.browsers import browser_of
from tests.games.table import START, make_guest, make_member, make_protocol, make_user, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue() -> None:
    """Make what every installation starts with."""
    services.create_defaults(now=START)


def wish(**changes: object) -> dict[str, object]:
    return {"protocol": DEFAULT_PROTOCOL, "key": str(uuid.uuid4())} | changes


@pytest.mark.usefixtures("catalogue")
def test_somebody_without_an_account_is_playing_after_one_click() -> None:
    client = Client()
    landing = client.get("/").content.decode()
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', landing))
    reply = client.post(reverse("play"), sent, follow=True)
    assert "Your turn to ask" in reply.content.decode()
    player = Player.objects.get(pk=client.session["player_id"])
    assert player.guest
    assert not Game.objects.get().rated


@pytest.mark.usefixtures("catalogue")
def test_a_verified_member_plays_rated_games() -> None:
    client = browser_of(make_member())
    assert "Your games are rated" in client.get(reverse("play")).content.decode()
    client.post(reverse("play"), wish())
    assert Game.objects.get().rated


@pytest.mark.usefixtures("catalogue")
def test_an_account_without_a_player_gets_one_by_playing() -> None:
    client, user_id = Client(), make_user("newcomer")
    client.force_login(get_user_model().objects.get(pk=user_id))
    assert client.get(reverse("games:me")).status_code == 200
    client.post(reverse("play"), wish())
    assert Player.objects.get(owner_id=user_id).handle == "newcomer"


@pytest.mark.usefixtures("catalogue")
def test_play_pressed_twice_starts_one_game() -> None:
    client, sent = browser_of(make_guest()), wish()
    first, second = (client.post(reverse("play"), sent).headers["Location"] for _ in "ab")
    assert first == second
    assert PairingSlot.objects.count() == 1


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({}, 422, "Choose one of the games below"),
        ({"protocol": "no-such", "key": str(uuid.uuid4())}, 409, "There is no such protocol"),
        (wish(opponent="nobody"), 409, "There is no such player"),
        (wish(key="x"), 422, "Choose one of the games below"),
    ],
)
def test_an_impossible_wish_is_explained(sent: dict[str, object], status: int, said: str) -> None:
    reply = browser_of(make_guest()).post(reverse("play"), sent)
    assert (reply.status_code, said in reply.content.decode()) == (status, True)
    assert not Game.objects.exists()


@pytest.mark.usefixtures("catalogue")
def test_a_chosen_opponent_makes_the_game_casual() -> None:
    client = browser_of(make_member())
    assert "never rated" in client.get(reverse("play"), {"opponent": "eliza"}).content.decode()
    client.post(reverse("play"), wish(opponent="eliza"))
    game = Game.objects.get()
    assert (game.rated, game.seats.get(number=1).player.handle) == (False, "eliza")


def test_without_any_ai_player_nobody_is_left_waiting() -> None:
    reply = browser_of(make_guest()).post(reverse("play"), wish(protocol=make_protocol()))
    assert reply.status_code == 409
    assert "No AI player is ready" in reply.content.decode()


@pytest.mark.usefixtures("catalogue")
def test_a_running_game_is_offered_instead_of_a_second_one() -> None:
    client = browser_of(make_guest())
    game = client.post(reverse("play"), wish()).headers["Location"]
    for name in ("play", "games:me"):
        assert f'href="{game}"' in client.get(reverse(name)).content.decode()


def test_a_guest_who_became_a_member_plays_only_while_signed_in() -> None:
    guest = make_guest()
    client = browser_of(guest)
    services.ensure_member(user_id=make_user(), username="ada", now=START, guest_id=guest)
    assert "You have not played yet" in client.get(reverse("games:me")).content.decode()


def test_finished_games_are_listed_and_running_ones_are_not() -> None:
    finished, running = sit_down(points=1), sit_down(points=1)
    finished.play(Outcome.ASKER)
    html = Client().get(reverse("games:recent")).content.decode()
    assert str(finished.game_id) in html
    assert str(running.game_id) not in html


def test_lists_are_paged() -> None:
    human = make_member()
    for _ in range(21):
        sit_down(points=1, human=human).play(Outcome.ASKER)
    client = Client()
    first = client.get(reverse("games:recent")).content.decode()
    second = client.get(reverse("games:recent"), {"page": "2"}).content.decode()
    assert (first.count("game-line"), second.count("game-line")) == (20, 1)
    assert ('href="?page=2"' in first, 'href="?page=1"' in second) == (True, True)


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "99999999999999999999", ""])
def test_a_strange_page_number_is_harmless(page: str) -> None:
    assert Client().get(reverse("games:recent"), {"page": page}).status_code == 200


def test_a_players_page_shows_her_finished_games_to_others() -> None:
    human = make_member("grace")
    finished = sit_down(points=1, human=human)
    finished.play(Outcome.ASKER)
    running = sit_down(points=1, human=human)
    html = Client().get(reverse("games:player", args=["grace"])).content.decode()
    assert str(finished.game_id) in html
    assert str(running.game_id) not in html


def test_a_name_that_no_database_can_hold_is_nobodys() -> None:
    """PostgreSQL refuses NUL in a text."""
    assert Client().get("/players/%00/").status_code == 404
    assert Client().get("/play/?opponent=%00").status_code == 200
    assert Client().post("/play/?opponent=%00", wish(opponent="\0")).status_code == 422


@pytest.mark.parametrize("name", ["games:player", "games:protocol"])
def test_unknown_players_and_protocols_are_not_found(name: str) -> None:
    assert Client().get(reverse(name, args=["nobody"])).status_code == 404


@pytest.mark.usefixtures("catalogue")
def test_every_protocol_has_a_page_that_says_what_it_fixes() -> None:
    html = Client().get(reverse("games:protocols")).content.decode()
    addresses = set(re.findall(r'href="(/protocols/[^"/]+/)"', html))
    assert len(addresses) == 10
    for address in addresses:
        page = Client().get(address).content.decode()
        assert "Time to answer" in page
        assert "5 minutes" in page


@pytest.mark.parametrize(
    "name", ["landing", "how", "statistics", "play", "games:recent", "games:me", "games:players"]
)
def test_pages_stand_before_anything_is_set_up(name: str) -> None:
    assert Client().get(reverse(name)).status_code == 200


@pytest.mark.usefixtures("catalogue")
def test_games_are_chosen_by_subject() -> None:
    html = Client().get(reverse("play"), {"protocol": "ag-to-5-work"}).content.decode()
    subjects = re.findall(r'<details class="card subject"( open)?>\s*<summary><b>([^<]+)</b>', html)
    assert subjects == [
        ("", "Anything in text"),
        (" open", "Economically relevant work"),
        ("", "Pretend to be human (Turing test)"),
        ("", "Robot College Student"),
    ]
    assert len(re.findall('type="radio"', html)) == 10
    assert re.findall(r'value="([^"]+)" checked', html) == ["ag-to-5-work"]
    assert "Any task whose question and answer are both complete as plain text.</span>" in html


@pytest.mark.usefixtures("catalogue")
def test_a_chosen_opponent_is_not_said_to_be_drawn() -> None:
    drawn = "the server draws your opponent by lot"
    assert drawn in Client().get(reverse("play")).content.decode()
    assert drawn not in Client().get(reverse("play"), {"opponent": "eliza"}).content.decode()


@pytest.mark.usefixtures("catalogue")
def test_ai_players_are_listed_with_a_way_to_challenge_them() -> None:
    html = Client().get(reverse("games:players")).content.decode()
    assert 'href="/players/eliza/"' in html
    assert 'href="/play/?opponent=eliza"' in html
    assert f'href="{reverse("games:players")}"' in Client().get(reverse("play")).content.decode()


@pytest.mark.usefixtures("catalogue")
def test_the_rules_tell_the_time_to_come_back() -> None:
    assert "you have 2 minutes to come back" in Client().get(reverse("how")).content.decode()


def test_the_rules_do_not_promise_that_no_text_sways_a_judge() -> None:
    html = Client().get(reverse("how")).content.decode()
    assert "A model can still be talked round" in html
    assert "sends the verdict to people, and nobody loses by that alone" in html


@pytest.mark.parametrize("resumed", [False, True])
def test_who_waits_is_told_how_soon_to_come_back_on_her_turn(*, resumed: bool) -> None:
    table = sit_down(leave_grace_seconds=180)
    told = "come back within 3 minutes of the beginning of your turn, or the game is lost"

    def shown() -> bool:
        view = replace(table.view(), resume_until=START if resumed else None)
        return told in render_to_string("games/_turn.html", {"game": view})

    assert not shown()
    table.ask()
    # Who has a week to resume a game may go away.
    assert shown() is not resumed
    table.answer()
    assert shown() is not resumed


def test_the_icon_is_found_where_browsers_guess_it() -> None:
    assert Client().get("/favicon.ico").headers["Location"] == "/static/img/favicon.svg"


def test_the_first_page_leads_back_to_a_running_game() -> None:
    table = sit_down()
    html = browser_of(table.players[0]).get("/").content.decode()
    address = reverse("games:game", args=[table.game_id])
    assert f'href="{address}">Back to the table' in html
    assert "Back to the table" not in Client().get("/").content.decode()


@pytest.mark.usefixtures("catalogue")
def test_only_the_first_form_of_a_game_says_that_it_becomes_public() -> None:
    client = browser_of(make_guest())
    game = client.post(reverse("play"), wish()).headers["Location"]
    said = "Finished games are public."
    assert said in client.get(game).content.decode()
    sent = {"round": 1, "key": str(uuid.uuid4()), "question": "Why?", "answer": "So."}
    assert said not in client.post(f"{game}question", sent, follow=True).content.decode()
