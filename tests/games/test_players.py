"""Guests, members, and a guest who becomes a member with everything that she played."""

import random
import uuid

import pytest

from games import selectors, services
from games.domain.rules import Outcome
from games.domain.states import GameState
from games.models import PairingSlot, Player, Seat
from tests.games.table import (
    START,
    Table,
    make_ai,
    make_guest,
    make_member,
    make_protocol,
    make_user,
    sit_down,
)

pytestmark = pytest.mark.django_db


def become_member(user_id: int, guest_id: int | None, username: str = "ada") -> int:
    return services.ensure_member(user_id=user_id, username=username, now=START, guest_id=guest_id)


def game_ids(player_id: int) -> set[str]:
    games = selectors.games_of(player_id=player_id, viewer_id=player_id, limit=50)
    return {line.id for line in games}


def requesters(*tables: Table) -> list[int]:
    return [PairingSlot.objects.get(games=table.game_id).requester_id for table in tables]


def test_a_guest_plays_under_a_handle_of_her_own() -> None:
    guests = Player.objects.filter(pk__in=[make_guest(), make_guest()])
    assert len({guest.handle for guest in guests}) == 2
    for guest in guests:
        assert guest.handle.startswith("guest-")
        assert (guest.guest, guest.owner_id, guest.verified_at) == (True, None, None)


def test_an_account_has_one_player_however_often_it_is_ensured() -> None:
    user = make_user()
    assert become_member(user, None) == become_member(user, None)
    assert Player.objects.filter(owner_id=user).count() == 1


def test_a_guest_who_signs_up_stays_the_same_player() -> None:
    guest = make_guest()
    table = sit_down(human=guest)
    user = make_user()
    assert become_member(user, guest) == guest
    row = Player.objects.get(pk=guest)
    assert (row.guest, row.owner_id, row.handle) == (False, user, "ada")
    own = selectors.player_of_session(user_id=user, guest_id=None)
    assert own is not None
    assert own.open_game_id == str(table.game_id)
    table.ask()


def test_a_guests_games_move_to_the_member_who_signs_in() -> None:
    guest, user = make_guest(), make_user()
    member = become_member(user, None)
    finished, running = sit_down(human=guest, points=1), None
    finished.play(Outcome.ASKER)
    running = sit_down(human=guest)
    assert become_member(user, guest) == member
    assert game_ids(member) == {str(finished.game_id), str(running.game_id)}
    assert requesters(finished, running) == [member, member]
    assert Player.objects.get(pk=guest).retired_at == START
    assert selectors.player_of_session(user_id=None, guest_id=guest) is None
    Table(running.game_id, (member, running.players[1])).ask()


def test_with_games_open_on_both_sides_the_guests_stays_where_it_is_until_it_is_over() -> None:
    guest, user = make_guest(), make_user()
    member = become_member(user, None)
    finished = sit_down(human=guest, points=1)
    finished.play(Outcome.ASKER)
    hers, guests = sit_down(human=member), sit_down(human=guest)
    become_member(user, guest)
    assert game_ids(member) == {str(finished.game_id), str(hers.game_id)}
    assert requesters(finished, hers, guests) == [member, member, guest]
    assert Player.objects.get(pk=guest).retired_at is None
    guests.ask()
    guests.leave()
    become_member(user, guest)
    assert game_ids(member) == {str(table.game_id) for table in (finished, hers, guests)}
    assert Player.objects.get(pk=guest).retired_at == START


def test_a_guests_reopened_game_moves_with_its_slot() -> None:
    guest, user = make_guest(), make_user()
    member = become_member(user, None)
    sit_down(human=member)
    reopened = sit_down(human=guest, points=1)
    reopened.play(Outcome.ASKER)
    reopened.verdict(Outcome.EQUIVALENT, number=1)
    become_member(user, guest)
    assert requesters(reopened) == [Seat.objects.get(game=reopened.game_id, number=0).player_id] == [member]


def test_a_request_that_guest_and_member_both_sent_does_not_stand_in_the_way() -> None:
    guest, user, key = make_guest(), make_user(), uuid.uuid4()
    member, ai, slug = become_member(user, None), make_ai(), make_protocol(points=1)
    tables = [
        Table(
            services.start_game(
                player_id=player, protocol_slug=slug, key=key, now=START, rng=random.Random(1), opponent_id=ai
            ),
            (player, ai),
        )
        for player in (guest, member)
    ]
    for table in tables:
        table.play(Outcome.ASKER)
    assert become_member(user, guest) == member
    assert game_ids(member) == {str(table.game_id) for table in tables}


def test_moving_an_unknown_guest_or_somebody_elses_account_takes_nothing() -> None:
    other, user = make_member("bob"), make_user()
    table = sit_down(human=other)
    member = become_member(user, other)
    assert member != other
    assert become_member(user, 10**9) == member
    assert requesters(table) == [other]


def test_a_guest_cannot_be_taken_twice() -> None:
    guest = make_guest()
    first, second = make_user(), make_user()
    assert become_member(first, guest) == guest
    assert become_member(second, guest, "bob") != guest


@pytest.mark.parametrize("taken", ["ada", "ADA"])
def test_a_name_that_somebody_else_plays_under_gets_a_number(taken: str) -> None:
    make_member(taken)
    player = Player.objects.get(pk=become_member(make_user(), None, "ada"))
    assert player.handle == "ada-2"


def test_a_very_long_user_name_makes_a_handle_that_fits() -> None:
    player = Player.objects.get(pk=become_member(make_user(), None, "x" * 150))
    assert player.handle == "x" * 30


def test_only_a_confirmed_address_makes_games_rated() -> None:
    user = make_user()
    member = become_member(user, None)
    make_ai()
    slug = make_protocol(points=1)

    def play_one() -> Table:
        game = services.start_game(
            player_id=member, protocol_slug=slug, key=uuid.uuid4(), now=START, rng=random.Random(1)
        )
        table = Table(game, (member, make_ai()))
        table.play(Outcome.ASKER)
        return table

    assert not play_one().game.rated
    services.verify_member(user_id=user, now=START)
    services.verify_member(user_id=user, now=START + (START - START))
    assert play_one().game.rated


def test_guests_games_are_never_rated_even_after_she_confirmed_an_address() -> None:
    guest, user = make_guest(), make_user()
    table = sit_down(human=guest, points=1, chosen=False)
    become_member(user, guest)
    services.verify_member(user_id=user, now=START)
    table.play(Outcome.ASKER)
    assert (table.game.state, table.game.rated) == (GameState.PROVISIONAL, False)


def test_an_ai_version_never_collides_with_a_persons_handle() -> None:
    make_member("gpt-5")
    services.create_defaults(now=START, configured_model="gpt-5")
    handles = {card.handle for card in selectors.ready_ai_players(START)}
    assert "gpt-5" not in handles
    assert Player.objects.get(ai__model="gpt-5").handle == "gpt-5-2"


def test_the_family_of_a_configured_model_is_read_off_its_name_unless_it_is_declared() -> None:
    services.create_defaults(now=START, configured_model="openai/gpt-5")
    services.create_defaults(now=START, configured_model="house-blend", configured_family="llama")
    families = dict(Player.objects.filter(ai__endpoint="openai").values_list("ai__model", "ai__family"))
    assert families == {"openai/gpt-5": "gpt", "house-blend": "llama"}
