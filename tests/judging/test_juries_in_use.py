"""A jury is put to use by a protocol that names it, and games by that protocol are judged so."""

import random
import uuid
from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from games import services
from judging.domain.moderation import CaseReason
from judging.domain.panel import Finding
from judging.models import Case
from tests.fakes import model_behaviours as model
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import START, Table, make_ai, make_member
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, Bench, endpoints
from tests.judging.moderation.desk import Desk, make_moderator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _started() -> None:
    call("create_defaults")


def call(*words: str) -> None:
    call_command(*words, stdout=StringIO())


def start(slug: str) -> Table:
    player, ai = make_member(), make_ai()
    game_id = services.start_game(
        player_id=player,
        protocol_slug=slug,
        key=uuid.uuid4(),
        now=START,
        rng=random.Random(1),
        opponent_id=ai,
    )
    return Table(game_id, (player, ai))


def test_a_game_under_the_jury_humans_waits_for_a_moderator_and_goes_on() -> None:
    call("protocol", "create", "people", "--like", "ag-to-3", "--jury", "humans")
    bench, desk = Bench(table=start("people")), Desk()
    bench.pose()
    bench.judge()
    case = Case.objects.get(round_id=bench.round_id)
    assert list(case.causes.values_list("reason", flat=True)) == [CaseReason.HUMANS_ONLY]
    desk.counted_vote(make_moderator(), Finding.ASKER)
    assert bench.round.outcome == Finding.ASKER
    assert (sum(bench.table.score), bench.table.current.number) == (1, 2)


def test_a_game_under_a_jury_of_three_models_is_judged_by_them(
    settings: LazySettings, server: FakeModelServer
) -> None:
    settings.MODEL_ENDPOINTS = endpoints(server)
    server.always(model.prefers(GOOD_ANSWER, over=BAD_ANSWER))
    models = [word for name in ("one", "two", "three") for word in ("--judge", f"openai:{name}")]
    call_command(
        "jury", "create", "three", "--name", "Three", "--rule", "majority", *models, stdout=StringIO()
    )
    call("protocol", "create", "by-three", "--like", "ag-to-3", "--jury", "three")
    bench = Bench(table=start("by-three"))
    bench.pose()
    bench.judge()
    assert [(str(verdict.jury), verdict.outcome) for verdict in bench.verdicts] == [("Three", Finding.ASKER)]
    assert {call.model for call in server.calls} == {"one", "two", "three"}
