"""The ladder follows the games, whatever order, repetition or second thoughts they come with."""

import random
import threading
import uuid
from collections.abc import Callable, Sequence

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.domain.pools import Pool
from games.domain.states import FINISHED_GAME_STATES, GameState
from games.models import Game
from games.selectors import rated_results
from ratings.domain import elo
from ratings.models import Ladder, Rating, RatingChange
from ratings.selectors import unrated_games
from ratings.services import rate_game, rebuild
from ratings.tasks import rate_game as rate_game_task
from tests.ratings.builders import NOON, make_ai, make_game, make_person, minute

POOL = Pool.QG_HUMAN_AI


@pytest.fixture
def players(db: None) -> list[int]:
    return [make_ai(), make_person("ada"), make_person("bob"), make_person("eve")]


def stored() -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    changes = RatingChange.objects.order_by("ladder__pool", "number", "seat").values_list(
        "ladder__pool", "number", "seat", "game", "player", "score", "before", "after", "finished_at"
    )
    ratings = Rating.objects.order_by("ladder__pool", "player").values_list(
        "ladder__pool", "player", "rating", "wins", "draws", "losses"
    )
    return list(changes), list(ratings)


def replayed() -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """What must be stored, straight from the games' rows."""
    changes: list[tuple[object, ...]] = []
    ratings: list[tuple[object, ...]] = []
    for pool in sorted(Pool):
        games = Game.objects.filter(pool=pool, rated=True, state__in=FINISHED_GAME_STATES)
        rows = sorted(games, key=lambda game: (game.finished_at, game.pk))
        results = []
        for game in rows:
            one, other = (seat.player_id for seat in game.seats.order_by("number"))
            score = {None: 0.5, 0: 1.0, 1: 0.0}[game.winner]
            results.append(elo.Result(str(game.pk), (one, other), score))
        ladder = elo.fold(results)
        for number, (game, change) in enumerate(zip(rows, ladder.changes, strict=True), start=1):
            for seat in (0, 1):
                score = change.result.score if seat == 0 else 1 - change.result.score
                moved = (change.before[seat], change.after[seat], game.finished_at)
                changes.append((pool, number, seat, game.pk, change.result.players[seat], score, *moved))
        ratings += [
            (pool, player, one.rating, one.wins, one.draws, one.losses)
            for player, one in sorted(ladder.standings.items())
        ]
    return changes, ratings


def rate(*games: uuid.UUID) -> None:
    for game in games:
        rate_game(game_id=str(game), now=NOON)


def overturn(game: uuid.UUID, *, winner: int | None) -> None:
    Game.objects.filter(pk=game).update(winner=winner)


def void(game: uuid.UUID) -> None:
    Game.objects.filter(pk=game).update(state=GameState.VOID, winner=None)


def reopen(game: uuid.UUID) -> None:
    Game.objects.filter(pk=game).update(state=GameState.PLAYING, finished_at=None, winner=None)


def test_rated_game_moves_both_ratings(players: list[int]) -> None:
    ai, ada, *_ = players
    game = make_game((ada, ai), winner=0, finished_at=minute(1))
    assert rate_game(game_id=str(game), now=minute(2))
    ratings = dict(Rating.objects.values_list("player_id", "rating"))
    assert ratings == {ada: 1516.0, ai: 1484.0}
    ladder = Ladder.objects.get(pool=POOL)
    assert (ladder.rated_until, ladder.updated_at) == (minute(1), minute(2))


def test_casual_running_and_unknown_games_do_nothing(players: list[int]) -> None:
    ai, ada, *_ = players
    casual = make_game((ada, ai), winner=0, finished_at=minute(1), rated=False)
    running = make_game((ada, ai), winner=None, finished_at=None, state=GameState.PLAYING)
    rate(casual, running, uuid.uuid4())
    assert stored() == ([], [])


def test_redelivered_task_changes_ratings_once(players: list[int]) -> None:
    ai, ada, *_ = players
    game = make_game((ada, ai), winner=1, finished_at=minute(1))
    rate_game_task(str(game))
    once = stored()
    rate_game_task(str(game))
    assert stored() == once
    assert not rate_game(game_id=str(game), now=NOON)


def test_one_task_makes_good_lost_ones_before_it(players: list[int]) -> None:
    ai, ada, bob, _ = players
    rate(make_game((ada, ai), winner=0, finished_at=minute(1)))
    make_game((bob, ai), winner=0, finished_at=minute(2))
    rate(make_game((ada, ai), winner=1, finished_at=minute(3)))
    assert RatingChange.objects.count() == 6
    assert stored() == replayed()


