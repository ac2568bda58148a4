"""The demo judge is symmetric, says in plain words what decided, and catches only obvious nonsense."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.domain.choices import Choice
from judging.domain.demo_judge import compare
from judging.domain.gate import refuse_question

TEXTS = st.text(max_size=300) | st.lists(
    st.sampled_from(
        [
            "Paris",
            "because",
            "the",
            "sky",
            "blue",
            "12",
            "I don't know",
            "why?",
            "\n",
            "- ",
            "<b>",
            "как",
            ".",
        ]
    ),
    max_size=40,
).map(" ".join)


@given(question=TEXTS, x=TEXTS, y=TEXTS)
def test_exchanging_the_answers_mirrors_the_choice(question: str, x: str, y: str) -> None:
    there, back = compare(question, x, y), compare(question, y, x)
    assert back.choice is there.choice.mirrored()


@given(question=TEXTS, x=TEXTS, y=TEXTS)
def test_exchanging_the_answers_exchanges_their_names_in_the_reason(question: str, x: str, y: str) -> None:
    there, back = compare(question, x, y), compare(question, y, x)
    swapped = there.reason.replace("{x}", "{}").replace("{y}", "{x}").replace("{}", "{y}")
    assert back.reason == swapped


@given(question=TEXTS, text=TEXTS)
def test_the_same_answer_twice_is_never_preferred(question: str, text: str) -> None:
    assert compare(question, text, text).choice in {Choice.EQUIVALENT, Choice.ILL_DEFINED}


@pytest.mark.parametrize(
    ("question", "better", "worse", "word"),
    [
        ("Why is the sky blue?", "Light scatters, and blue scatters most.", "", "empty"),
        ("Why is the sky blue?", "Air scatters blue light.", "I don't know.", "declines"),
        (
            "What is the capital of France?",
            "Paris.",
            "Why do you ask about the capital of France?",
            "asks back",
        ),
        (
            "What is 17*23?",
            "391",
            "It is 400, because 17 times 23 equals 400, as everybody knows.",
            "right result",
        ),
        ("What is 2 plus 2?", "4", "22", "right result"),
        ("What is 7 / 2?", "3.5", "It is 4, more or less, if you round it up.", "right result"),
        ("What is 84 divided by 4?", "21", "It is 23, as everybody can see.", "right result"),
        ("How many legs has a spider?", "Eight.", "A spider is an animal that lives in webs.", "number"),
        (
            "Explain tides.",
            "The moon pulls the sea.",
            "The moon. The moon. The moon. The moon. The moon.",
            "repeats itself",
        ),
        ("Почему небо голубое?", "Рассеяние света в воздухе", "Light is scattered in air", "script"),
    ],
)
def test_the_better_answer_wins_for_a_reason_in_plain_words(
    question: str, better: str, worse: str, word: str
) -> None:
    opinion = compare(question, better, worse)
    assert opinion.choice is Choice.X
    assert word in opinion.reason


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        (
            "What is the capital of Australia, and which city is larger?",
            "Canberra; Sydney is larger.",
            "Its capital city, Sydney, is the capital of Australia.",
        ),
        (
            "Why does ice float on water?",
            "Frozen water takes more room than the liquid, so it is lighter for its size.",
            "It will not float on water, because ice is denser than water.",
        ),
        (
            "Hauptstadt von Österreich?",
            "Wien",
            "The Black Death was a pandemic that came to Europe by ship in the fourteenth century.",
        ),
        (
            "Was ist die Hauptstadt von Österreich?",
            "Wien",
            "Die Pest war eine Seuche, die viele Menschen umbrachte und auf Schiffen kam.",
        ),
        (
            "Write the word 'thunderstorm' backwards and say which letter then stands in the fifth place.",
            "mrotsrednuht, s",
            "Canberra was chosen between two rival cities and is the seat of Parliament.",
        ),
    ],
)
def test_length_and_echo_off_the_topic_win_nothing(question: str, better: str, worse: str) -> None:
    assert compare(question, better, worse).choice is Choice.X


def test_a_short_fact_is_not_beaten_for_saying_the_question_again() -> None:
    opinion = compare("What is the capital of Australia?", "Canberra.", "Its capital city, Sydney.")
    assert opinion.choice is Choice.EQUIVALENT


def test_a_translation_may_be_in_the_language_that_was_asked_for() -> None:
    question = "Translate into German: the house is old and the garden is large."
    right, wrong = "Das Haus ist alt und der Garten ist groß.", "The house is very old."
    assert compare(question, right, wrong).choice is Choice.X


def test_where_form_decides_the_reason_says_that_truth_is_beyond_the_judge() -> None:
    by_form = compare("Why is the sky blue?", "Air scatters the blue light of the sun most.", "Blue air.")
    assert by_form.reason == "{x} says more; which answer is true this program cannot tell."
    by_sum = compare("What is 2 plus 2?", "4", "22")
    assert by_sum.reason == "{x} has the right result."


def test_two_empty_answers_are_equivalent() -> None:
    assert compare("Why is the sky blue?", "", "  ").choice is Choice.EQUIVALENT


@pytest.mark.parametrize(
    "question",
    [
        "",
        "???",
        "12345",
        "sdfghj klmnb",
        "asdfgh qwer",
        "asdf jkl qwer",
        "lkjhwrtpsdq zzzzkw",
        "aaaaaaa",
        "What's in my pocket?",
        "What have I got in my left hand?",
        "Guess what number I am thinking of",
        "What is my mother's name, and what is my name?",
    ],
)
def test_nonsense_and_private_facts_are_ill_defined(question: str) -> None:
    assert compare(question, "One answer.", "Another answer.").choice is Choice.ILL_DEFINED


@pytest.mark.parametrize(
    "question",
    [
        "2+2",
        "Why?",
        "What is love?",
        "如何学习数学?",
        "Explain rhythm and blues.",
        "Hauptstadt von Österreich?",
        "Borschtsch?",
        "Strč prst skrz krk?",
        "Trailblazer, Konzert, Hertz?",
        "qwerty keyboard",
        "What is asdf?",
        "strstr(strpbrk(x))",
        "HTML",
        "I can't get this tune out of my head. Why does that happen?",
        "If I am thinking, therefore I am: who said so?",
    ],
)
def test_ordinary_questions_pass_the_gate(question: str) -> None:
    assert refuse_question(question) is None
