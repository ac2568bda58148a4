"""ELIZA: keywords, reflection, memory, limits and hostile text."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.eliza import answer, ask
from games.domain.eliza.matching import clauses, decompose, reflect
from games.domain.eliza.rules import KEYWORDS, read_script
from games.domain.eliza.script import NOTHING_FITS

TASK_SETS = ("anything-in-text", "economically-relevant-work", "turing-test", "robot-college-student")


def replies(question: str, *, earlier: tuple[str, ...] = ()) -> set[str]:
    """Collect what ELIZA says over many seeds."""
    return {answer(question, rng=random.Random(seed), max_chars=500, earlier=earlier) for seed in range(40)}


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("I am afraid of my dog", "you are afraid of your dog"),
        ("you are my friend", "I am your friend"),
        ("what you think of me", "what I think of you"),
        ("tell you what I know", "tell me what you know"),
        ("I've lost yours and you've lost mine", "you've lost mine and I've lost yours"),
        ("why are you here", "why am I here"),
        ("I was right and you were wrong", "you were right and I was wrong"),
        ("the capital of France", "the capital of France"),
    ],
)
def test_speaker_and_listener_are_exchanged(said: str, heard: str) -> None:
    assert reflect(said.split()) == heard


@pytest.mark.parametrize(
    ("pattern", "words", "taken"),
    [
        ("* i am *", "today I am very sad", (("today",), ("very", "sad"))),
        ("* i am *", "I am", ((), ())),
        ("* i am *", "we are sad", None),
        ("if *", "if it rains", (("it", "rains"),)),
        ("if *", "what if it rains", None),
        ("*", "", ((),)),
        ("* you * me", "do you like me and me", (("do",), ("like", "me", "and"))),
        ("yes", "yes", ()),
        ("yes", "yes yes", None),
        ("a * a", "a", None),
    ],
)
def test_patterns_take_the_words_between_their_literals(
    pattern: str, words: str, taken: tuple[tuple[str, ...], ...] | None
) -> None:
    assert decompose(pattern.split(), words.split()) == taken


def test_numbers_with_a_point_stay_one_word() -> None:
    assert clauses("Which is larger, 9.11 or 1,000.5?") == [
        ["Which", "is", "larger"],
        ["9.11", "or", "1,000.5"],
    ]


def test_the_keyword_of_highest_rank_is_answered() -> None:
    # "you" is in the first clause, but machines outrank everything.
    assert replies("What do you think, are you a machine?") == {
        "Would my answer be worth less to you if I were a machine?",
        "What would you do differently if I were a machine?",
        "You seem to wonder whether I am a machine. What would settle it for you?",
    }


def test_a_question_gets_its_own_words_back_reflected() -> None:
    said = replies("So what is the meaning of my life")
    assert any("meaning of your life" in reply for reply in said)
    assert not any("my life" in reply for reply in said)


def test_without_a_keyword_it_shrugs() -> None:
    assert replies("Zebras graze.") == set(NOTHING_FITS)


def test_without_a_keyword_it_comes_back_to_what_was_said_before() -> None:
    said = replies("Zebras graze.", earlier=("My boat sank.", "It rains."))
    assert said
    assert all("your boat sank" in reply for reply in said)


def test_templates_in_a_question_are_only_words() -> None:
    for reply in replies("What is {0.__class__} and {1} and {question} and %(x)s and $name?"):
        assert not set("{}%$") & set(reply)


def test_the_same_seed_gives_the_same_answer() -> None:
    first, second = (answer("Why?", rng=random.Random(5), max_chars=200) for _ in range(2))
    assert first == second


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=3000),
    st.integers(1, 600),
    st.integers(0, 10),
    st.lists(st.text(max_size=50), max_size=3),
)
def test_any_text_gets_a_clean_answer_within_the_limit(
    question: str, max_chars: int, seed: int, earlier: list[str]
) -> None:
    reply = answer(question, rng=random.Random(seed), max_chars=max_chars, earlier=earlier)
    assert 1 <= len(reply) <= max_chars
    assert reply.isprintable()
    assert not set("<>{}") & set(reply)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(sorted(KEYWORDS)), min_size=1, max_size=60), st.integers(0, 10))
def test_any_heap_of_keywords_gets_an_answer(words: list[str], seed: int) -> None:
    assert answer(" ".join(words), rng=random.Random(seed), max_chars=300)


@pytest.mark.parametrize(
    "hostile",
    [
        "a" * 5_000_000,
        "you are my " * 500_000,
        "\x00\u202e\u200b" * 1_000_000,
        "(((((" * 500_000,
        "a-" * 2_000_000,
        "a" + "'a" * 1_000_000 + "!",
        "what if you suppose my i are why how which " * 50_000,
    ],
    ids=["one word", "keywords", "controls", "brackets", "hyphens", "apostrophes", "every rule"],
)
def test_megabytes_of_hostile_text_are_answered_at_once(hostile: str) -> None:
    before = time.process_time()
    reply = answer(hostile, rng=random.Random(1), max_chars=300)
    assert time.process_time() - before < 0.25
    assert 1 <= len(reply) <= 300


def test_no_room_at_all_is_an_error() -> None:
    with pytest.raises(ValueError, match="max_chars"):
        answer("Why?", rng=random.Random(1), max_chars=0)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [("5 yes\n  *\n    - Good.\n6 yes\n  *\n    - Bad.", "twice"), ("5 yes\n  *\n    Good.", "read")],
)
def test_a_broken_script_is_refused(script: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read_script(script)


@pytest.mark.parametrize("task_set", [*TASK_SETS, "of-our-own"])
def test_asking_never_repeats_within_a_game(task_set: str) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        asked: list[str] = []
        for _ in range(10):
            question, own = ask(task_set=task_set, asked=asked, rng=rng)
            assert 10 <= len(question) <= 400
            assert 1 <= len(own) <= 400
            asked.append(question)
        assert len(set(asked)) == 10


def test_asking_goes_on_when_everything_was_asked() -> None:
    rng = random.Random(1)
    asked = [ask(task_set="turing-test", asked=(), rng=rng)[0] for _ in range(500)]
    assert ask(task_set="turing-test", asked=asked, rng=rng)[0] in asked