def test_task_that_comes_after_a_later_game_puts_its_game_in_its_place(players: list[int]) -> None:
    ai, ada, bob, _ = players
    later = make_game((bob, ai), winner=1, finished_at=minute(5))
    rate(later)
    # Committed late: it finished before the one that is rated already.
    earlier = make_game((ada, ai), winner=0, finished_at=minute(4))
    rate(earlier)
    order = RatingChange.objects.filter(seat=0).order_by("number").values_list("game_id", flat=True)
    assert list(order) == [earlier, later]
    assert stored() == replayed()


def test_overturned_verdict_rewrites_what_came_after(players: list[int]) -> None:
    ai, ada, bob, _ = players
    first = make_game((ada, ai), winner=0, finished_at=minute(1))
    second = make_game((ada, ai), winner=0, finished_at=minute(2))
    third = make_game((bob, ai), winner=0, finished_at=minute(3))
    rate(first, second, third)
    untouched = set(RatingChange.objects.filter(game_id=first).values_list("pk", flat=True))
    overturn(second, winner=1)
    rate(second)
    assert stored() == replayed()
    assert set(RatingChange.objects.filter(game_id=first).values_list("pk", flat=True)) == untouched


@pytest.mark.parametrize("undo", [void, reopen])
def test_result_that_is_taken_back_leaves_the_ladder(
    players: list[int], undo: Callable[[uuid.UUID], None]
) -> None:
    ai, ada, bob, _ = players
    first = make_game((ada, ai), winner=0, finished_at=minute(1))
    second = make_game((bob, ai), winner=1, finished_at=minute(2))
    rate(first, second)
    undo(first)
    rate(first)
    assert stored() == replayed()
    assert not Rating.objects.filter(player_id=ada).exists()
    undo(second)
    rate(second)
    assert stored() == ([], [])
    assert Ladder.objects.get(pool=POOL).rated_until is None


def test_reopened_game_counts_where_it_ends_again(players: list[int]) -> None:
    ai, ada, bob, _ = players
    first = make_game((ada, ai), winner=0, finished_at=minute(1))
    second = make_game((bob, ai), winner=1, finished_at=minute(2))
    rate(first, second)
    reopen(first)
    Game.objects.filter(pk=first).update(state=GameState.PROVISIONAL, finished_at=minute(9), winner=1)
    rate(first)  # The task of the reopening was lost.
    assert list(RatingChange.objects.filter(game_id=first).values_list("number", flat=True)) == [2, 2]
    assert stored() == replayed()


def test_games_that_ended_again_are_found_by_the_task_of_a_later_game(players: list[int]) -> None:
    ai, ada, bob, _ = players
    first = make_game((ada, ai), winner=0, finished_at=minute(1))
    second = make_game((bob, ai), winner=1, finished_at=minute(2))
    rate(first, second)
    for game, end in ((second, 8), (first, 9)):
        reopen(game)
        Game.objects.filter(pk=game).update(state=GameState.PROVISIONAL, finished_at=minute(end), winner=1)
    rate(make_game((bob, ai), winner=1, finished_at=minute(10)))  # All tasks of the others were lost.
    assert stored() == replayed()


def test_pools_never_mix(players: list[int]) -> None:
    ai, ada, *_ = players
    rate(make_game((ada, ai), winner=0, finished_at=minute(1)))
    rate(make_game((ada, ai), winner=0, finished_at=minute(2), pool=Pool.AG_HUMAN_AI))
    assert set(Rating.objects.values_list("player_id", "rating")) == {(ada, 1516.0), (ai, 1484.0)}
    assert stored() == replayed()


@pytest.mark.parametrize("seed", range(12))
def test_increments_equal_the_replay_bit_for_bit(players: list[int], seed: int) -> None:
    """Games end in any order, verdicts are overturned, games voided, reopened; every task comes late, twice, shuffled."""
    rng = random.Random(seed)
    games: list[uuid.UUID] = []
    waiting: list[uuid.UUID] = []
    for step in range(50):
        games, touched = play_a_step(rng, players, games, step)
        waiting += [touched] * rng.choice([1, 1, 2])
        rng.shuffle(waiting)
        while waiting and rng.random() < 0.5:
            rate(waiting.pop())
    rate(*waiting)
    assert stored() == replayed()
    assert rebuild(pool=POOL, check=True, now=NOON) == 0


