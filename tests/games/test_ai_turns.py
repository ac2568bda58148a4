"""An AI's turn is leased to one worker, retried with backoff, conceded in the end; faults have consequences."""

from datetime import timedelta

import pytest

from games import selectors, services
from games.domain.errors import NoOpponentError
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState, RoundState
from games.models import AITurn, Player
from tests.games.table import SECOND, START, Table, make_guest, make_protocol, sit_down

pytestmark = pytest.mark.django_db

LEASE = timedelta(seconds=75)


@pytest.fixture
def table() -> Table:
    """Sit down where the AI has to answer."""
    table = sit_down(points=3)
    table.ask()
    return table


def claim(table: Table, kind: str = "answer") -> bool:
    return services.claim_turn(round_id=table.current.pk, kind=kind, lease=LEASE, now=table.now)


def fail(table: Table, kind: str = "answer", retry_after: float | None = None) -> bool:
    return services.record_fault(
        round_id=table.current.pk, kind=kind, fault="no reply", retry_after=retry_after, now=table.now
    )


def fail_until_conceded(table: Table, kind: str = "answer") -> int:
    """Let every attempt fail as soon as it is due; return how many there were."""
    attempts = 1
    assert claim(table, kind)
    while not fail(table, kind):
        retry_at = AITurn.objects.get(round=table.current, kind=kind).retry_at
        assert retry_at is not None
        table.now = retry_at
        assert claim(table, kind)
        attempts += 1
    return attempts


def test_a_turn_is_leased_to_one_worker_at_a_time(table: Table) -> None:
    assert claim(table)
    assert not claim(table)
    table.wait(LEASE - SECOND)
    assert not claim(table)
    table.wait(SECOND)
    assert claim(table)


def test_a_failed_turn_is_retried_ever_later_and_then_conceded(table: Table) -> None:
    waits = []
    for _ in range(3):
        assert claim(table)
        assert not fail(table)
        assert not claim(table)
        turn = AITurn.objects.get(round=table.current)
        assert turn.retry_at is not None
        waits.append((turn.retry_at - table.now).total_seconds())
        table.now = turn.retry_at
    assert waits == [2, 4, 8]
    assert claim(table)
    assert fail(table)
    assert (table.current.state, table.current.opponent_late) == (RoundState.JUDGING, True)
    assert not claim(table)


def test_the_endpoints_own_wish_to_wait_is_respected(table: Table) -> None:
    claim(table)
    assert not fail(table, retry_after=60)
    table.wait(timedelta(seconds=59))
    assert not claim(table)
    table.wait(SECOND)
    assert claim(table)


def test_a_turn_that_cannot_be_retried_before_the_deadline_is_conceded_at_once(table: Table) -> None:
    claim(table)
    assert fail(table, retry_after=300)
    assert table.current.state == RoundState.JUDGING


def test_a_worker_that_dies_every_time_does_not_try_for_ever(table: Table) -> None:
    tries = 0
    while claim(table):
        tries += 1
        table.wait(LEASE)
    assert tries == 4
    # The person is not kept waiting until the clock runs out: the empty answer goes to the judge.
    assert table.current.state == RoundState.JUDGING
    assert table.current.opponent_late


def test_a_fault_after_the_turn_was_taken_changes_nothing(table: Table) -> None:
    claim(table)
    table.answer()
    services.finish_turn(round_id=table.current.pk, kind="answer", source="mind", now=table.now)
    seq = table.game.last_seq
    assert not fail(table)
    turn = AITurn.objects.get(round=table.current)
    assert (turn.source, turn.last_fault, table.game.last_seq) == ("mind", "", seq)


@pytest.mark.parametrize("attempts", [1, 4])
def test_a_fault_in_a_game_that_ended_meanwhile_concedes_nothing(table: Table, attempts: int) -> None:
    for _ in range(attempts):
        assert claim(table)
        table.wait(LEASE)
    table.leave(seat=0)
    assert not fail(table)
    assert (table.current.state, table.game.winner) == (RoundState.ANSWERING, 1)
    assert Player.objects.get(pk=table.players[1]).fault_streak == 0


