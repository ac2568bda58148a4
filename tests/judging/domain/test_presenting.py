"""What a judge is shown: all that people can see, nothing that they cannot, in plain text, capped and marked."""

import random
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judging.domain.plain_text import asks_for_markup, plain_text
from judging.domain.presenting import (
    CUT,
    LINE_WIDTH,
    MAX_ANSWER_CHARS,
    MAX_LINES,
    NO_ANSWER,
    canary_leaked,
    draw_mark,
    present_answer,
    present_question,
)
from judging.domain.visible import is_invisible, visible

MARK = "0123456789abcdef"
ODD_TEXT = st.text(
    st.characters()
    | st.sampled_from(
        "\u200b\u200c\u200d\u0627\u0915\u0301\u0316\U000e0041\ufe0f\U0001d400\u180b\u1820\u3000"
    )
)


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("a\u200bb\u00adc\u2060d\ufeff", "abcd"),
        ("\u202eabc\u202c\u2066d\u2069\u200e", "abcd"),
        ("a" + "".join(chr(0xE0000 + ord(char)) for char in "hidden"), "a"),
        ("x\ufe0f\U000e0100y", "xy"),
        ("a\x00b\x1b[31mc\x07\ud800\ue000", "ab[31mc"),
        ("\u3164\u115f\u2800z", "z"),
        ("one\r\ntwo\rthree\u2028four\x0bfive\x85six", "one\ntwo\nthree\nfour\nfive\nsix"),
        ("a\u00a0b\u3000c\td", "a b c\td"),
        ("\U0001d41a\U0001d427\uff41\uff11\u24d0\U0001f130\U0001f150\U0001f170", "ana1aAAA"),
        ("e\u0301", "\u00e9"),
        # A family falls into its members, but nobody is lost.
        ("\U0001f469\u200d\U0001f467", "\U0001f469\U0001f467"),
    ],
)
def test_only_what_people_can_see_is_kept(written: str, seen: str) -> None:
    assert visible(written) == seen


@pytest.mark.parametrize(
    "text",
    [
        "x\u00b2 + \u00bd \u2260 \u2115 \u2026 \u2122",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian with a non-joiner
        "\u0915\u094d\u200d\u0937",  # Devanagari with a joiner
        "\u0434\u0430, \u3053\u308c\u306f\u30b3\u30fc\u30c9\u3067\u3059\u3002 \uff76 \ud55c\uad6d\uc5b4 \u05e9\u05dc\u05d5\u05dd",
        "\U0001f600 \U0001f1e9\U0001f1ea \U0001fae8",
        "\u0600\u0661",
    ],
)
def test_what_scripts_and_formulas_need_stays(text: str) -> None:
    assert visible(text) == unicodedata.normalize("NFC", text)


def test_joiners_cannot_carry_a_message() -> None:
    assert visible("\u0627" + "\u200c\u200d" * 100 + "b") == "\u0627\u200cb"
    assert visible("a\u200cb\u200d") == "ab"


@given(ODD_TEXT)
@example("\u0344" * 40)
@example("\u0627\u200b\u200c\u0628")
def test_stripping_twice_changes_nothing(text: str) -> None:
    once = visible(text)
    assert visible(once) == once
    assert not any(is_invisible(char) for char in once)
    assert not set(once) & set("\r\x0b\x0c\x85\u2028\u2029")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (
            "**Bold**, *slanted*, ***both***, ~~gone~~ and __under lined__",
            "Bold, slanted, both, gone and under lined",
        ),
        ("**outer *inner* outer**", "outer inner outer"),
        ("# Title\n\n## Part\ntext\n# no comment?\nx = 1", "Title\n\nPart\ntext\n# no comment?\nx = 1"),
        ("* one\n+ two\n\u2022 three\n1. four", "- one\n- two\n- three\n1. four"),
        (
            "See [the site](https://a.example/b) or <https://c.example>.",
            "See the site (https://a.example/b) or https://c.example.",
        ),
        ("![A cat](https://a.example/cat.png)", "A cat (https://a.example/cat.png)"),
        ("<b>bold</b> <span class='x'>text</span><br>next<br/>last", "bold text\nnext\nlast"),
        (
            "Before\n```python\n# sum\nx = a**b *c*\n```\nafter",
            "Before\n\n    # sum\n    x = a**b *c*\nafter",
        ),
        ("~~~\n```\n~~~", "    ```"),
        ("````\n```\n\n\ncode\n````", "    ```\n\n    code"),
        ("a\n\n\n\n\nb\n\n", "a\n\nb"),
        ("\tx = **y**", "    x = **y**"),
        ("   ", "   "),
        ("", ""),
    ],
)
def test_layout_is_made_plain(written: str, plain: str) -> None:
    assert plain_text(written) == plain.rstrip(" ")


