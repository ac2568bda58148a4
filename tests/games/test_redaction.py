"""What nobody may learn before its time: sealed answers, salts, the drawn opponent's name, running games."""

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

from games import selectors, services
from games.domain.commitment import verify
from games.domain.errors import NotFoundError
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState
from games.models import Player
from games.selectors import Presence, Result, Turn
from tests.games.table import SECOND, Table, make_guest, make_member, sit_down

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

pytestmark = pytest.mark.django_db

A, O, E = Outcome.ASKER, Outcome.OPPONENT, Outcome.EQUIVALENT  # noqa: E741 - tables read better
SEALED, ANSWER = "SEALED-MARKER", "ANSWER-MARKER"
ROBO, PERSON = "robo", "hypatia"


def everything_in(shown: "DataclassInstance") -> str:
    """Write out a dataclass whole, fields that hide from repr included."""
    return repr(asdict(shown))


def sealed_table(asker: int) -> Table:
    """Sit down where `asker` has just sealed the marker, after a round that is long revealed."""
    table = sit_down(Variant.AG, points=3, first_asker=1 - asker)
    table.ask("An old question?", "An old answer.")
    table.answer("An old reply.")
    table.verdict(E)
    assert table.current.asker == asker
    table.ask("What is it?", SEALED)
    return table


@pytest.mark.parametrize("asker", [0, 1])
def test_a_sealed_answer_and_its_salt_are_the_askers_alone_until_the_answer_is_in(asker: int) -> None:
    table = sealed_table(asker)
    own, others = everything_in(table.view(asker)), everything_in(table.view(1 - asker))
    assert SEALED in own
    assert SEALED not in others
    assert "What is it?" in others
    for view in (own, others):
        assert table.current.salt not in view
        assert table.current.commitment in view


@pytest.mark.parametrize("asker", [0, 1])
@pytest.mark.parametrize("state", ["judging", "decided"])
def test_once_both_answers_are_in_both_players_can_read_and_check_them(asker: int, state: str) -> None:
    table = sealed_table(asker)
    table.answer(ANSWER)
    if state == "decided":
        table.verdict(E)
    for seat in (0, 1):
        round_ = table.view(seat).rounds[1]
        assert (round_.asker_answer, round_.opponent_answer) == (SEALED, ANSWER)
        assert verify(round_.commitment, round_.salt, round_.asker_answer)


@pytest.mark.parametrize("asker", [0, 1])
def test_an_answer_that_never_came_reveals_the_sealed_one_as_well(asker: int) -> None:
    table = sealed_table(asker)
    table.miss()
    assert SEALED in everything_in(table.view(1 - asker))


@pytest.mark.parametrize("ending", ["leave", "void"])
def test_a_game_that_ended_for_good_reveals_everything_to_everybody(ending: str) -> None:
    table = sealed_table(0)
    if ending == "leave":
        table.leave(1)
    else:
        services.void_game(game_id=table.game_id, cause=Cause.PLATFORM_FAULT, detail="", now=table.now)
    for seat in (0, 1, None):
        assert SEALED in everything_in(table.view(seat))


def interrupted_table() -> Table:
    """Sit down where an overturned verdict ended the game while the AI was to answer."""
    table = sit_down(Variant.QG, points=2)
    table.play(A, E)
    table.ask("What is it?", SEALED)
    table.verdict(A, number=2)
    assert table.game.state == GameState.PROVISIONAL
    return table


def test_a_round_that_an_overturned_verdict_interrupted_stays_sealed_for_it_may_go_on() -> None:
    table = interrupted_table()
    for seat in (1, None):
        view = everything_in(table.view(seat))
        assert SEALED not in view
        assert table.current.salt not in view
    table.verdict(E, number=2)
    assert SEALED not in everything_in(table.view(1))
    table.answer(ANSWER)
    assert SEALED in everything_in(table.view(1))


def running_states() -> list[Callable[[Table], None]]:
    def asking(table: Table) -> None:
        """Nothing sealed yet."""

    def answering(table: Table) -> None:
        table.ask("?", SEALED)

    def judging(table: Table) -> None:
        answering(table)
        table.answer(ANSWER)

    def second_round(table: Table) -> None:
        judging(table)
        table.verdict(E)

    def reopened(table: Table) -> None:
        table.play(A, A)
        table.verdict(E, number=1)

    return [asking, answering, judging, second_round, reopened]


