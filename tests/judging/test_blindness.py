"""The blindness check reads what is public, measures nothing from too little, and is shown as it was stored."""

import json
import random
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.domain.rules import Outcome, Variant
from games.selectors import finished_answers
from judging import services
from judging.models import BlindnessCheck
from judging.selectors import latest_blindness
from judging.tasks import refresh_blindness
from tests.games.table import START, Table, sit_down

pytestmark = pytest.mark.django_db

HUMAN = "idk honestly, i think it was maybe {} or so lol"
MACHINE = "Certainly! The answer to your question is {}, which is widely regarded as correct."


def play(number: int, human: str = HUMAN, machine: str = MACHINE) -> Table:
    """Play a game of two rounds to its end, the person asking in both."""
    table = sit_down(Variant.QG, points=2)
    for question in range(2):
        word = random.Random(10 * number + question).choice(["red", "blue", "nine", "Rome", "water", "oak"])
        table.ask(f"Question {number}.{question}?", human.format(word))
        table.answer(machine.format(word))
        table.verdict(Outcome.ASKER)
    return table


def test_answers_of_finished_games_come_with_their_authors_kind_and_person() -> None:
    table = play(1)
    person, machine = table.players
    found = finished_answers(rounds=10)
    assert len(found) == 4
    assert {one.game_id for one in found} == {str(table.game_id)}
    assert {one.person_id for one in found} == {person}
    assert {(one.author_id, one.by_ai) for one in found} == {(person, False), (machine, True)}
    assert all(one.text.startswith("Certainly") == one.by_ai for one in found)


def test_in_the_adversarial_game_sealed_answers_of_the_ai_count_as_the_ais() -> None:
    table = sit_down(Variant.AG, points=1)
    asker = table.current.asker
    table.ask("What is blue?", "Sealed.")
    table.answer("Given.")
    table.verdict(Outcome.ASKER)
    by = {one.text: one.author_id for one in finished_answers(rounds=10)}
    assert by == {"Sealed.": table.players[asker], "Given.": table.players[1 - asker]}


def test_running_games_and_missed_answers_are_left_out() -> None:
    running = sit_down(Variant.QG, points=2)
    running.ask()
    running.answer("Still secret.")
    running.verdict(Outcome.ASKER)
    late = sit_down(Variant.QG, points=1)
    late.ask("What is blue?", "The sky.")
    late.miss()
    late.verdict(Outcome.ASKER)
    assert [one.text for one in finished_answers(rounds=10)] == ["The sky."]


def test_only_the_newest_rounds_are_read() -> None:
    play(1, human="old {}", machine="old {}")
    later = sit_down(Variant.QG, points=1)
    later.wait(timedelta(seconds=60))
    later.ask("What is blue?", "new")
    later.answer("new too")
    later.verdict(Outcome.ASKER)
    assert {one.text for one in finished_answers(rounds=1)} == {"new", "new too"}


def test_too_few_answers_are_said_and_nothing_is_stored() -> None:
    play(1)
    out = StringIO()
    call_command("check_blindness", stdout=out)
    assert "Not measured: 2 human and 2 AI answers from the games of 1 people." in out.getvalue()
    assert "at least 30 of each kind and 10 people" in out.getvalue()
    assert latest_blindness() is None


def test_telling_answers_are_told_apart_and_the_figure_is_kept(tmp_path: Path) -> None:
    for number in range(15):
        play(number)
    out, file = StringIO(), tmp_path / "blindness.json"
    call_command("check_blindness", "--seed", "7", "--json", str(file), stdout=out)
    found = latest_blindness()
    assert found is not None
    assert (found.human_answers, found.ai_answers, found.folds, found.seed) == (30, 30, 5, 7)
    assert found.auc == 1.0
    assert found.low > 0.8
    assert "AUC 1.000 [0." in out.getvalue()
    assert json.loads(file.read_text())["guess"]["area"]["value"] == 1.0


def test_answers_alike_are_not_told_apart() -> None:
    for number in range(15):
        play(number, human="it is {}", machine="it is {}")
    report = services.check_blindness(now=START, seed=1)
    assert report.guess is not None
    assert report.guess.area.low <= 0.5 <= report.guess.area.high


def test_it_is_measured_once_a_day_and_the_latest_is_shown() -> None:
    for number in range(15):
        play(number)
    refresh_blindness()
    refresh_blindness()
    first = BlindnessCheck.objects.get()
    tomorrow = first.created_at + timedelta(days=1, seconds=1)
    assert services.refresh_blindness(now=tomorrow, seed=2) is not None
    found = latest_blindness()
    assert found is not None
    assert (found.created_at, found.seed) == (tomorrow, 2)
