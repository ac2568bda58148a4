"""Cutting text where a reader would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.shortening import shorten, whole_sentences


@pytest.mark.parametrize(
    ("text", "max_chars", "short"),
    [
        ("Short.", 10, "Short."),
        ("  padded  ", 6, "padded"),
        ("One is here. Two is cut", 15, "One is here."),
        ("One is here. Two", 12, "One is here."),
        ("A. very long sentence follows here", 20, "A. very long"),
        ("word another", 8, "word"),
        ("abcdefghijklmnop", 5, "abcde"),
        ("Version 3.14 is out", 11, "Version"),
        ("x", 0, ""),
    ],
)
def test_the_cut_falls_at_a_sentence_or_a_word(text: str, max_chars: int, short: str) -> None:
    assert shorten(text, max_chars=max_chars) == short


@given(st.text(), st.integers(0, 50))
def test_the_result_is_a_start_of_the_text_within_the_limit(text: str, max_chars: int) -> None:
    short = shorten(text, max_chars=max_chars)
    assert len(short) <= max_chars
    assert text.strip().startswith(short)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("It is four. And then i", "It is four."),
        ("All of it.", "All of it."),
        ("Yes. But this goes on and on without", "Yes. But this goes on and on without"),
        ("no end at all", "no end at all"),
    ],
)
def test_text_that_was_cut_off_ends_with_a_sentence_where_one_ends_late(text: str, whole: str) -> None:
    assert whole_sentences(text) == whole


def test_a_negative_limit_is_an_error() -> None:
    with pytest.raises(ValueError, match="negative"):
        shorten("x", max_chars=-1)
