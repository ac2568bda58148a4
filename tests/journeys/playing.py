"""What a person does at the table, by what she sees on the page; works with and without scripts."""

from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Locator, Page, expect

QUESTIONS = [
    ("What is the boiling point of water at sea level in degrees Celsius?", "100 degrees Celsius."),
    ("Name the three primary colours of light.", "Red, green and blue."),
    ("Why does a ship made of steel float?", "It displaces water that weighs as much as the whole ship."),
    ("How many sides does a hexagon have, and what do its inner angles sum to?", "Six sides; 720 degrees."),
]
GOOD_ANSWER = (
    "Working through it step by step gives 42 as the number in question.\n"
    "First, every word is compared with its neighbours, letter after letter.\n"
    "Then the remaining days, weeks and gaps are counted and added together.\n"
    "Finally the alphabetical order settles which candidates stand last."
)


@dataclass(frozen=True)
class Turn:
    """What the page asks of its player: a move in round `number`, or nothing any more."""

    kind: Literal["ask", "answer", "over"]
    number: int


def sit_down(page: Page, protocol: str = "qg-to-3", *, opponent: str = "") -> str:
    """Choose a game on the page for that and start it; return its address."""
    page.goto(f"/play/?protocol={protocol}&opponent={opponent}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*/")
    return page.url


def turn(page: Page, *, after: int = 0) -> Turn:
    """Wait until it is the player's turn in a round after number `after`, or the game is over."""
    form = page.locator(f"form[data-move]:not([data-round='{after}'])")
    expect(form.or_(page.locator("#game-result")).first).to_be_visible()
    if page.locator("#game-result").is_visible():
        return Turn("over", after)
    number = int(form.get_attribute("data-round") or "")
    return Turn("ask" if page.get_by_role("textbox", name="Your question").is_visible() else "answer", number)


def write_question(page: Page, number: int) -> None:
    """Fill in a question and its answer without sending them."""
    question, answer = QUESTIONS[number % len(QUESTIONS)]
    page.get_by_role("textbox", name="Your question").fill(f"{question} (round {number})")
    page.get_by_role("textbox", name="Your own answer").fill(answer)


def ask(page: Page, number: int) -> None:
    """Seal a question with its answer."""
    write_question(page, number)
    ask_button(page).click()


def answer(page: Page, text: str = GOOD_ANSWER) -> None:
    """Answer the opponent's question."""
    page.get_by_role("textbox", name="Your answer").fill(text)
    page.get_by_role("button", name="Hand in my answer").click()


def move(page: Page, now: Turn) -> None:
    """Do what the page asks for."""
    if now.kind == "ask":
        ask(page, now.number)
    else:
        answer(page)


def play_until(page: Page, kind: Literal["ask", "answer", "over"], *, after: int = 0) -> Turn:
    """Play on until it is the player's turn to do this, or the game is over."""
    now = turn(page, after=after)
    while now.kind not in (kind, "over"):
        move(page, now)
        now = turn(page, after=now.number)
    return now


def ask_button(page: Page) -> Locator:
    """Find the button that seals and asks."""
    return page.get_by_role("button", name="Seal my answer and ask")


def heading(page: Page, text: str) -> None:
    """Wait for the heading of the turn, or of the result."""
    expect(page.locator("[data-focus]")).to_contain_text(text)
