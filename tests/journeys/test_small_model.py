"""A person plays the real small language model, both ways, from the page to the verdict."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESKTOP, STEP_MILLISECONDS, Visitor
from tests.journeys.playing import answer, ask_button, heading, sit_down, turn
from tests.journeys.stack import Stack, running_stack

pytestmark = [pytest.mark.browser, pytest.mark.model, pytest.mark.timeout(500)]

MODEL = "smollm2-135m"
# It writes some 15 tokens a second on an idle machine; on a busy one a call may time out and be made again.
THINKING_MILLISECONDS = 200_000


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    """Run the platform with its local model."""
    folder = Path(tempfile.mkdtemp(prefix="agp-model-", dir="/tmp"))
    try:
        with running_stack(folder, "--workers", "2") as platform:
            yield platform
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def patient(visit: Callable[..., Visitor]) -> Iterator[Page]:
    """Seat somebody who has time."""
    page: Page = visit(DESKTOP).page
    expect.set_options(timeout=THINKING_MILLISECONDS)
    yield page
    expect.set_options(timeout=STEP_MILLISECONDS)


def it_answers(patient: Page, screenshot: Callable[[Page, str], None]) -> None:
    """Play a Questioning Game's first round against it."""
    patient.goto(f"/play/?opponent={MODEL}")
    expect(patient.get_by_text("Against SmolLM2 135M")).to_be_visible()
    sit_down(patient, opponent=MODEL)
    expect(patient.locator(".seat.them")).to_contain_text("SmolLM2 135M")
    patient.get_by_role("textbox", name="Your question").fill("What is the capital of France?")
    patient.get_by_role("textbox", name="Your own answer").fill("Paris.")
    ask_button(patient).click()
    heading(patient, "Your opponent has your question")
    expect(patient.locator(".seat.them")).to_contain_text("is thinking")
    screenshot(patient, "thinking")
    turn(patient, after=1)
    screenshot(patient, "judged-answer")
    patient.locator("#round-1").get_by_text("Both answers").click()
    said = patient.locator("#round-1 .answer.them .text").inner_text()
    assert len(said.split()) >= 2
    expect(patient.locator("#round-1 .verdict")).to_contain_text("demo judge")
    patient.get_by_text("Leave the game…").click()
    patient.get_by_role("button", name="Leave and lose").click()
    heading(patient, "You lost")


def it_asks(patient: Page, screenshot: Callable[[Page, str], None]) -> None:
    """Play an Adversarial Game until it has asked, with an answer of its own, and was judged."""
    sit_down(patient, "ag-to-3", opponent=MODEL)
    now = turn(patient)
    if now.kind == "ask":
        patient.get_by_role("textbox", name="Your question").fill("Which is heavier, a mouse or a whale?")
        patient.get_by_role("textbox", name="Your own answer").fill("A whale.")
        ask_button(patient).click()
        now = turn(patient, after=now.number)
    assert now.kind == "answer"
    screenshot(patient, "asked")
    answer(patient)
    turn(patient, after=now.number)
    screenshot(patient, "judged-question")
    round_ = patient.locator(f"#round-{now.number}")
    round_.get_by_text("Both answers").click()
    expect(round_.locator(".answer.them")).to_contain_text("asked")
    assert round_.locator(".answer.them .text").inner_text()
    expect(round_.locator(".verdict")).to_be_visible()


def test_the_small_model_answers_and_asks_and_is_judged(
    patient: Page, screenshot: Callable[[Page, str], None]
) -> None:
    it_answers(patient, screenshot)
    it_asks(patient, screenshot)