@pytest.mark.parametrize("bring_there", running_states(), ids=lambda function: function.__name__)
def test_a_running_game_is_its_players_alone_and_the_drawn_ai_has_no_name(
    bring_there: Callable[[Table], None],
) -> None:
    table = sit_down(Variant.QG, points=2, human=make_member(PERSON), chosen=False)
    bring_there(table)
    for viewer in (None, make_guest(), 10**9):
        with pytest.raises(NotFoundError):
            selectors.game_view(game_id=table.game_id, viewer_id=viewer, now=table.now)
        with pytest.raises(NotFoundError):
            services.look_at_game(game_id=table.game_id, viewer_id=viewer, now=table.now)
        assert selectors.games_of(player_id=table.players[0], viewer_id=viewer, limit=9) == []
    assert selectors.recent_games(limit=9) == []
    assert selectors.games_of(player_id=table.players[1], viewer_id=table.players[0], limit=9) == []
    (line,) = selectors.games_of(player_id=table.players[0], viewer_id=table.players[0], limit=9)
    assert ROBO not in everything_in(line).lower()
    assert ROBO not in everything_in(table.view(0)).lower()
    assert table.view(0).opponent.hidden


def test_the_opponent_is_unmasked_for_everybody_when_the_game_is_over() -> None:
    table = sit_down(points=1, human=make_member(PERSON), chosen=False)
    table.play(A)
    for seat in (0, None):
        opponent = table.view(seat).seats[1]
        assert (opponent.handle, opponent.name, opponent.hidden) == (ROBO, "Robo v1", False)
    line = selectors.recent_games(limit=5)[0]
    assert (line.handles, line.names) == ((PERSON, ROBO), (PERSON, "Robo v1"))


def test_an_opponent_that_she_chose_herself_has_its_name_from_the_start() -> None:
    assert sit_down(chosen=True).view(0).opponent.handle == ROBO


def test_an_ai_that_answers_is_told_neither_the_sealed_answer_nor_who_asks() -> None:
    table = sit_down(points=3, human=make_member(PERSON))
    table.play(E)
    table.ask("What is it?", SEALED)
    turn = selectors.pending_turn(table.game_id)
    assert turn is not None
    told = everything_in(turn)
    assert (turn.kind, "What is it?" in told, "The sea." in told) == ("answer", True, True)
    for secret in (SEALED, table.current.salt, table.current.commitment, PERSON):
        assert secret not in told


def test_an_ai_that_asks_is_told_the_rounds_so_far_from_its_own_side() -> None:
    table = sit_down(Variant.AG, points=3, human=make_member(PERSON))
    table.play(A)
    turn = selectors.pending_turn(table.game_id)
    assert turn is not None
    assert turn.kind == "ask"
    assert PERSON not in everything_in(turn)
    assert (turn.context.my_points, turn.context.opponent_points) == (0, 1)
    (past,) = turn.context.rounds
    assert (past.mine, past.asker_answer, past.opponent_answer) == (False, "The sky.", "The sea.")


def test_late_rounds_are_not_shown_to_an_ai_as_questions() -> None:
    table = sit_down(points=3)
    table.play(E)
    table.miss()
    table.ask()
    turn = selectors.pending_turn(table.game_id)
    assert turn is not None
    assert [past.number for past in turn.context.rounds] == [1]


@pytest.mark.parametrize("moment", ["her turn", "judging", "over"])
def test_no_turn_is_pending_for_an_ai_that_need_not_move(moment: str) -> None:
    table = sit_down(points=1)
    if moment != "her turn":
        table.ask()
        table.answer()
    if moment == "over":
        table.verdict(A)
    assert selectors.pending_turn(table.game_id) is None


@pytest.mark.parametrize("asker", [0, 1])
def test_a_judge_is_told_nothing_of_who_plays(asker: int) -> None:
    table = sit_down(Variant.AG, points=3, first_asker=asker, human=make_member(PERSON))
    table.ask("What is it?", SEALED)
    assert selectors.blind_packet(table.current.pk) is None
    table.answer(ANSWER)
    packet = selectors.blind_packet(table.current.pk)
    assert packet is not None
    told = asdict(packet)
    assert (told.pop("asker_answer"), told.pop("opponent_answer"), told.pop("question")) == (
        SEALED,
        ANSWER,
        "What is it?",
    )
    # These two say who may not judge, and no judge is shown them.
    assert (told.pop("families"), told.pop("models")) == ({"robo"}, frozenset())
    assert set(told) == {"round_id", "game_id", "task_set_name", "task_set_definition", "jury_slug"}
    assert not {PERSON, ROBO} & set(repr(told).lower().replace("'", " ").split())