def play_a_step(
    rng: random.Random, players: Sequence[int], games: list[uuid.UUID], step: int
) -> tuple[list[uuid.UUID], uuid.UUID]:
    winner = rng.choice([0, 1, None])
    if not games or rng.random() < 0.5:
        pair = rng.sample(players, 2)
        # Coarse times make ties; some games finish before those that were rated long ago.
        finished = minute(rng.choice([step, step, rng.randrange(step + 1)]))
        return [*games, made := make_game((pair[0], pair[1]), winner=winner, finished_at=finished)], made
    game = rng.choice(games)
    kind = rng.choice(["overturn", "overturn", "void", "reopen", "reopen"])
    if kind == "void":
        void(game)
    elif kind == "reopen":
        reopen(game)
    else:
        finished = Game.objects.get(pk=game).finished_at or minute(step)
        Game.objects.filter(pk=game).update(state=GameState.FINAL, finished_at=finished, winner=winner)
    return games, game


@pytest.mark.django_db(transaction=True)
def test_many_workers_at_once_rate_every_game_once() -> None:
    ai, people = make_ai(), [make_person(name) for name in ("ada", "bob", "eve")]
    games = [make_game((people[n % 3], ai), winner=n % 2, finished_at=minute(n)) for n in range(12)]
    errors: list[BaseException] = []
    gate = threading.Barrier(4)

    def work(seed: int) -> None:
        try:
            gate.wait(timeout=20)
            rate(*random.Random(seed).sample(games, len(games)))
        except BaseException as error:  # noqa: BLE001 - handed to the test's own thread
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert errors == []
    assert stored() == replayed()
    assert RatingChange.objects.count() == 24


# Rebuilding


def test_check_counts_what_differs_and_changes_nothing(players: list[int]) -> None:
    ai, ada, *_ = players
    rate(make_game((ada, ai), winner=0, finished_at=minute(1)))
    Rating.objects.filter(player_id=ada).update(rating=2000.0)
    RatingChange.objects.filter(player_id=ai).update(after=1.0)
    before = stored()
    assert rebuild(pool=POOL, check=True, now=NOON) == 2
    assert stored() == before
    assert rebuild(pool=POOL, check=False, now=NOON) == 2
    assert stored() == replayed()
    assert rebuild(pool=POOL, check=True, now=NOON) == 0


def test_command_fails_on_differences_only_when_checking(
    players: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    ai, ada, *_ = players
    make_game((ada, ai), winner=0, finished_at=minute(1))
    with pytest.raises(CommandError, match="differ"):
        call_command("rebuild_ratings", "--check")
    call_command("rebuild_ratings")
    assert stored() == replayed()
    call_command("rebuild_ratings", "--check")
    assert "in line with its results" in capsys.readouterr().out


# What the sweeper asks for


def test_sweeper_is_told_of_games_whose_task_was_lost(players: list[int]) -> None:
    ai, ada, bob, _ = players
    lost = make_game((ada, ai), winner=0, finished_at=minute(1))
    assert unrated_games(before=minute(1), limit=9) == []
    assert unrated_games(before=minute(2), limit=9) == [str(lost)]
    rate(lost)
    assert unrated_games(before=minute(99), limit=9) == []
    make_game((bob, ai), winner=0, finished_at=minute(3), rated=False)
    make_game((bob, ai), winner=None, finished_at=None, state=GameState.PLAYING)
    assert unrated_games(before=minute(99), limit=9) == []


def test_sweeper_is_told_of_a_game_committed_after_a_later_one_was_rated(players: list[int]) -> None:
    ai, ada, bob, _ = players
    rate(make_game((bob, ai), winner=0, finished_at=minute(3)))
    late = make_game((ada, ai), winner=0, finished_at=minute(2))
    assert unrated_games(before=minute(99), limit=9) == [str(late)]


@pytest.mark.parametrize("undo", [void, reopen])
def test_sweeper_is_told_of_results_taken_back(players: list[int], undo: Callable[[uuid.UUID], None]) -> None:
    ai, ada, *_ = players
    game = make_game((ada, ai), winner=0, finished_at=minute(1))
    rate(game)
    undo(game)
    assert unrated_games(before=minute(99), limit=9) == [str(game)]
    rate(game)
    assert unrated_games(before=minute(99), limit=9) == []


def test_sweeper_gets_no_more_than_it_asks_for(players: list[int]) -> None:
    ai, ada, *_ = players
    games = [make_game((ada, ai), winner=0, finished_at=minute(n)) for n in range(4)]
    assert unrated_games(before=minute(99), limit=2) == [str(game) for game in games[:2]]


def test_results_behind_one_leave_out_that_one_and_all_before(players: list[int]) -> None:
    ai, ada, *_ = players
    for n in (1, 2, 2, 2, 3):
        make_game((ada, ai), winner=0, finished_at=minute(n))
    results = rated_results(POOL)
    assert [result.place for result in results] == sorted(result.place for result in results)
    for number, result in enumerate(results, start=1):
        assert rated_results(POOL, after=result) == results[number:]
