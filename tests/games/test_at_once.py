"""Real threads on a real database: of many who do the same thing at the same moment, one does it."""

import random
import uuid
from collections import Counter
from datetime import timedelta

import pytest

from games import services
from games.domain.errors import StaleMoveError
from games.domain.rules import Outcome
from games.domain.states import GameState
from games.models import PairingSlot, Player, Seat
from tests.games.table import ANSWER, START, Table, make_ai, make_guest, make_protocol, make_user, sit_down
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 4


def assert_numbered_without_gaps(table: Table) -> None:
    assert list(table.events.values_list("seq", flat=True)) == list(range(1, table.game.last_seq + 1))


def same_table(table: Table, seed: int) -> Table:
    """Sit at a table once more, with other keys: another tab, another worker."""
    return Table(table.game_id, table.players, table.now, random.Random(seed))


def test_a_person_who_presses_play_in_many_tabs_gets_one_game() -> None:
    guest, slug = make_guest(), make_protocol()
    make_ai()

    def press(seed: int) -> uuid.UUID:
        return services.start_game(
            player_id=guest,
            protocol_slug=slug,
            key=uuid.UUID(int=seed, version=4),
            now=START,
            rng=random.Random(seed),
        )

    games = at_once(*(lambda seed=seed: press(seed) for seed in range(WORKERS)))
    assert len(set(games)) == 1
    assert PairingSlot.objects.filter(requester=guest).count() == 1
    assert Seat.objects.filter(player=guest).count() == 1


def test_a_move_sent_twice_at_once_with_one_key_is_made_once() -> None:
    table, key = sit_down(), uuid.uuid4()
    results = at_once(*(lambda: table.ask(key=key) for _ in range(WORKERS)))
    assert results == [None] * WORKERS
    assert table.kinds.count("question.sealed") == 1


def test_different_moves_at_once_leave_one_winner() -> None:
    table = sit_down()
    table.ask()
    tabs = [same_table(table, seed) for seed in range(WORKERS)]
    results = at_once(*(lambda tab=tab: tab.answer(f"from tab {tab.rng.random()}") for tab in tabs))
    assert Counter(results) == {None: 1, StaleMoveError: WORKERS - 1}
    assert table.kinds.count("answer.sealed") == 1


def test_an_answer_and_the_clock_at_once_do_not_both_happen() -> None:
    table = sit_down()
    table.ask()
    clock = same_table(table, 1)
    clock.wait(ANSWER)
    at_once(clock.tick, table.answer, clock.tick)
    row = table.current
    assert row.opponent_late == (row.answer == "")
    assert len({"answer.sealed", "answer.missed"} & set(table.kinds)) == 1


def test_a_verdict_delivered_many_times_at_once_counts_once() -> None:
    table = sit_down(points=1)
    table.ask()
    table.answer()
    results = at_once(
        *(lambda: table.verdict(Outcome.ASKER, number=1, verdict_number=1) for _ in range(WORKERS))
    )
    assert Counter(results) == {True: 1, False: WORKERS - 1}
    assert table.score == (1, 0)
    assert table.kinds.count("game.finished") == 1


def test_both_players_who_leave_at_once_do_not_both_lose() -> None:
    table = sit_down()
    table.ask()
    results = at_once(lambda: table.leave(0), lambda: table.leave(1))
    assert Counter(results) == {None: 1, StaleMoveError: 1}
    game = table.game
    assert game.state == GameState.PROVISIONAL
    assert game.winner == 1 - (game.forfeit_seat or 0)


def test_an_ai_turn_is_leased_to_one_of_many_workers() -> None:
    table = sit_down()
    table.ask()
    pk = table.current.pk
    results = at_once(
        *(
            lambda: services.claim_turn(round_id=pk, kind="answer", lease=timedelta(seconds=60), now=START)
            for _ in range(WORKERS)
        )
    )
    assert Counter(results) == {True: 1, False: WORKERS - 1}


def test_an_account_whose_first_requests_come_at_once_has_one_player() -> None:
    user, guest = make_user(), make_guest()
    players = at_once(
        *(
            lambda: services.ensure_member(user_id=user, username="ada", now=START, guest_id=guest)
            for _ in range(WORKERS)
        )
    )
    assert len(set(players)) == 1
    assert Player.objects.filter(owner_id=user).count() == 1


def test_everything_at_once_keeps_events_numbered_without_gaps() -> None:
    table = sit_down(points=3)
    table.play(Outcome.ASKER)
    tabs = [same_table(table, seed) for seed in range(WORKERS)]
    at_once(
        tabs[0].ask,
        tabs[1].ask,
        lambda: tabs[2].verdict(Outcome.OPPONENT, number=1),
        lambda: tabs[3].leave(1),
    )
    assert_numbered_without_gaps(table)