def test_an_ai_whose_game_reopens_in_the_middle_of_its_turn_takes_it() -> None:
    table = sit_down(points=2)
    table.play(Outcome.ASKER, Outcome.EQUIVALENT)
    table.ask()
    for _ in range(4):
        assert claim(table)
        table.wait(timedelta(seconds=70) if _ == 3 else LEASE)
    table.verdict(Outcome.ASKER, number=2)
    fail(table)
    table.verdict(Outcome.EQUIVALENT, number=2)
    assert table.game.state == GameState.PLAYING
    assert selectors.pending_turn(table.game_id) is not None
    assert claim(table)


def test_an_ai_that_cannot_ask_gives_the_point_away() -> None:
    table = sit_down(Variant.AG, points=3)
    table.play(Outcome.EQUIVALENT)
    assert fail_until_conceded(table, "ask") == 4
    late = table.rounds[1]
    assert (late.asker, late.asker_late, late.outcome) == (1, True, Outcome.ILL_DEFINED)
    assert table.score == (1, 0)


def test_an_ai_that_cannot_ask_at_all_aborts_the_game() -> None:
    table = sit_down(Variant.AG, first_asker=1)
    fail_until_conceded(table, "ask")
    assert (table.game.state, table.game.cause) == (GameState.ABORTED, Cause.NEVER_STARTED)


def test_repeated_faults_take_a_version_out_of_the_draw_for_a_while() -> None:
    table = sit_down(points=5, cap=20)
    for _ in range(3):
        table.ask()
        fail_until_conceded(table)
        table.verdict(Outcome.EQUIVALENT)
    ai = Player.objects.get(pk=table.players[1])
    assert ai.suspended_until is not None
    assert ai.suspended_until > table.now
    assert ai.fault_streak == 0
    assert [card.id for card in selectors.ready_ai_players(table.now)] == []
    with pytest.raises(NoOpponentError):
        services.start_game(
            player_id=make_guest(),
            protocol_slug=make_protocol(),
            key=table.game_id,
            now=table.now,
            rng=table.rng,
        )
    assert [card.id for card in selectors.ready_ai_players(ai.suspended_until)] == [ai.pk]


def test_a_game_without_faults_clears_an_ai_of_earlier_ones() -> None:
    faulty = sit_down(points=1)
    faulty.ask()
    fail_until_conceded(faulty)
    faulty.verdict(Outcome.ASKER)
    ai = Player.objects.get(pk=faulty.players[1])
    assert ai.fault_streak == 1
    clean = sit_down(points=1)
    clean.play(Outcome.ASKER)
    ai.refresh_from_db()
    assert ai.fault_streak == 0


def stalled(table: Table, limit: int = 10) -> list[str]:
    patience = timedelta(seconds=5)
    return list(selectors.stalled_ai_turns(now=table.now, idle_since=table.now - patience, limit=limit))


def test_turns_in_progress_do_not_crowd_out_a_lost_one() -> None:
    tables = [sit_down() for _ in range(4)]
    for table in tables:
        table.ask()
        table.wait(timedelta(seconds=30))
    for table in tables[:3]:
        claim(table)
    assert stalled(tables[0], limit=1) == [str(tables[3].game_id)]


def test_the_sweeper_sends_only_turns_that_nobody_works_on() -> None:
    table = sit_down(points=3)
    table.wait(timedelta(seconds=60))
    assert stalled(table) == []  # It is the person's turn.
    table.ask()
    assert stalled(table) == []  # Its message is most likely still on its way.
    table.wait(timedelta(seconds=6))
    assert stalled(table) == [str(table.game_id)]
    claim(table)
    assert stalled(table) == []
    fail(table)
    table.wait(SECOND)
    assert stalled(table) == []
    table.wait(SECOND)
    assert stalled(table) == [str(table.game_id)]
    table.leave()
    assert stalled(table) == []


def test_a_suspended_version_plays_its_running_games_on(table: Table) -> None:
    services.suspend_ai_player(player_id=table.players[1], until=START + timedelta(days=1))
    turn = selectors.pending_turn(table.game_id)
    assert turn is not None
    assert turn.player_id == table.players[1]


def test_a_person_who_is_slow_to_answer_an_ai_is_no_stalled_turn() -> None:
    table = sit_down(Variant.AG, points=3, first_asker=1)
    table.ask()
    table.wait(timedelta(seconds=60))
    assert stalled(table) == []
    table.answer()
    table.wait(timedelta(seconds=60))
    assert stalled(table) == []
