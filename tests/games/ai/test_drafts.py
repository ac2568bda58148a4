"""Which drafts of a model are asked: everything that a strong model writes, nothing of a weak one's noise."""

from dataclasses import replace

import pytest

from games.ai.drafts import is_fit_to_ask
from games.ai.prompts import load
from games.domain.minds import AskContext, PublicRound
from games.domain.question_bank import BANK
from games.domain.rules import Outcome

PROMPT = load("v1").fill(
    "ask.system",
    task_set_name="Anything in text",
    task_set_definition="Any question whose answer is text and can be judged.",
    question_max_chars=1000,
    answer_max_chars=2000,
    my_points=0,
    opponent_points=0,
    points_to_win=3,
) + load("v1").fill("ask.user", earlier="")
ANSWER = "The first, since it needs 12 steps where the second needs 40."
GOOD = (
    "What is 6 times 7?",
    "Who built the dome of Florence?",
    "Define entropy.",
    "Explain to a ten-year-old why the sky is blue, without using the word 'light'.",
    "A train leaves Ulm at 9:00 at 80 km/h and another follows at 9:30 at 120 km/h. State when they meet.",
    "You are the host of a wedding and the band has not come. Write the three sentences that you say.",
    "The following argument has a flaw. All birds fly; penguins are birds; so penguins fly. Name the false premise.",
    "Consider the sequence 2, 6, 12, 20, 30. Give the next two terms and a formula.",
    "Complete the analogy and justify it: seed is to tree as egg is to ____",
    "The integral of x^2 e^x from 0 to 1, please, with the steps.",
    "Prove that the square root of 2 is irrational.",
    "In exactly six words, tell a story with a twist that depends on punctuation.",
    "Translate into German: 'The early bird catches the worm, but the second mouse gets the cheese.'",
    "Erkl\u00e4re in zwei S\u00e4tzen, warum Eis auf Wasser schwimmt.",
    "Nenne drei Fl\u00fcsse, die durch Wien flie\u00dfen, und begr\u00fcnde jeden.",
    "Expliquez en deux phrases pourquoi la glace flotte.",
    "\u7528\u4e24\u53e5\u8bdd\u89e3\u91ca\u4e3a\u4ec0\u4e48\u51b0\u4f1a\u6d6e\u5728\u6c34\u9762\u4e0a\uff0c\u5e76\u4e3e\u4e00\u4e2a\u4f8b\u5b50\u3002",
    "Without using a loop, write a Python function that sums the digits of a number.",
    "The word 'question' hides a smaller word that begins a hunt. Find it.",
    "Apologise to the neighbours for the noise of a party that is still going on.",
    "Rank these from lightest to heaviest: a proton, an electron, a neutron.",
)


@pytest.mark.parametrize("question", GOOD)
def test_good_questions_pass(to_ask: AskContext, question: str) -> None:
    assert is_fit_to_ask(question, ANSWER, to_ask, prompt=PROMPT)


@pytest.mark.parametrize("task_set", sorted(BANK))
def test_a_whole_game_of_good_questions_passes(to_ask: AskContext, task_set: str) -> None:
    game = replace(to_ask, rounds=())
    for number, (question, answer) in enumerate(BANK[task_set], start=1):
        assert is_fit_to_ask(question, answer, game, prompt=PROMPT)
        past = PublicRound(number, number % 2 == 1, question, answer, "I cannot tell.", Outcome.ASKER)
        game = replace(game, rounds=(*game.rounds, past))


@pytest.mark.parametrize(
    "question",
    [
        "The question is unclear and does not allow for any interpretation.",
        "This answer is incomplete because it does not include the answer to a different question.",
        "The better answer wins a point.",
        "What is the capital of [country]?",
        "Paris is the capital of France and the seat of its government.",
        "Question 1",
        "Anything in text",
        "2.5?",
        "What's the boiling point of the water at sea level",
        "What is boiling point of water at sea levels, sea level?",
        "Who wrote the Faust?",
        "Does water boil at one hundred degrees when one stands at the shore?",
        "Write one new question for your opponent and your own answer to it.",
        "Your opponent sees only the question and answers it too. Can you answer it correctly and in full?",
    ],
)
def test_what_asks_nothing_or_nothing_new_is_rejected(to_ask: AskContext, question: str) -> None:
    said = "Water boils at one hundred degrees when one stands at the shore."
    first, *others = to_ask.rounds
    context = replace(to_ask, rounds=(replace(first, opponent_answer=said), *others))
    assert not is_fit_to_ask(question, ANSWER, context, prompt=PROMPT)


@pytest.mark.parametrize(
    "answer",
    [
        "Why does ice float on water?",
        "why does ice float on water",
        "A neutral judge compares both answers without knowing whose they are.",
    ],
)
def test_an_own_answer_that_answers_nothing_is_rejected(to_ask: AskContext, answer: str) -> None:
    assert not is_fit_to_ask("Why does ice float on water?", answer, to_ask, prompt=PROMPT)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which is heavier, a kilogram of feathers or a kilogram of iron?", "Neither"),
        ("Is the sky blue by day?", "Yes, by day the sky is blue."),
        ("Which came first, the compass or the telescope?", "The compass"),
        ("What is 6 times 7?", "42"),
        ("Copy the third word of this very sentence, please?", "third"),
    ],
)
def test_short_answers_that_take_up_the_question_pass(to_ask: AskContext, question: str, answer: str) -> None:
    assert is_fit_to_ask(question, answer, to_ask, prompt=PROMPT)
