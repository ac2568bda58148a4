"""Every page in light and dark, on a phone and on a desk: axe finds nothing serious, nothing scrolls sideways."""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, PHONE, Visitor
from tests.journeys.looking import faults
from tests.journeys.playing import Turn, answer, ask, heading, play_until, sit_down, turn, write_question
from tests.journeys.stack import Stack

pytestmark = pytest.mark.browser

PAGES = (
    *("/", "/play/", "/play/?opponent=eliza", "/games/", "/me/", "/ladder/", "/ladder/qg_human_ai/"),
    *("/players/eliza/", "/protocols/", "/protocols/ag-to-3/", "/judges/", "/judges/demo/"),
    *("/judges/juries/default/", "/judges/juries/humans/"),
    *("/how-it-works/", "/statistics/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"),
)


def states_of_a_game(page: Page) -> Iterator[str]:
    """Play an Adversarial Game; stop at each kind of page that it has."""
    sit_down(page, "ag-to-3")
    now = play_until(page, "ask")
    # A form with an error beside its field, and the open menus.
    page.get_by_role("textbox", name="Your question").fill("What is longer than allowed? " + "x" * 1000)
    page.get_by_text("Leave the game…").click()
    page.get_by_text("Which questions are allowed").click()
    yield "asking, too long"
    write_question(page, now.number)
    page.get_by_role("button", name="Seal my answer and ask").click()
    now = play_until(page, "answer", after=now.number)
    for details in page.get_by_text("How it was judged").all():
        details.click()
    yield "answering"
    answer(page)
    play_until(page, "over", after=now.number)
    page.locator("#round-1").get_by_text("Check the sealed answer").click()
    yield "over"


@pytest.mark.parametrize(("scheme", "size"), [("light", PHONE), ("dark", DESKTOP)], ids=["phone", "desk"])
def test_axe_finds_nothing_serious_on_any_page(
    visit: Callable[..., Visitor], scheme: Literal["light", "dark"], size: tuple[int, int]
) -> None:
    visitor = visit(size, scheme=scheme)
    found = []
    for address in PAGES:
        visitor.page.goto(address)
        found += faults(visitor.page)
    assert found == []


@pytest.mark.parametrize(("scheme", "size"), [("dark", PHONE), ("light", DESKTOP)], ids=["phone", "desk"])
def test_axe_finds_nothing_serious_at_the_table(
    visit: Callable[..., Visitor],
    screenshot: Callable[[Page, str], None],
    scheme: Literal["light", "dark"],
    size: tuple[int, int],
) -> None:
    page = visit(size, scheme=scheme).page
    found = []
    for state in states_of_a_game(page):
        screenshot(page, state.split(",")[0])
        found += [f"{state}: {fault}" for fault in faults(page)]
    assert found == []


def test_axe_finds_nothing_serious_while_waiting(visit: Callable[..., Visitor], stack: Stack) -> None:
    page = visit(PHONE).page
    sit_down(page)
    # With nobody to take the opponent's turn the page waits.
    stack.kill("moves")
    ask(page, 1)
    heading(page, "Your opponent has your question")
    page.get_by_text("What you sealed").click()
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    assert found + faults(page) == []
    assert turn(page, after=1) == Turn("ask", 2)


def press_until(page: Page, name: str, *, key: str = "Tab") -> None:
    """Press a key until the element of this accessible name has the focus."""
    target = page.get_by_role("textbox", name=name).or_(page.get_by_role("button", name=name)).first
    for _ in range(40):
        page.keyboard.press(key)
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{name} cannot be reached with {key}")


def test_a_round_is_played_by_keyboard_alone(visit: Callable[..., Visitor]) -> None:
    page = visit(DESKTOP).page
    page.goto("/")
    press_until(page, "Play now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*/")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    press_until(page, "Your question")
    page.keyboard.type("What weighs more, a mouse or a whale?")
    page.keyboard.press("Tab")
    page.keyboard.type("A whale, by far: a blue whale weighs some 150 tonnes.")
    page.keyboard.press("Control+Enter")
    assert turn(page, after=1) == Turn("ask", 2)
    # The verdict has the focus; the next form comes after it.
    expect(page.locator("[data-verdict]")).to_be_focused()
    press_until(page, "Your question")
