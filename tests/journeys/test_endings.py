"""Games that end other than by points: leaving, clocks that run out, a player who goes away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, PHONE, Visitor
from tests.journeys.playing import Turn, ask, heading, play_until, sit_down, turn
from tests.journeys.protocols import ANSWER_CLOCK, ASK_CLOCK, SHORT_GRACE

pytestmark = pytest.mark.browser


def leave(page: Page, question: str, button: str) -> None:
    """Ask to leave, read what that would mean, and confirm it."""
    page.get_by_text("Leave the game…").click()
    expect(page.locator(".leave")).to_contain_text(question)
    page.get_by_role("button", name=button).click()


def test_leaving_before_the_first_question_calls_the_game_off(visit: Callable[..., Visitor]) -> None:
    page = visit(PHONE).page
    sit_down(page)
    expect(page.get_by_role("button", name="Call the game off")).to_be_hidden()
    leave(page, "nobody loses", "Call the game off")
    heading(page, "The game was called off")
    expect(page.locator("#game-result")).to_contain_text("No question was sealed, so nobody won or lost.")
    page.goto("/me/")
    expect(page.locator(".game-line")).to_contain_text("called off")


def test_leaving_later_loses_and_every_tab_shows_it(
    visit: Callable[..., Visitor], screenshot: Callable[[Page, str], None]
) -> None:
    visitor = visit(DESKTOP)
    page, other = visitor.page, visitor.open_tab()
    game = sit_down(page)
    other.goto(game)
    ask(page, 1)
    assert turn(page, after=1) == Turn("ask", 2)
    leave(page, "You would lose this game.", "Leave and lose")
    for tab in (page, other):
        heading(tab, "You lost")
        expect(tab.locator("#game-result")).to_contain_text("You left the game.")
        expect(tab.locator("#game-result")).to_contain_text("Your opponent was ELIZA")
    screenshot(other, "left")
    # She can play again at once.
    sit_down(other)
    heading(other, "Your turn to ask")


def test_a_question_that_does_not_come_in_time_costs_the_point_and_twice_the_game(
    visit: Callable[..., Visitor], screenshot: Callable[[Page, str], None]
) -> None:
    page = visit(DESKTOP).page
    sit_down(page, ASK_CLOCK)
    ask(page, 1)
    assert turn(page, after=1) == Turn("ask", 2)
    page.get_by_role("textbox", name="Your question").fill("What is too slow?")
    # The clock of the page runs down in front of her.
    expect(page.locator(".clock.low")).to_have_text("0:01")
    assert turn(page, after=2) == Turn("ask", 3)
    expect(page.locator("#round-2")).to_contain_text("No question came in time.")
    expect(page.locator("#round-2")).to_contain_text("Point to your opponent")
    lost = "Round 2: your question did not come in time, the point goes to your opponent."
    expect(page.locator("#game-fresh")).to_contain_text(lost)
    # What she had begun belonged to the round that is gone.
    expect(page.get_by_role("textbox", name="Your question")).to_have_value("")
    screenshot(page, "late-once")
    assert turn(page, after=3).kind == "over"
    expect(page.locator("#game-result")).to_contain_text("You ran out of time to ask twice running.")
    screenshot(page, "late-twice")


def test_an_answer_that_does_not_come_in_time_is_judged_as_empty(
    visit: Callable[..., Visitor], screenshot: Callable[[Page, str], None]
) -> None:
    page = visit(PHONE).page
    sit_down(page, ANSWER_CLOCK)
    asked = play_until(page, "answer").number
    page.get_by_role("textbox", name="Your answer").fill("Almost")
    turn(page, after=asked)
    shown = page.locator(f"#round-{asked}")
    expect(shown).to_contain_text("No answer came in time.")
    expect(shown).to_contain_text("Point to your opponent")
    lost = f"Round {asked}: your answer did not come in time, the point goes to your opponent."
    expect(page.locator("#game-fresh")).to_contain_text(lost)
    screenshot(page, "late-answer")


def test_who_goes_away_and_stays_away_forfeits(visit: Callable[..., Visitor]) -> None:
    visitor = visit(DESKTOP)
    page = visitor.page
    game = sit_down(page, SHORT_GRACE)
    ask(page, 1)
    turn(page, after=1)
    expect(page.locator("#connection")).to_contain_text("Live.")
    page.close()
    # Nobody looks at the game meanwhile: the sweeper alone ends it.
    other = visitor.open_tab()
    other.goto("/me/")
    expect(other.locator(".game-line")).to_contain_text("being played")
    while "being played" in other.locator(".game-line").inner_text():
        other.wait_for_timeout(500)
        other.reload()
    expect(other.locator(".game-line")).to_contain_text("you lost")
    other.goto(game)
    heading(other, "You lost")
    expect(other.locator("#game-result")).to_contain_text("You went away and did not come back in time.")
