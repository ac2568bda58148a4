"""What is sealed stays on the server: the raw traffic of every browser is searched for it."""

import html
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.journeys.conftest import DESKTOP, Visitor
from tests.journeys.playing import answer, heading, play_until, sit_down
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser


def plain(traffic: str) -> str:
    """Undo what HTML and JSON do to quotes, so that a text is found however it was sent."""
    return html.unescape(traffic.replace('\\"', '"'))


def everything_told(request: APIRequestContext, game: str, *more: str) -> str:
    """Ask for whatever could speak of a game; return all replies, headers included."""
    replies = [request.get(address) for address in (game, f"{game}state", "/games/", "/me/", "/", *more)]
    return "\n".join(f"{reply.status} {reply.headers} {reply.text()}" for reply in replies)


def frames_for(stack: Stack, game: str, cookies: str) -> list[str]:
    """Return what the game's websocket tells somebody who does not play."""
    address = game.replace("http", "ws").replace("/games/", "/ws/games/")
    frames: list[str] = []
    with connect(address, additional_headers={"Cookie": cookies}, origin=Origin(stack.url)) as socket:
        try:
            while True:
                frames.append(str(socket.recv(timeout=10)))
        except ConnectionClosed:
            return frames


def cookies_of(visitor: Visitor) -> str:
    return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in visitor.context.cookies())


def handle_of(page: Page, stack: Stack, game: str) -> str:
    found = re.search("[0-9a-f-]{36}", game)
    assert found
    code = f"from games.models import Seat; print(Seat.objects.get(game_id='{found[0]}', number=0).player.handle)"
    return stack.django(code).strip()


def test_no_list_tells_who_the_opponent_is(visit: Callable[..., Visitor], stack: Stack) -> None:
    visitor = visit(DESKTOP)
    game = sit_down(visitor.page)
    path, told = game.removeprefix(stack.url), visitor.context.request
    addresses = ("/players/eliza/", "/games/", "/protocols/qg-to-3/", "/ladder/qg_human_ai/")
    assert [address for address in addresses if path in told.get(address).text()] == []
    mine = told.get("/me/").text()
    assert path in mine
    assert not re.search("eliza", mine, re.IGNORECASE)


def test_elizas_sealed_answer_reaches_nobody_before_the_reveal(
    visit: Callable[..., Visitor], browser: Browser, stack: Stack
) -> None:
    player, foreign = visit(DESKTOP), visit(DESKTOP)
    nobody = browser.new_context(base_url=stack.url)
    game = sit_down(player.page, "ag-to-3")
    sit_down(foreign.page)
    now = play_until(player.page, "answer")
    assert now.kind == "answer"
    heading(player.page, "Your turn to answer")
    player_page = f"/players/{handle_of(player.page, stack, game)}/"
    # A document, two fetches and frames of her own, then those who only look.
    told = [everything_told(player.context.request, game, player_page), player.traffic.read()]
    told += [everything_told(who.request, game, player_page) for who in (foreign.context, nobody)]
    told += frames_for(stack, game, cookies_of(foreign)) + frames_for(stack, game, "")
    answer(player.page)
    play_until(player.page, "over", after=now.number)
    sealed = player.page.locator(f"#round-{now.number} .answer.them .text").inner_text()
    question = player.page.locator(f"#round-{now.number} .asked").inner_text().strip("“”\n ")
    nobody.close()
    assert "asked" in player.page.locator(f"#round-{now.number} .answer.them header").inner_text()
    assert sealed in plain(player.traffic.read())
    assert [text for text in told if sealed in plain(text)] == []
    # The search would have found it: her own traffic held the question, the others' not even that.
    assert [question in plain(text) for text in told] == [True, True] + [False] * (len(told) - 2)
