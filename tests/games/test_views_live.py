"""The game's page and its moves, as a browser without JavaScript sees them."""

import random
import re
import subprocess
import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games import services
from games.domain.rules import Cause, Outcome, Variant
from games.domain.states import GameState
from games.models import Game
from tests.games.browsers import browser_of
from tests.games.table import ASK, START, Table, make_guest, make_member, present_until, sit_down

pytestmark = pytest.mark.django_db

MARK = "MARKER-OF-THE-SEALED-ANSWER"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Hold the clock of the views at the start of the tests' games."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def address(table: Table, name: str = "game") -> str:
    return reverse(f"games:{name}", args=[table.game_id])


def page(client: Client, table: Table) -> str:
    reply = client.get(address(table))
    assert reply.status_code == 200
    return reply.content.decode()


def state(client: Client, table: Table) -> str:
    return str(client.get(address(table, "state")).json()["html"])


def question(**changes: object) -> dict[str, object]:
    return {"round": 1, "key": str(uuid.uuid4()), "question": "Why?", "answer": "So."} | changes


def region(html: str, name: str) -> str:
    found = re.search(rf'id="game-{name}" data-region data-version="([^"]+)"', html)
    assert found, f"no region {name}"
    return found[1]


def test_a_question_is_sealed_by_a_plain_form() -> None:
    table = sit_down()
    client = browser_of(table.players[0])
    assert "Your turn to ask" in page(client, table)
    reply = client.post(address(table, "question"), question(answer=MARK))
    assert (reply.status_code, reply.headers["Location"]) == (302, address(table))
    assert table.current.sealed_answer == MARK
    html = page(client, table)
    assert "Your answer is sealed" in html
    assert table.current.commitment in html


def test_the_same_form_sent_twice_acts_once() -> None:
    table = sit_down()
    client, sent = browser_of(table.players[0]), question()
    assert [client.post(address(table, "question"), sent).status_code for _ in "ab"] == [302, 302]
    assert table.kinds.count("question.sealed") == 1


def test_a_refused_text_stays_in_the_form_with_its_error_beside_it() -> None:
    table = sit_down()
    reply = browser_of(table.players[0]).post(
        address(table, "question"), question(question=" ", answer="A long thought.")
    )
    html = reply.content.decode()
    assert reply.status_code == 422
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_question_helptext id_question_error id_question_count"' in html
    assert '<ul class="errorlist" id="id_question_error"><li>The question is empty' in html
    assert "A long thought.</textarea>" in html


def test_a_move_that_comes_too_late_is_explained_and_its_text_given_back(
    clock: time_machine.Traveller,
) -> None:
    table = sit_down(Variant.AG, first_asker=1)
    table.ask()
    client = browser_of(table.players[0])
    clock.shift(timedelta(seconds=301))
    reply = client.post(
        address(table, "answer"), {"round": 1, "key": str(uuid.uuid4()), "answer": "My dear text"}
    )
    html = reply.content.decode()
    assert reply.status_code == 409
    assert "ran out" in html
    assert "My dear text" in html


@pytest.mark.parametrize("sent", [{}, {"round": "x", "key": "y"}, {"round": 1, "answer": "Because."}])
def test_a_form_that_is_not_ours_changes_nothing(sent: dict[str, object]) -> None:
    table = sit_down()
    reply = browser_of(table.players[0]).post(address(table, "question"), sent)
    assert reply.status_code == 422
    assert "Nothing was changed" in reply.content.decode()
    assert not table.current.sealed_at


def test_a_sealed_answer_reaches_nobody_but_its_author_before_both_are_in() -> None:
    table = sit_down(Variant.AG, first_asker=1)
    table.ask(own_answer=MARK)
    client = browser_of(table.players[0])
    for text in (page(client, table), state(client, table)):
        assert MARK not in text
        assert "is sealed" in text
    client.post(address(table, "answer"), {"round": 1, "key": str(uuid.uuid4()), "answer": "Mine."})
    assert MARK in page(client, table)


@pytest.mark.parametrize("name", ["game", "state"])
def test_a_running_game_is_unknown_to_others(name: str) -> None:
    table = sit_down()
    for client in (Client(), browser_of(make_guest()), browser_of(make_member())):
        assert client.get(address(table, name)).status_code == 404


@pytest.mark.parametrize("name", ["question", "answer", "leave"])
def test_others_cannot_move(name: str) -> None:
    table = sit_down()
    for client in (Client(), browser_of(make_guest())):
        assert client.post(address(table, name), question()).status_code == 404
    assert table.game.state == GameState.PLAYING


@pytest.mark.parametrize("name", ["question", "answer", "leave"])
def test_moves_are_posts_with_a_token(name: str) -> None:
    table = sit_down()
    client = browser_of(table.players[0])
    assert client.get(address(table, name)).status_code == 405
    client.handler.enforce_csrf_checks = True
    assert client.post(address(table, name), question()).status_code == 403
    assert table.game.state == GameState.PLAYING


