"""Ladders as people see them."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.template import Context, Template
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.domain.pools import Pool
from games.domain.states import GameState
from games.models import Game
from ratings import selectors
from ratings.services import rate_game
from tests.ratings.builders import NOON, make_ai, make_game, make_person, minute

POOL = Pool.QG_HUMAN_AI


@pytest.fixture(autouse=True)
def _static_files_without_collecting(settings: Settings) -> None:
    """Address static files by their plain names: no test folder has a manifest of collected ones."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def render(template: str, **context: object) -> str:
    return text_of(Template("{% load ratings %}" + template).render(Context(context)))


@pytest.fixture
def two_players(db: None) -> tuple[int, int]:
    return make_person("ada"), make_ai()


def rated_game(players: tuple[int, int], *, winner: int | None, at: float) -> str:
    game = str(make_game(players, winner=winner, finished_at=minute(at)))
    rate_game(game_id=game, now=NOON)
    return game


@pytest.mark.django_db
def test_empty_ladders_say_what_to_do(client: Client) -> None:
    page = text_of(client.get("/ladder/").content.decode())
    assert "No rated game yet. Be the first: make an account" in page
    for pool in Pool:
        assert pool.label in page
        assert client.get(f"/ladder/{pool}/").status_code == 200


@pytest.mark.parametrize("path", ["/ladder/chess/", "/ladder/qg_human_ai/?page=7"])
@pytest.mark.django_db
def test_unknown_ladder_and_page_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_ladder_shows_rank_rating_and_record(client: Client, two_players: tuple[int, int]) -> None:
    rated_game(two_players, winner=0, at=1)
    rated_game(two_players, winner=None, at=2)
    rows = selectors.ladder(POOL, limit=10)
    assert [(row.rank, row.handle, row.is_ai, row.wins, row.draws, row.losses) for row in rows] == [
        (1, "ada", False, 1, 1, 0),
        (2, "eliza", True, 0, 1, 1),
    ]
    page = text_of(client.get(f"/ladder/{POOL}/").content.decode())
    # 1516 - 1484 = 32 points ahead, expected 1 / (1 + 10^(-32/400)) = 0.5459: a draw costs 32 * 0.0459 = 1.47.
    assert re.search(r"1 ada person 1515 \? 1–1–0 2 ELIZA v1 AI 1485 \? 0–1–1", page), page
    assert "2 players, 2 rated games" in page


def test_equal_ratings_share_a_rank(two_players: tuple[int, int]) -> None:
    rated_game(two_players, winner=None, at=1)
    rated_game((make_person("bob"), make_person("eve")), winner=0, at=2)
    assert [row.rank for row in selectors.ladder(POOL, limit=10)] == [1, 2, 2, 4]
    assert [row.rank for row in selectors.ladder(POOL, limit=2, offset=2)] == [2, 4]


def test_rating_is_provisional_below_ten_games(two_players: tuple[int, int]) -> None:
    for number in range(9):
        rated_game(two_players, winner=0, at=number)
    assert all(row.provisional for row in selectors.ladder(POOL, limit=10))
    rated_game(two_players, winner=0, at=10)
    assert not any(row.provisional for row in selectors.ladder(POOL, limit=10))


def test_long_ladder_has_pages(client: Client, db: None) -> None:
    ai = make_ai()
    for number in range(51):
        make_game((make_person(f"p{number}"), ai), winner=0, finished_at=minute(number))
    rate_game(game_id=Game.objects.latest("finished_at").pk, now=NOON)
    first = client.get(f"/ladder/{POOL}/").content.decode()
    second = client.get(f"/ladder/{POOL}/?page=2").content.decode()
    assert (first.count("<tr>"), second.count("<tr>")) == (51, 3)
    assert 'rel="next"' in first
    assert 'rel="prev"' in second
    assert 'rel="next"' not in second


def test_reading_a_ladder_takes_few_queries(
    two_players: tuple[int, int], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rated_game(two_players, winner=0, at=1)
    with django_assert_max_num_queries(2):
        selectors.ladder(POOL, limit=10)


def test_sweepers_question_takes_few_queries(
    two_players: tuple[int, int], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rated_game(two_players, winner=0, at=1)
    with django_assert_max_num_queries(7):
        selectors.unrated_games(before=minute(9), limit=200)


# On the page of a game


def test_finished_game_shows_both_ratings_before_and_after(two_players: tuple[int, int]) -> None:
    game = rated_game(two_players, winner=1, at=1)
    shown = render("{% rating_changes game %}", game=game)
    assert "ada before 1500 → after 1484 −16" in shown
    assert "ELIZA v1 before 1500 → after 1516 +16" in shown


def test_finished_game_says_that_its_ratings_are_on_their_way(two_players: tuple[int, int]) -> None:
    game = make_game(two_players, winner=1, finished_at=minute(1))
    assert "being computed" in render("{% rating_changes game %}", game=game)


def test_casual_running_and_void_games_show_no_ratings(two_players: tuple[int, int]) -> None:
    casual = make_game(two_players, winner=0, finished_at=minute(1), rated=False)
    running = make_game(two_players, winner=None, finished_at=None, state=GameState.PLAYING)
    reopened = rated_game(two_players, winner=0, at=2)
    Game.objects.filter(pk=reopened).update(state=GameState.PLAYING, finished_at=None)
    for game in (casual, running, reopened):
        assert selectors.rating_changes(game) == []
        assert render("{% rating_changes game %}", game=game) == ""


def test_player_page_shows_every_ladder_she_is_on(two_players: tuple[int, int]) -> None:
    ada, ai = two_players
    rated_game(two_players, winner=0, at=1)
    rate_game(
        game_id=make_game(two_players, winner=1, finished_at=minute(2), pool=Pool.AG_HUMAN_AI), now=NOON
    )
    found = [(one.pool, one.row.rank, one.row.rating) for one in selectors.player_ratings(ada)]
    assert found == [(Pool.AG_HUMAN_AI, 2, 1484.0), (Pool.QG_HUMAN_AI, 1, 1516.0)]
    shown = render("{% player_ratings player %}", player=ai)
    assert "1516" in shown
    assert "1484" in shown


@pytest.mark.django_db
def test_player_without_rated_game_is_told_how_to_get_one() -> None:
    assert "No rated game yet" in render("{% player_ratings player %}", player=make_person("ada"))


# Administration


@pytest.mark.parametrize("model", ["ladder", "rating", "ratingchange"])
def test_staff_can_look_but_not_touch(client: Client, two_players: tuple[int, int], model: str) -> None:
    rated_game(two_players, winner=0, at=1)
    client.force_login(get_user_model().objects.create_superuser(username="root"))
    listing = client.get(f"/admin/ratings/{model}/")
    assert listing.status_code == 200
    assert client.get(f"/admin/ratings/{model}/add/").status_code == 403
    pk = re.search(rf"/admin/ratings/{model}/(\d+)/change/", listing.content.decode())
    assert pk
    assert client.post(pk[0], {"pool": "ai_ai"}).status_code == 403
    assert client.post(pk[0].replace("/change/", "/delete/"), {"post": "yes"}).status_code == 403
