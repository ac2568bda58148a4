"""A jury is put to use by a protocol that names it, and games by that protocol are judged so."""

from io import StringIO

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from judging.domain.moderation import CaseReason
from judging.domain.panel import Finding
from judging.models import Case
from tests.fakes import model_behaviours as model
from tests.fakes.openai_server import FakeModelServer
from tests.games.table import sit_down_by
from tests.judging.bench import BAD_ANSWER, GOOD_ANSWER, Bench, endpoints
from tests.judging.moderation.desk import Desk, make_moderator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _started() -> None:
    call("create_defaults")


def call(*words: str) -> None:
    call_command(*words, stdout=StringIO())


def test_a_game_under_the_jury_humans_waits_for_a_moderator_and_goes_on() -> None:
    call("protocol", "create", "people", "--like", "ag-to-3", "--jury", "humans")
    bench, desk = Bench(table=sit_down_by("people")), Desk()
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
    bench = Bench(table=sit_down_by("by-three"))
    bench.pose()
    bench.judge()
    assert [(str(verdict.jury), verdict.outcome) for verdict in bench.verdicts] == [("Three", Finding.ASKER)]
    assert {call.model for call in server.calls} == {"one", "two", "three"}
