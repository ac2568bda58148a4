"""Reloads, lost connections, a killed server, blocked websockets, and moves that are sent twice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.journeys.conftest import DESKTOP, Visitor
from tests.journeys.playing import (
    Turn,
    ask,
    ask_button,
    heading,
    sit_down,
    turn,
    write_question,
)
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser

NETWORK_ERRORS = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION",
    "WebSocket connection to",
    "ERR_EMPTY_RESPONSE",
)


def connection(page: Page, words: str) -> None:
    """Wait until the page says this of its connection."""
    expect(page.locator("#connection")).to_contain_text(words)


def count_of(stack: Stack, address: str, kind: str) -> int:
    """Count the events of a kind in a game."""
    game = re.search("[0-9a-f-]{36}", address)
    assert game
    code = f"from games.models import GameEvent as E; print(E.objects.filter(game_id='{game[0]}', kind='{kind}').count())"
    return int(stack.django(code))


def test_a_reload_in_the_middle_keeps_what_was_typed(visit: Callable[..., Visitor]) -> None:
    page = visit(DESKTOP).page
    sit_down(page)
    write_question(page, 1)
    page.get_by_role("textbox", name="Your own answer").press_sequentially(" Häm, 氷.")
    page.reload()
    expect(page.get_by_role("textbox", name="Your question")).to_have_value(re.compile("primary colours"))
    expect(page.get_by_role("textbox", name="Your own answer")).to_have_value("Red, green and blue. Häm, 氷.")
    expect(page.locator("#id_answer_count")).to_have_text("28 of 2000 characters")
    ask_button(page).click()
    assert turn(page, after=1) == Turn("ask", 2)
    page.reload()
    expect(page.get_by_role("textbox", name="Your question")).to_have_value("")


def test_offline_and_back_loses_neither_text_nor_updates(visit: Callable[..., Visitor], stack: Stack) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    visitor.traffic.tolerated = NETWORK_ERRORS
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))  # noqa: PLW0108 - playwright takes no builtins
    game = sit_down(page)
    connection(page, "Live.")
    visitor.context.set_offline(True)
    connection(page, "No connection.")
    ask(page, 1)
    expect(page.locator("[data-problem]")).to_contain_text("That could not be sent. Your text is still here")
    expect(page.get_by_role("textbox", name="Your question")).to_have_value(re.compile("primary colours"))
    visitor.context.set_offline(False)
    connection(page, "Live.")
    expect(page.locator("[data-problem]")).to_be_hidden()
    ask_button(page).click()
    assert turn(page, after=1) == Turn("ask", 2)
    assert count_of(stack, game, "question.sealed") == 1
    assert [socket.is_closed() for socket in sockets].count(False) == 1


def test_a_killed_message_store_comes_back_and_the_game_goes_on(
    visit: Callable[..., Visitor], stack: Stack
) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    visitor.traffic.tolerated = NETWORK_ERRORS
    sit_down(page)
    connection(page, "Live.")
    write_question(page, 1)
    stack.kill("valkey")
    ask_button(page).click()
    assert turn(page, after=1) == Turn("ask", 2)
    connection(page, "Live.")
    ask(page, 2)
    turn(page, after=2)


def test_a_killed_web_server_comes_back_and_the_game_goes_on(
    visit: Callable[..., Visitor], stack: Stack
) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    visitor.traffic.tolerated = NETWORK_ERRORS
    sit_down(page)
    connection(page, "Live.")
    write_question(page, 1)
    stack.kill("web")
    stack.wait_for("The web server ended", 10)
    # Sent while nobody serves: the socket is open, so the browser waits for the server's return.
    ask_button(page).click()
    assert turn(page, after=1) == Turn("ask", 2)
    connection(page, "Live.")
    ask(page, 2)
    turn(page, after=2)


def test_without_websockets_the_page_polls(visit: Callable[..., Visitor]) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    visitor.traffic.tolerated = NETWORK_ERRORS

    def refuse(socket: WebSocketRoute) -> None:
        socket.close(code=1011)

    page.route_web_socket(re.compile("/ws/"), refuse)
    sit_down(page)
    connection(page, "Live updates are slow")
    ask(page, 1)
    assert turn(page, after=1) == Turn("ask", 2)
    connection(page, "Live updates are slow")


def test_a_move_that_is_sent_twice_is_made_once(visit: Callable[..., Visitor], stack: Stack) -> None:
    page = visit(DESKTOP).page
    game = sit_down(page)
    write_question(page, 1)
    ask_button(page).dblclick()
    assert turn(page, after=1) == Turn("ask", 2)
    assert count_of(stack, game, "question.sealed") == 1
    write_question(page, 2)
    statuses = page.evaluate(
        """async () => {
            const form = document.querySelector("form[data-move]");
            const post = () => fetch(form.action, { method: "POST", body: new FormData(form) });
            return (await Promise.all([post(), post(), post()])).map((reply) => reply.status);
        }"""
    )
    assert statuses == [200, 200, 200]
    turn(page, after=2)
    assert count_of(stack, game, "question.sealed") == 2


def test_going_back_and_sending_again_makes_no_second_move(
    visit: Callable[..., Visitor], stack: Stack
) -> None:
    page = visit(DESKTOP, javascript=False).page
    game = sit_down(page)
    write_question(page, 1)
    sent: dict[str, str | float | bool] = {
        name: page.locator(f"form[data-move] [name={name}]").input_value()
        for name in ("csrfmiddlewaretoken", "round", "key", "question", "answer")
    }
    ask_button(page).click()
    expect(page.locator("[data-focus]")).not_to_contain_text("Your turn to ask")
    page.go_back()
    # The browser shows the game as it is now, or the old form; what the old form would send changes nothing.
    again = page.request.post(
        f"{game}question", form=sent, headers={"Referer": game}, max_redirects=0, fail_on_status_code=False
    )
    assert again.status == 302
    page.goto(game)
    assert turn(page, after=1) == Turn("ask", 2)
    assert count_of(stack, game, "question.sealed") == 1


def test_the_form_of_a_past_round_is_refused_with_words(visit: Callable[..., Visitor]) -> None:
    visitor = visit(DESKTOP)
    page, other = visitor.page, visitor.open_tab()
    visitor.traffic.tolerated = ("409",)
    game = sit_down(page)
    other.route_web_socket(re.compile("/ws/"), lambda _socket: None)
    other.route("**/state", lambda route: route.abort())
    visitor.traffic.tolerated += ("ERR_FAILED",)
    other.goto(game)
    write_question(other, 3)
    ask(page, 1)
    turn(page, after=1)
    ask_button(other).click()
    expect(other.get_by_role("alert")).to_contain_text("The game has moved on since this page was shown")
    heading(other, "Your turn to ask")
    # She may send it as her next question, or change it.
    expect(other.get_by_role("textbox", name="Your question")).to_have_value(re.compile("How many sides"))