def test_hostile_text_is_shown_and_never_run() -> None:
    table = sit_down(Variant.AG, first_asker=1)
    table.ask(question='"><script>alert(1)</script><img src=x onerror=alert(2)>')
    html = page(browser_of(table.players[0]), table)
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_the_opponent_is_unmasked_only_when_the_game_is_over() -> None:
    table = sit_down(chosen=False, human=make_member(), points=1)
    client = browser_of(table.players[0])
    opponent = table.game.seats.get(number=1).player
    for text in (page(client, table), state(client, table), client.get(reverse("games:me")).content.decode()):
        assert opponent.handle not in text
        assert str(opponent.ai) not in text
    Table(table.game_id, (table.players[0], opponent.pk)).play(Outcome.ASKER)
    assert str(opponent.ai) in page(client, table)


def test_leaving_after_the_first_question_loses() -> None:
    table = sit_down()
    client = browser_of(table.players[0])
    assert "Call the game off" in page(client, table)
    table.play(Outcome.EQUIVALENT)
    assert "Leave and lose" in page(client, table)
    client.post(address(table, "leave"))
    assert table.game.winner == 1
    assert "You left the game." in page(client, table)


def test_a_finished_game_is_open_to_everybody_with_both_answers() -> None:
    table = sit_down(points=1)
    table.ask("What is blue?", MARK)
    table.answer("The sea.")
    table.verdict(Outcome.ASKER)
    html = page(Client(), table)
    for text in (MARK, "What is blue?", "The sea.", table.current.salt, table.current.commitment, "1 to 0"):
        assert text in html
    assert "Play again" not in html


def ended(cause: Cause) -> Table:
    table = sit_down(Variant.QG, points=2, cap=2)
    if cause is Cause.POINTS:
        table.play(Outcome.ASKER, Outcome.ASKER)
    elif cause is Cause.CAP:
        table.play(Outcome.ASKER, Outcome.OPPONENT)
    elif cause is Cause.LATE_TWICE:
        table = sit_down(Variant.QG, points=5)
        table.play(Outcome.EQUIVALENT)
        table.miss()
        table.miss()
    elif cause is Cause.NEVER_STARTED:
        table.miss()
    return table


@pytest.mark.parametrize(
    ("cause", "title", "why"),
    [
        (Cause.POINTS, "You won, 2 to 0", "You reached 2 points first."),
        (Cause.CAP, "A draw, 1 to 1", "The limit of 2 rounds was reached."),
        (Cause.LATE_TWICE, "You lost", "You ran out of time to ask twice running."),
        (Cause.NEVER_STARTED, "The game was called off", "No question was sealed, so nobody won or lost."),
    ],
)
def test_the_end_is_told_with_its_cause(cause: Cause, title: str, why: str) -> None:
    table = ended(cause)
    assert table.game.cause == cause
    html = page(browser_of(table.players[0]), table)
    assert title in html
    assert why in html


def test_a_look_at_the_page_applies_a_deadline_that_has_passed(clock: time_machine.Traveller) -> None:
    table = sit_down()
    clock.shift(ASK)
    assert "The game was called off" in page(browser_of(table.players[0]), table)


def test_the_state_says_what_the_websocket_would_and_counts_as_a_sign_of_life() -> None:
    table = sit_down()
    reply = browser_of(table.players[0]).get(address(table, "state"))
    assert reply.json()["seq"] == table.game.last_seq
    assert reply.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    until = present_until(table, 0)
    assert until is not None
    assert until > START


def test_only_a_page_that_waits_refreshes_itself_without_javascript() -> None:
    table = sit_down()
    client = browser_of(table.players[0])
    assert "http-equiv" not in page(client, table)
    table.ask()
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in page(client, table)


def test_a_form_in_use_keeps_its_version_while_the_turn_lasts() -> None:
    table = sit_down()
    client = browser_of(table.players[0])
    first, second = page(client, table), state(client, table)
    pushed = render_to_string("games/_game.html", {"game": table.view()})
    for name in ("turn", "leave", "score", "rounds", "about", "problem", "fresh", "progress"):
        assert region(first, name) == region(second, name) == region(pushed, name)
    table.ask()
    assert region(state(client, table), "turn") != region(first, "turn")


def test_the_shell_command_on_the_page_computes_the_commitment() -> None:
    table = sit_down(points=1)
    table.ask(own_answer='It\'s "50 %" of $HOME;\n\\n `rm -rf` — naïve & <b>bold</b>')
    table.answer()
    table.verdict(Outcome.ASKER)
    html = page(Client(), table)
    found = re.search(r"<pre class=\"wraps\"><code>(.*?)</code>", html, re.DOTALL)
    assert found
    command = found[1].replace("&#x27;", "'").replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
    printed = subprocess.run(
        ["sh", "-c", command.replace("&amp;", "&")], capture_output=True, text=True, check=True
    )
    assert printed.stdout.split()[0] == table.current.commitment


