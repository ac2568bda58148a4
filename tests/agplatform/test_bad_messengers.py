"""A broker that loses, doubles, delays and shuffles: the game, its verdicts and the ladder come out right."""

import random
import uuid
from collections import Counter
from datetime import timedelta

import pytest
import time_machine

from agplatform import relay
from agplatform.celery import app
from games import selectors, services
from games.domain.rules import Outcome, PlayedRound, Variant, fold
from games.domain.states import RoundState
from games.selectors import Turn
from judging.models import Verdict
from judging.services import create_default_juries
from ratings.models import RatingChange
from tests.agplatform.broker import Message, lose_everything, queued
from tests.games.table import START, Table, make_member, make_protocol

pytestmark = pytest.mark.django_db(transaction=True)

STEP = timedelta(seconds=6)
LOST, DOUBLED, LATE_AGAIN = 0.4, 0.3, 0.3


app.loader.import_default_modules()  # As a worker does when it starts.


class BadMessenger:
    """Deliver what waits in the queues as no broker should."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.delivered: list[Message] = []

    def deliver(self) -> None:
        """Lose some, double some, bring back old ones, all in any order."""
        waiting = [message for message in queued() if self.rng.random() > LOST]
        lose_everything()
        again = [message for message in waiting if self.rng.random() < DOUBLED]
        late = [self.rng.choice(self.delivered)] if self.delivered and self.rng.random() < LATE_AGAIN else []
        messages = waiting + again + late
        self.rng.shuffle(messages)
        for _, task, argument in messages:
            app.tasks[task](argument)
        self.delivered += waiting


def sit_down_rated(variant: Variant) -> Table:
    services.create_defaults(now=START)
    create_default_juries(now=START)
    player = make_member()
    game_id = services.start_game(
        player_id=player,
        protocol_slug=make_protocol(variant, 2, 4),
        key=uuid.uuid4(),
        now=START,
        rng=random.Random(1),
    )
    return Table(game_id, (player, selectors.ready_ai_players(START)[0].id))


def move(table: Table) -> None:
    """Let the person do her part, if it is her turn."""
    turn = table.view().turn
    if turn is Turn.ASK:
        table.ask(f"How many letters has the word number {table.current.number}?", "Six letters.")
    elif turn is Turn.ANSWER:
        table.answer("I would say that it depends on the rest of the sentence.")


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("seed", range(5))
def test_a_game_comes_out_right_over_a_messenger_that_cannot_be_trusted(variant: Variant, seed: int) -> None:
    table, messenger = sit_down_rated(variant), BadMessenger(random.Random(seed))
    for _ in range(200):
        with time_machine.travel(table.now, tick=False):
            move(table)
            messenger.deliver()
            relay.sweep(table.now)
        table.wait(STEP)
        if table.view().over and RatingChange.objects.exists():
            break
    assert_right(table)


def assert_right(table: Table) -> None:
    game, rounds = table.game, table.rounds
    played = [PlayedRound(Outcome(row.outcome), row.asker_late) for row in rounds]
    standing = fold(game.protocol.rules, game.first_asker, played)
    assert {row.state for row in rounds} == {RoundState.DECIDED}
    assert (game.winner, game.cause, table.score) == (standing.winner, standing.cause, standing.points)
    assert not any(row.asker_late or row.opponent_late for row in rounds)
    assert list(table.events.values_list("seq", flat=True)) == list(range(1, game.last_seq + 1))
    kinds = Counter(table.kinds)
    assert {kinds[kind] for kind in ("question.sealed", "answer.sealed", "round.decided")} == {len(rounds)}
    assert kinds["game.finished"] == 1
    assert Counter(Verdict.objects.values_list("round_id", flat=True)) == {row.pk: 1 for row in rounds}
    assert sorted(RatingChange.objects.values_list("seat", flat=True)) == [0, 1]
