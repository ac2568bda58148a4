"""The database itself refuses rows that could not have come from a game, whoever writes them."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, models, transaction

from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState, RoundState
from games.models import (
    AISystem,
    AITurn,
    AIVersion,
    Game,
    GameEvent,
    PairingSlot,
    Player,
    Protocol,
    Round,
    Seat,
    TaskSet,
)
from games.models.frozen import FrozenRowError
from tests.games.table import START, Table, make_ai, make_guest, make_member, make_user, sit_down

pytestmark = pytest.mark.django_db


def refuses(constraint: str, write: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        write()


def copy_of(row: models.Model, **changes: object) -> Callable[[], object]:
    """Return a function that inserts the row once more, with changes."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    pk = row._meta.pk.attname
    fresh = {pk: uuid.uuid4()} if isinstance(row, Game) else {}
    values.pop(pk)
    return lambda: type(row)._default_manager.create(**{**values, **fresh, **changes})


def changed(row: models.Model, **changes: object) -> Callable[[], object]:
    """Return a function that changes the row behind the services' back."""
    return lambda: type(row)._default_manager.filter(pk=row.pk).update(**changes)


@pytest.fixture
def table() -> Table:
    return sit_down(Variant.QG, points=3)


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("round_has_a_number_and_an_asker", {"asker": 2}),
        ("round_has_a_number_and_an_asker", {"number": 0}),
        ("no_answering_before_sealing", {"state": RoundState.ANSWERING}),
        ("no_answering_before_sealing|no_judging_before_the_answer", {"state": RoundState.JUDGING}),
        ("decided_means_an_outcome|decided_rounds", {"state": RoundState.DECIDED}),
        ("decided_means_an_outcome", {"outcome": Outcome.ASKER}),
        ("decided_means_an_outcome", {"decided_at": START}),
        (
            "decided_rounds_were_played_or_late",
            {"state": RoundState.DECIDED, "outcome": Outcome.ASKER, "decided_at": START},
        ),
        ("sealed_together_or_not_at_all", {"question": "Why?"}),
        ("sealed_together_or_not_at_all", {"sealed_answer": "Because."}),
        ("sealed_together_or_not_at_all", {"salt": "00"}),
        ("sealed_together_or_not_at_all", {"commitment": "00"}),
        ("sealed_together_or_not_at_all", {"sealed_at": START}),
        ("only_missed_answers_are_empty", {"answer": "Blue."}),
        ("only_missed_answers_are_empty", {"answered_at": START}),
        ("only_missed_answers_are_empty", {"opponent_late": True}),
    ],
)
def test_a_round_in_an_impossible_state_is_refused(
    table: Table, constraint: str, changes: dict[str, object]
) -> None:
    refuses(constraint, changed(table.current, **changes))


@pytest.mark.parametrize("field", ["question", "sealed_answer", "salt", "commitment"])
def test_a_sealed_round_lacks_nothing(table: Table, field: str) -> None:
    table.ask()
    refuses("sealed_together_or_not_at_all", changed(table.current, **{field: ""}))


def test_a_sealed_answer_of_a_round_that_counts_as_missed_is_refused(table: Table) -> None:
    table.ask()
    decided = {"state": RoundState.DECIDED, "outcome": Outcome.ILL_DEFINED, "decided_at": START}
    refuses("decided_rounds_were_played_or_late", changed(table.current, asker_late=True, **decided))


def test_round_numbers_are_unique_and_one_round_is_played_at_a_time(table: Table) -> None:
    refuses("one_undecided_round_per_game|UNIQUE", copy_of(table.current, number=2))
    table.play(Outcome.ASKER)
    refuses("round_number_unique|UNIQUE", copy_of(table.rounds[0]))


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("game_first_asker_is_a_seat", {"first_asker": 2}),
        ("finished_game_has_a_cause", {"state": GameState.PROVISIONAL}),
        ("finished_game_has_a_cause", {"state": GameState.FINAL, "finished_at": START}),
        ("finished_game_has_a_cause", {"state": GameState.FINAL, "cause": Cause.CAP}),
        ("winner_is_a_seat_of_a_valid_game", {"winner": 2}),
        ("winner_is_a_seat_of_a_valid_game", {"winner": 0, "state": GameState.VOID}),
        ("winner_is_a_seat_of_a_valid_game", {"winner": 1, "state": GameState.ABORTED}),
        ("forfeit_is_whole_or_absent", {"forfeit_seat": 0}),
        ("forfeit_is_whole_or_absent", {"forfeit_after": 1}),
        ("forfeit_is_whole_or_absent", {"forfeit_cause": Cause.RESIGNED}),
        (
            "forfeit_is_whole_or_absent",
            {"forfeit_seat": 2, "forfeit_after": 1, "forfeit_cause": Cause.RESIGNED},
        ),
    ],
)
def test_a_game_in_an_impossible_state_is_refused(
    table: Table, constraint: str, changes: dict[str, object]
) -> None:
    refuses(constraint, changed(table.game, **changes))


