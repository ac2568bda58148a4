"""What staff see and may do in the administration."""

import random
import uuid

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from games import services
from games.models import Game, Player, Protocol, Round
from tests.agplatform.accounts import PASSWORD, defaults, play, seat_player, sign_up

pytestmark = pytest.mark.django_db

MARKER = "XYZZY-sealed-answer"
PAGES = ("player", "aisystem", "taskset", "protocol", "pairingslot", "game", "round", "gameevent")


@pytest.fixture
def staff() -> Client:
    User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    client = Client()
    assert client.post("/accounts/login/", {"login": "boss", "password": PASSWORD}).status_code == 302
    return client


@pytest.fixture
def sealed_round(client: Client) -> Round:
    """A running game whose question is sealed and not answered yet."""
    defaults()
    game = play(client)
    services.submit_question(
        game_id=game.pk,
        player_id=seat_player(game).pk,
        round_number=1,
        question="What is two plus two?",
        own_answer=MARKER,
        key=uuid.uuid4(),
        now=game.created_at,
        rng=random.Random(1),
    )
    return Round.objects.get(game=game)


def test_no_page_of_the_administration_shows_a_sealed_answer(staff: Client, sealed_round: Round) -> None:
    game_id = sealed_round.game_id
    pages = [f"/admin/games/{name}/" for name in PAGES]
    pages += [f"/admin/games/round/{sealed_round.pk}/change/", f"/admin/games/game/{game_id}/change/"]
    pages += [f"/admin/games/round/{sealed_round.pk}/history/"]
    for page in pages:
        response = staff.get(page)
        assert response.status_code == 200, page
        assert MARKER not in response.content.decode(), page
        assert sealed_round.salt not in response.content.decode(), page
    detail = staff.get(pages[-3]).content.decode()
    assert "What is two plus two?" in detail
    assert sealed_round.commitment in detail


def test_no_search_or_filter_guesses_a_sealed_answer(staff: Client, sealed_round: Round) -> None:
    for query in (
        "round/?sealed_answer__startswith=X",
        "round/?salt__startswith=a",
        "game/?rounds__sealed_answer__startswith=X",
        "gameevent/?game__rounds__salt__startswith=a",
        "player/?seats__game__rounds__sealed_answer__startswith=X",
    ):
        assert staff.get(f"/admin/games/{query}").status_code == 400, query
    assert staff.get("/admin/games/round/?state__exact=answering").status_code == 200


def test_the_answer_shows_once_both_answers_are_in(staff: Client, sealed_round: Round) -> None:
    ai = sealed_round.game.seats.get(number=1).player
    services.submit_answer(
        game_id=sealed_round.game_id,
        player_id=ai.pk,
        round_number=1,
        answer="four",
        key=uuid.uuid4(),
        now=sealed_round.opened_at,
    )
    page = staff.get(f"/admin/games/round/{sealed_round.pk}/change/").content.decode()
    assert MARKER in page
    assert sealed_round.salt in page


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_added_changed_or_deleted_by_hand(staff: Client, sealed_round: Round, name: str) -> None:
    assert staff.get(f"/admin/games/{name}/add/").status_code == 403
    row = staff.get(f"/admin/games/{name}/").context["cl"].result_list[0]
    assert staff.post(f"/admin/games/{name}/{row.pk}/change/", {"name": "other"}).status_code == 403
    assert staff.post(f"/admin/games/{name}/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_protocol_keeps_its_rules(staff: Client) -> None:
    defaults()
    protocol = Protocol.objects.get(slug="qg-to-3")
    staff.post(f"/admin/games/protocol/{protocol.pk}/change/", {"points_to_win": 1})
    assert Protocol.objects.get(slug="qg-to-3").points_to_win == 3


def _act(staff: Client, action: str, *players: Player) -> str:
    sent = {"action": action, "_selected_action": [player.pk for player in players]}
    return staff.post("/admin/games/player/", sent, follow=True).content.decode()


def test_a_suspended_ai_is_not_drawn_until_it_is_let_back(staff: Client, client: Client) -> None:
    defaults()
    eliza = Player.objects.get(handle="eliza")
    _act(staff, "suspend", eliza)
    assert client.post("/play/", {"protocol": "qg-to-3", "key": str(uuid.uuid4())}).status_code == 409
    _act(staff, "reinstate", eliza)
    assert play(client).seats.get(number=1).player == eliza


def test_a_retired_ai_is_not_drawn_and_its_running_game_goes_on(staff: Client, client: Client) -> None:
    defaults()
    game, eliza = play(client), Player.objects.get(handle="eliza")
    page = _act(staff, "retire", eliza)
    assert "Retired: eliza" in page
    assert Client().post("/play/", {"protocol": "qg-to-3", "key": str(uuid.uuid4())}).status_code == 409
    assert Game.objects.get(pk=game.pk).state == "playing"
    _act(staff, "reinstate", eliza)
    assert Player.objects.get(handle="eliza").retired_at is not None


def test_who_did_it_is_on_record(staff: Client) -> None:
    defaults()
    eliza = Player.objects.get(handle="eliza")
    _act(staff, "suspend", eliza)
    assert "Suspended." in staff.get(f"/admin/games/player/{eliza.pk}/history/").content.decode()


def test_people_are_neither_suspended_nor_retired(staff: Client) -> None:
    player = sign_up(Client())
    for action in ("suspend", "retire"):
        assert "is a person" in _act(staff, action, player)
    player.refresh_from_db()
    assert (player.suspended_until, player.retired_at) == (None, None)


def test_staff_who_may_only_look_cannot_act(client: Client) -> None:
    defaults()
    onlooker = User.objects.create_user("looker", "l@example.org", PASSWORD, is_staff=True)
    onlooker.user_permissions.add(*_permissions("view_player"))
    client.post("/accounts/login/", {"login": "looker", "password": PASSWORD})
    _act(client, "retire", Player.objects.get(handle="eliza"))
    assert Player.objects.get(handle="eliza").retired_at is None


def _permissions(codename: str) -> list[Permission]:
    return list(Permission.objects.filter(codename=codename, content_type__app_label="games"))


def test_the_administration_leads_to_moderation(staff: Client) -> None:
    page = staff.get("/admin/").content.decode()
    assert '<a href="/moderation/">/moderation/</a>' in page
    assert "/admin/games/protocol/" in page


def test_the_administration_is_for_staff(client: Client) -> None:
    assert client.get("/admin/")["Location"].startswith("/admin/login/")
    assert client.get("/admin/login/?next=/admin/")["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    sign_up(client)
    assert client.get("/admin/login/").status_code == 403
    assert client.get("/admin/games/round/").status_code in (302, 403)


def test_staff_do_not_look_up_whom_they_have_drawn(staff: Client) -> None:
    defaults()
    own, others = play(staff), play(Client())
    ai = own.seats.get(number=1).player
    for page in ("game/", "pairingslot/", f"game/?q={ai.handle}"):
        rows = staff.get(f"/admin/games/{page}").context["cl"].queryset
        assert [row.pk for row in rows] == [others.pk if page.startswith("game") else others.slot_id], page
    for page in (f"game/{own.pk}/change/", f"pairingslot/{own.slot_id}/change/"):
        assert staff.get(f"/admin/games/{page}").status_code == 302, page
    services.leave_game(game_id=own.pk, player_id=seat_player(own).pk, now=own.created_at)
    assert staff.get(f"/admin/games/game/{own.pk}/change/").status_code == 200