def test_an_overturned_verdict_is_marked_as_such() -> None:
    table = sit_down(points=2)
    table.play(Outcome.ASKER)
    table.verdict(Outcome.OPPONENT, number=1)
    assert "Verdict replaced" in page(browser_of(table.players[0]), table)
    assert Game.objects.get(pk=table.game_id).points_1 == 1


def shown(html: str, name: str) -> str:
    """Return one region of a page, up to the next."""
    return html.split(f'id="game-{name}"')[1].split("data-region")[1]


def test_the_verdict_stands_above_the_next_question_and_nowhere_else() -> None:
    table = sit_down(points=3)
    client = browser_of(table.players[0])
    assert "data-verdict" not in page(client, table)
    table.play(Outcome.ASKER)
    html = page(client, table)
    assert html.index("data-verdict") < html.index("Your turn to ask</h2>")
    assert html.count('id="round-1"') == 1
    for said in ("Your answer is better.", "Point to you", "Both answers", "What is blue?"):
        assert said in shown(html, "fresh")
    assert "Rounds so far" not in html
    table.ask()
    html = page(client, table)
    assert "data-verdict" not in html
    assert 'id="round-1"' in shown(html, "rounds")


def test_the_verdict_is_announced_before_the_next_turn() -> None:
    table = sit_down(points=3)
    table.play(Outcome.OPPONENT)
    said = page(browser_of(table.players[0]), table).split('data-announce="')[1].split('"')[0]
    assert said.startswith("Your opponent’s answer is better. Round 1: the point goes to your opponent.")
    assert "Round 2. Your turn to ask." in said


def test_a_clock_that_ran_out_is_told_with_the_verdict() -> None:
    table = sit_down(points=5)
    table.play(Outcome.EQUIVALENT)
    table.miss()
    html = shown(page(browser_of(table.players[0]), table), "fresh")
    assert "No question came in time." in html
    assert "Round 2: your question did not come in time, the point goes to your opponent." in html


@pytest.mark.parametrize(
    ("outcome", "to_the_player", "to_others"),
    [
        (Outcome.ASKER, "Your answer is better.", "{} answer is better."),
        (Outcome.OPPONENT, "Your opponent’s answer is better.", "Robo v1’s answer is better."),
        (Outcome.EQUIVALENT, "The answers are equivalent.", "The answers are equivalent."),
        (Outcome.ILL_DEFINED, "The question is ill-defined.", "The question is ill-defined."),
    ],
)
def test_verdicts_speak_of_you_and_to_others_by_name(
    outcome: Outcome, to_the_player: str, to_others: str
) -> None:
    table = sit_down(points=1, cap=1)
    table.play(outcome)
    name = f"{table.view().seats[0].name}’s"
    assert f"<strong>{to_the_player}</strong>" in page(browser_of(table.players[0]), table)
    html = page(Client(), table)
    assert f"<strong>{to_others.format(name)}</strong>" in html
    assert "Judged by" in html


def test_a_long_wait_is_explained_without_a_name(clock: time_machine.Traveller) -> None:
    table = sit_down()
    table.ask()
    client = browser_of(table.players[0])
    said = "Some opponents run on a small machine and may take a minute or two."
    assert re.search(
        rf'data-slow-at="{re.escape((START + timedelta(seconds=20)).isoformat())}" hidden>{said}',
        page(client, table),
    )
    clock.shift(timedelta(seconds=20))
    assert re.search(rf'data-slow-at="[^"]+">{said}', page(client, table))


def test_a_round_that_leaving_cut_off_was_not_played() -> None:
    table = sit_down(points=3)
    client = browser_of(table.players[0])
    table.play(Outcome.ASKER)
    client.post(address(table, "leave"))
    html = page(client, table)
    assert "Not played" in html
    assert "No question was asked" not in html
    assert "Not decided" not in html


def test_a_provisional_game_says_until_when_a_verdict_can_be_replaced() -> None:
    table = ended(Cause.POINTS)
    html = page(Client(), table)
    assert (
        "Provisional until 5 November 2026, 09:00 UTC: until then moderators may look at its verdicts" in html
    )


@pytest.mark.parametrize(
    ("chosen", "said"), [(True, "You chose this opponent."), (False, "The server drew the opponent")]
)
def test_the_end_says_how_the_opponent_was_found(*, chosen: bool, said: str) -> None:
    table = sit_down(points=1, chosen=chosen)
    client = browser_of(table.players[0])
    services.submit_question(
        game_id=table.game_id,
        player_id=table.players[0],
        round_number=1,
        question="Why?",
        own_answer="So.",
        key=uuid.uuid4(),
        now=START,
        rng=random.Random(1),
    )
    client.post(address(table, "leave"))
    assert said in page(client, table)