def test_a_judge_gets_no_packet_of_a_round_that_nobody_asked_in() -> None:
    table = sit_down(points=3)
    table.play(E)
    table.miss()
    assert selectors.blind_packet(table.rounds[1].pk) is None
    assert selectors.blind_packet(10**9) is None


def test_rounds_wait_for_their_verdict_oldest_first_while_their_game_runs() -> None:
    first, second, left = sit_down(), sit_down(), sit_down()
    for table in (second, first, left):
        table.wait(SECOND * (2 if table is first else 1))
        table.ask()
        table.answer()
    left.leave()
    late = first.now + SECOND
    assert selectors.rounds_awaiting_verdict(before=late, limit=9) == [
        str(second.current.pk),
        str(first.current.pk),
    ]
    assert selectors.rounds_awaiting_verdict(before=first.now, limit=9) == [str(second.current.pk)]


# What a player sees of the game itself


def turns(table: Table) -> tuple[Turn, Turn]:
    return table.view(0).turn, table.view(1).turn


def test_each_side_is_told_what_to_do_or_to_wait_for() -> None:
    table = sit_down(Variant.QG, points=1)
    assert turns(table) == (Turn.ASK, Turn.WAIT_FOR_QUESTION)
    table.ask()
    assert turns(table) == (Turn.WAIT_FOR_ANSWER, Turn.ANSWER)
    table.answer()
    assert turns(table) == (Turn.WAIT_FOR_VERDICT, Turn.WAIT_FOR_VERDICT)
    table.verdict(A)
    assert turns(table) == (Turn.OVER, Turn.OVER)


def test_each_side_is_told_its_result() -> None:
    won = sit_down(points=1)
    won.play(A)
    drawn = sit_down(points=1, cap=1)
    drawn.play(E)
    aborted = sit_down()
    assert aborted.view(0).result is None
    aborted.leave()
    results = [[table.view(seat).result for seat in (0, 1, None)] for table in (won, drawn, aborted)]
    assert results == [
        [Result.WON, Result.LOST, None],
        [Result.DRAWN, Result.DRAWN, None],
        [Result.NO_RESULT, Result.NO_RESULT, None],
    ]


def test_points_are_shown_where_they_went() -> None:
    table = sit_down(Variant.AG, points=3)
    table.play(A, A, E, O)
    assert [view.point_to for view in table.view().rounds[:4]] == [0, 1, None, 0]
    assert [seat.points for seat in table.view().seats] == [2, 1]


def test_an_ai_thinks_on_its_turn_and_a_person_is_here_or_away() -> None:
    table = sit_down(points=3)
    assert [seat.presence for seat in table.view().seats] == [Presence.UNKNOWN, Presence.HERE]
    table.ask()
    services.renew_presence(game_id=table.game_id, player_id=table.players[0], now=table.now)
    assert [seat.presence for seat in table.view().seats] == [Presence.HERE, Presence.THINKING]
    table.wait(SECOND * 26)
    assert table.view().seats[0].presence is Presence.AWAY


def test_a_players_card_holds_nothing_of_her_account() -> None:
    member = make_member(PERSON)
    owner = Player.objects.get(pk=member).owner
    assert owner is not None
    owner.email = "hypatia@example.org"
    owner.save()
    card = selectors.player_card(PERSON.upper())
    assert (card.id, card.finished_games, card.wins) == (member, 0, 0)
    assert "example.org" not in everything_in(card)


def test_a_players_card_counts_finished_games_and_wins_from_both_seats() -> None:
    for outcome in (A, O, O):
        sit_down(points=1).play(outcome)
    sit_down()
    card = selectors.player_card(ROBO)
    assert (card.finished_games, card.wins) == (3, 2)


def test_unknown_things_are_not_found() -> None:
    with pytest.raises(NotFoundError):
        selectors.player_card("nobody")
    with pytest.raises(NotFoundError):
        selectors.protocol_card("nothing")