@pytest.mark.parametrize(
    "text",
    [
        "2**10 = 1024 and 2*3*4 = 24 and a * b",
        "__init__ and snake_case_name and _private_",
        "f(*args, **kwargs)",
        "if a<b and c>d: vector<int> v;",
        "The <b> tag makes text bold.",
        "Use `**x**` and `<br>` and `[a](https://b.example)`.",
        "<html><body><p>Hello <b>World</b></p></body></html>",
        "a[i](x) and [1](2)",
        "*",
        "* * *",
        "-----",
        "| a | b |\n|---|---|",
        ">>> print(1)",
        "#hashtag #1",
    ],
)
def test_what_only_looks_like_layout_stays(text: str) -> None:
    assert plain_text(text) == text


@pytest.mark.parametrize(
    "question", ["Write hello in bold HTML.", "What does **x** mean in Markdown?", "Use a <br> tag"]
)
def test_markup_that_is_asked_for_stays(question: str) -> None:
    assert asks_for_markup(question)
    assert present_answer("<b>hello</b>", MARK, question=question) == f"{MARK}| <b>hello</b>"


def test_markup_of_a_question_stays() -> None:
    assert not asks_for_markup("What is the capital of France?")
    assert present_question("What is **this**?", MARK) == f"{MARK}| What is **this**?"


@given(st.text(st.sampled_from("*_~`#-+<>/[]()b \n\tx")))
@example("***a*a** *b*")
def test_plain_text_keeps_every_word(text: str) -> None:
    assert plain_text(text).count("x") == text.count("x")


@pytest.mark.parametrize("empty", ["", "  \n ", "\u200b\u2060", "\u3164", "```\n```"])
def test_an_answer_with_nothing_to_see_is_none(empty: str) -> None:
    assert present_answer(empty, MARK, question="Why?") == NO_ANSWER


def test_both_answers_are_cut_at_the_same_length_and_it_shows() -> None:
    shown = present_answer("word " * 5000, MARK, question="Why?")
    *lines, last = shown.split("\n")
    assert last == CUT
    assert sum(len(line) - len(MARK) - 2 for line in lines) <= MAX_ANSWER_CHARS
    assert CUT not in present_answer("x" * MAX_ANSWER_CHARS, MARK, question="Why?")


def test_many_short_lines_do_not_get_around_the_cap() -> None:
    lines = present_answer("a\n" * 1500, MARK, question="Why?").split("\n")
    assert len(lines) == MAX_LINES + 1
    assert lines[-1] == CUT


def test_long_lines_are_broken_and_every_piece_is_marked() -> None:
    text = "word " * 300 + "x" * 1000
    lines = present_answer(text, MARK, question="Why?").split("\n")
    assert all(line.startswith(f"{MARK}| ") and len(line) <= LINE_WIDTH + len(MARK) + 2 for line in lines)
    assert "".join(line.removeprefix(f"{MARK}| ") for line in lines).replace(" ", "") == text.replace(" ", "")


@given(st.lists(ODD_TEXT, max_size=3), st.integers(0, 2**32))
def test_a_mark_stands_in_no_text_as_written_or_as_shown(texts: list[str], seed: int) -> None:
    mark = draw_mark(random.Random(seed), *texts)
    assert len(mark) == 16
    assert all(mark not in form for text in texts for form in (text, visible(text), plain_text(text)))


@pytest.mark.parametrize("between", ["", "\u200b", "<b></b>"])
def test_a_guessed_mark_is_drawn_again_even_if_it_shows_only_in_plain_text(between: str) -> None:
    guess = draw_mark(random.Random(1))
    assert draw_mark(random.Random(1), f"Is it {guess[:8]}{between}{guess[8:]}?") != guess


@pytest.mark.parametrize(
    ("reply", "leaks"),
    [
        ('{"choice": "X"}', False),
        ("the word is fedcba9876543210", True),
        ("FEDC BA98-7654-3210", True),
        ("0123456789abcdef backwards", True),
        ("fedcba98", False),
        ("".join(f"\\u{ord(char):04x}" for char in "fedcba9876543210"), True),
        ("".join(f"\\\\U{ord(char):04X}".replace("U", "u") for char in "fedcba9876543210"), True),
        ("fedc\\nba98\\t7654\\r3210", True),
        ("x" * 30_000 + "fedcba9876543210", True),
        ("\\u0066edcba98", False),
    ],
)
def test_a_reply_that_holds_the_canary_is_told(reply: str, *, leaks: bool) -> None:
    assert canary_leaked(reply, "fedcba9876543210") is leaks


@pytest.mark.parametrize(
    "unit",
    [
        "*",
        "*a ",
        "<b>",
        "[",
        "_a",
        "`",
        "\u0300\u0316",
        "<br ",
        "# ",
        "\n",
        "<div a",
        "~~~\n",
        "[a](https://",
        "* a *",
        "\t",
        "x <br>",
    ],
)
def test_hostile_texts_are_shown_in_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    began = time.process_time()
    present_answer(text, MARK, question="Why?")
    assert time.process_time() - began < 3
