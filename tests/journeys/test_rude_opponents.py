"""What a person sees on her page when the model behind her opponent misbehaves, over real HTTP and a real page."""

import html
import random
import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser

import pytest
import time_machine
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from agplatform.settings import Endpoint
from games import services
from games.domain.question_bank import BANK
from games.domain.rules import Variant
from games.services import ai_turns
from judging.services import create_default_juries, judge_round
from tests.fakes import model_behaviours as model
from tests.fakes.openai_server import FakeModelServer
from tests.games.ai.ai_table import ENDPOINT, deliver, deliver_until_conceded, sit_down_with_model, turn_of
from tests.games.browsers import browser_of
from tests.games.table import ANSWER, SECOND, START, Table, make_ai

pytestmark = pytest.mark.django_db

SECRET_KEY = "sk-not-to-be-seen-anywhere"
QUESTION, OWN_ANSWER = "Why does a ship made of steel float?", "It displaces water of its own weight."
FAULTS = {
    "cut off": model.cut_off(),
    "busy": model.rate_limited(None),
    "broken": model.fails(500, f"Internal error with key {SECRET_KEY}"),
    "no API": model.not_json(),
    "refusing": model.refusal("I cannot help with that."),
    "speechless": model.says(""),
}
# Text that it may say itself; for each what its person reads.
ANSWERS = {
    "slow": (model.slow(0.3, model.says("Because it is hollow.")), "Because it is hollow."),
    "prose": (model.prose("Sure! It depends."), "Sure! It depends."),
    "fenced": (model.says('```json\n{"answer": "Hollow."}\n```'), '```json {"answer": "Hollow."} ```'),
    "wrong schema": (model.wrong_schema(), '{"unexpected": [1, 2, 3]}'),
    "hostile": (
        model.hostile(),
        "<script>document.title='owned'</script><img src=x onerror=alert(1)>\"'><b>",
    ),
    "huge": (model.huge(1), "words words words words words"),
}
QUESTIONS = {
    "fenced": (model.fenced(question="Why is the sky blue?", answer="Air scatters."), "Why is the sky blue?"),
    "slow": (model.slow(0.3, model.good(question="Who was Faust?", answer="A doctor.")), "Who was Faust?"),
}
NO_QUESTIONS = {
    "prose": model.prose(),
    "wrong schema": model.wrong_schema(),
    "refusing": model.refusal(),
    "stopped short": model.truncated(),
    "huge": model.huge(1),
}


@pytest.fixture
def server(settings: LazySettings) -> Iterator[FakeModelServer]:
    """Serve a fake model, and let the platform play and judge with it and the demo judge."""
    with FakeModelServer() as server:
        settings.MODEL_ENDPOINTS = {ENDPOINT: Endpoint(server.url, SECRET_KEY)}
        create_default_juries(now=START)
        yield server