def test_a_slot_has_one_open_game_and_a_person_one_open_slot(table: Table) -> None:
    refuses("one_open_game_per_slot|UNIQUE", copy_of(table.game))
    slot = PairingSlot.objects.get(games=table.game_id)
    refuses("one_open_slot_per_requester|UNIQUE", copy_of(slot, key=uuid.uuid4()))
    refuses("one_slot_per_request|UNIQUE", copy_of(slot, closed_at=START))


@pytest.mark.parametrize("probability", [0.0, -0.5, 1.01])
def test_a_draw_has_a_probability(table: Table, probability: float) -> None:
    slot = PairingSlot.objects.get(games=table.game_id)
    refuses("slot_probability_is_a_probability", changed(slot, probability=probability))


def test_a_game_has_two_seats_for_two_players(table: Table) -> None:
    seat = Seat.objects.get(game_id=table.game_id, number=0)
    refuses("seat_number_is_0_or_1", changed(seat, number=2))
    refuses("seat_number_unique|UNIQUE", changed(seat, number=1))
    refuses("one_seat_per_player|UNIQUE", changed(seat, player_id=table.players[1]))


def test_events_and_ai_turns_are_unique(table: Table) -> None:
    refuses("event_seq_unique|UNIQUE", copy_of(GameEvent.objects.filter(game_id=table.game_id)[0]))
    turn = AITurn.objects.create(round=table.current, kind="ask")
    refuses("one_turn_per_round_and_kind|UNIQUE", copy_of(turn))


def test_handles_are_unique_whatever_their_case() -> None:
    make_member("Ada")
    refuses(
        "player_handle_unique|UNIQUE",
        lambda: Player.objects.create(kind="human", handle="aDA", guest=True, created_at=START),
    )


def test_guests_have_no_account_and_members_have_one_player_each() -> None:
    guest, member = Player.objects.get(pk=make_guest()), Player.objects.get(pk=make_member())
    refuses("guest_is_a_person_without_account", changed(guest, owner_id=make_user()))
    refuses("guest_is_a_person_without_account", changed(guest, verified_at=START))
    refuses("guest_is_a_person_without_account|member_has", changed(guest, kind="ai"))
    refuses("member_has_an_account", changed(guest, guest=False))
    refuses("one_human_player_per_account|UNIQUE", copy_of(member, handle="another"))


def test_an_ai_system_numbers_its_versions() -> None:
    version = AIVersion.objects.get(player_id=make_ai())
    other = Player.objects.create(kind="ai", handle="other", created_at=START)
    refuses("ai_version_number_unique|UNIQUE", copy_of(version, player_id=other.pk, config_hash="another"))
    refuses("config_hash|UNIQUE", copy_of(version, player_id=other.pk, number=2))
    refuses("slug|UNIQUE", copy_of(AISystem.objects.get(slug="robo")))


def test_a_protocol_can_be_won(table: Table) -> None:
    protocol = table.game.protocol
    refuses("protocol_can_be_won", changed(protocol, points_to_win=0))
    refuses("protocol_can_be_won", changed(protocol, round_cap=2))
    refuses("slug|UNIQUE", copy_of(protocol, content_hash="another"))
    refuses("task_set_version_unique|UNIQUE", copy_of(protocol.task_set))


@pytest.mark.parametrize("model", [Protocol, TaskSet, AIVersion])
def test_what_games_were_played_under_cannot_change(table: Table, model: type[models.Model]) -> None:
    row = model._default_manager.all()[0]
    with pytest.raises(FrozenRowError):
        row.save()
    with pytest.raises(FrozenRowError):
        row.save(update_fields=["slug" if model is not AIVersion else "model"])


def test_a_protocol_can_be_retired(table: Table) -> None:
    protocol = table.game.protocol
    protocol.retired_at = START + timedelta(days=1)
    protocol.save(update_fields=["retired_at"])
    assert table.game.protocol.retired_at is not None


@pytest.mark.parametrize("name", ["protocol", "seats", "slot"])
def test_nothing_that_a_game_stands_on_can_be_deleted(table: Table, name: str) -> None:
    game = table.game
    row = {"protocol": game.protocol, "seats": game.seats.get(number=0).player, "slot": game.slot}[name]
    with pytest.raises(models.ProtectedError):
        row.delete()


def test_a_played_round_is_kept_whole(table: Table) -> None:
    table.play(Outcome.ASKER)
    row = Round.objects.get(game_id=table.game_id, number=1)
    refuses("decided_means_an_outcome", changed(row, outcome=""))
    refuses("only_missed_answers_are_empty", changed(row, answer=""))