class _Text(HTMLParser):
    """Collects the words of a page as its reader sees them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def read(markup: str) -> str:
    """Return what a reader sees of HTML, with single spaces."""
    parser = _Text()
    parser.feed(markup)
    return " ".join(parser.words)


def page_of(table: Table, browser: Client) -> str:
    """Load the game's page at the table's time."""
    with time_machine.travel(table.now, tick=False):
        reply = browser.get(reverse("games:game", args=[table.game_id]))
    assert reply.status_code == 200
    return reply.content.decode()


def judged(table: Table) -> None:
    """Let the demo judge decide the round at hand."""
    judge_round(round_id=table.current.pk, clock=lambda: table.now, rng=random.Random(1))


def asked(variant: Variant = Variant.QG) -> tuple[Table, Client]:
    """Start a game in which the person has just asked."""
    table = sit_down_with_model(variant, first_asker=0)
    table.ask(QUESTION, OWN_ANSWER)
    return table, browser_of(table.players[0])


def to_be_asked(server: FakeModelServer) -> tuple[Table, Client]:
    """Start a game in whose second round the model has to ask."""
    table, browser = asked(Variant.AG)
    server.script(model.says("No idea, sorry."))
    deliver(table)
    judged(table)
    assert table.current.asker == 1
    return table, browser


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_looks_like_thinking_and_is_made_good(server: FakeModelServer, name: str) -> None:
    table, browser = asked()
    server.script(FAULTS[name], *[FAULTS[name]] * (name == "speechless"), model.says("It is hollow."))
    deliver(table)
    seen = read(page_of(table, browser))
    assert "Your opponent has your question" in seen
    assert "is thinking" in seen
    assert "5:00 left" in seen
    table.wait(2 * SECOND)
    deliver(table)
    seen = read(page_of(table, browser))
    assert "The judge is reading" in seen
    assert "It is hollow." in seen


@pytest.mark.parametrize("name", FAULTS)
def test_a_model_that_never_answers_loses_the_point_in_plain_words(
    server: FakeModelServer, name: str
) -> None:
    table, browser = asked()
    server.always(FAULTS[name])
    deliver_until_conceded(table)
    judged(table)
    page = page_of(table, browser)
    seen = read(page)
    assert "No answer came in time." in seen
    assert "Point to you" in seen
    assert "Your turn to ask" in seen
    for inner in (
        SECRET_KEY,
        server.url,
        "HTTP",
        "Too many requests",
        "Internal error",
        "cannot help",
        "nginx",
    ):
        assert inner not in html.unescape(page)


def test_a_silent_model_costs_no_more_than_the_clock(server: FakeModelServer) -> None:
    table, browser = asked()
    server.always(model.silent())
    table.wait(ANSWER - 0.6 * SECOND)
    deliver(table)
    seen = read(page_of(table, browser))
    assert turn_of(table).last_fault == "timeout"
    assert "The judge is reading" in seen
    assert "No answer came in time." in seen


@pytest.mark.parametrize("name", ANSWERS)
def test_whatever_a_model_says_is_shown_as_text_within_the_limit(server: FakeModelServer, name: str) -> None:
    behaviour, shown = ANSWERS[name]
    table, browser = asked()
    server.script(behaviour)
    deliver(table)
    judged(table)
    page = page_of(table, browser)
    assert shown in read(page)
    assert len(table.rounds[0].answer) <= 300
    assert "<script>document" not in page
    assert "<img" not in page
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00-\x08\x0b-\x1f]", page.replace("\r", ""))
    assert "Your turn to ask" in read(page)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_in_a_strange_wrapping_is_asked(server: FakeModelServer, name: str) -> None:
    behaviour, shown = QUESTIONS[name]
    table, browser = to_be_asked(server)
    server.always(behaviour)
    deliver(table)
    seen = read(page_of(table, browser))
    assert "Your turn to answer" in seen
    assert shown in seen
    assert table.current.sealed_answer not in seen


def test_a_hostile_question_is_asked_as_text(server: FakeModelServer) -> None:
    table, browser = to_be_asked(server)
    question = "Is <script>document.title='owned'</script> {{ 7*7 }} \u202emarkup?"
    server.always(model.good(question=question, answer="<b>Yes</b>, it is."))
    deliver(table)
    page = page_of(table, browser)
    assert "Is <script>document.title='owned'</script> {{ 7*7 }} markup?" in read(page)
    assert "<script>document" not in page
    table.answer("It is.")
    page = page_of(table, browser)
    assert "<b>Yes</b>, it is." in read(page)
    assert "<b>Yes" not in page


@pytest.mark.parametrize("name", NO_QUESTIONS)
def test_without_a_usable_question_one_comes_from_the_bank(server: FakeModelServer, name: str) -> None:
    table, browser = to_be_asked(server)
    server.always(NO_QUESTIONS[name])
    deliver(table)
    seen = read(page_of(table, browser))
    assert "Your turn to answer" in seen
    question, answer = next(pair for pair in BANK["anything-in-text"] if pair[0] == table.current.question)
    assert " ".join(question.split()) in seen
    assert answer not in seen


@pytest.mark.parametrize("name", ["cut off", "busy", "broken", "no API"])
def test_a_model_that_cannot_ask_gives_the_point_away_in_plain_words(
    server: FakeModelServer, name: str
) -> None:
    table, browser = to_be_asked(server)
    server.always(FAULTS[name])
    deliver(table)
    assert "Your opponent is writing a question" in read(page_of(table, browser))
    before = table.score[0]
    deliver_until_conceded(table)
    seen = read(page_of(table, browser))
    assert "Round 2 · Fake v1 asked Point to you No question came in time." in seen
    assert table.score[0] == before + 1
    assert "Your turn to ask" in seen


def test_a_dead_endpoint_is_not_drawn_for_a_while_and_then_again(server: FakeModelServer) -> None:
    server.always(model.fails(503))
    table, _ = asked()
    deliver_until_conceded(table)
    for _ in range(ai_turns.CONCEDED_TURNS_BEFORE_SUSPENSION - 1):
        judged(table)
        table.ask(QUESTION, OWN_ANSWER)
        deliver_until_conceded(table)
    # The game under way ends by its rules; for a new one there is somebody else.
    judged(table)
    browser = browser_of(table.players[0])
    assert "You won" in read(page_of(table, browser))
    make_ai()
    with time_machine.travel(table.now, tick=False):
        chosen = browser.post(
            reverse("play"),
            {"protocol": table.game.protocol.slug, "opponent": "fake", "key": "0" * 31 + "1"},
        )
    assert chosen.status_code == 409
    assert "This opponent cannot play just now. Choose another one." in read(chosen.content.decode())
    later = table.now + ai_turns.SUSPENSION + timedelta(seconds=1)
    game = services.start_game(
        player_id=table.players[0],
        protocol_slug=table.game.protocol.slug,
        key=table.game_id,
        now=later,
        rng=random.Random(1),
        opponent_id=table.players[1],
    )
    assert game != table.game_id
