"""Pair files and recorded verdicts: everything usable is read, every bad line is named with number and reason."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from judging.domain.evaluation.lines import (
    MAX_BAD_LINES,
    MAX_LINE_BYTES,
    UnusableFileError,
    numbered_lines,
    open_bytes,
)
from judging.domain.evaluation.pairs import GoldPair, read_pairs
from judging.domain.evaluation.recorded import RecordedJudge, Recording, Said, read_recording
from judging.domain.panel import Finding

PAIR = {
    "id": "1",
    "question": "Why is the sky blue?",
    "answer_a": "Light is scattered.",
    "answer_b": "",
    "gold": "A",
    "source": "own",
    "category": "physics",
}
HEADER = "id,judge,method,gold,verdict,verdict_swapped"


def line(**changes: Any) -> bytes:
    return json.dumps(PAIR | changes).encode() + b"\n"


def read(raw: bytes) -> tuple[list[GoldPair], list[tuple[int, str]]]:
    pairs, bad = read_pairs(numbered_lines(io.BytesIO(raw), "pairs.jsonl"), "pairs.jsonl")
    return pairs, [(one.number, one.reason) for one in bad]


def recorded(*rows: str, header: str = HEADER) -> Recording:
    raw = "\n".join([header, *rows]).encode()
    return read_recording(numbered_lines(io.BytesIO(raw), "v.csv"), "v.csv", frozenset({"1", "2"}))


def test_pairs_are_read_with_answer_a_as_the_askers() -> None:
    pairs, bad = read(line() + line(id="2", gold="B", extra=[1]) + b"\r\n" + line(id="3", gold="tie"))
    assert [pair.gold for pair in pairs] == [Finding.ASKER, Finding.OPPONENT, Finding.EQUIVALENT]
    assert (pairs[0].question, pairs[0].answer_b, pairs[0].category) == (PAIR["question"], "", "physics")
    assert bad == []


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b'{"id": "1", "id": "2"}', "a key stands twice"),
        (
            b'{"id": "1", "question": "?", "gold": "A", "source": "", "category": ""}',
            "without answer_a and answer_b",
        ),
        (line(gold="a"), "gold is none of A, B and tie"),
        (line(gold=None), "gold is not a text"),
        (line(answer_a=True), "answer_a is not a text"),
        (line(id=" "), "id is empty"),
        (line(question=""), "question is empty"),
        (line(category="c" * 201), "category is longer than 200 characters"),
        (line(answer_a="a\0"), "answer_a holds a NUL character or half a surrogate pair"),
        (line(answer_a="\ud800"), "answer_a holds a NUL character or half a surrogate pair"),
        (line(id="other"), "an earlier line has the same id"),
        (line().replace(b"blue", b"\xff"), "not UTF-8"),
        (b"\0" + line(), "holds a NUL character"),
        (line(answer_a="a" * 3 * MAX_LINE_BYTES), "longer than 1,000,000 bytes"),
    ],
)
def test_a_bad_line_is_named_and_the_lines_around_it_are_read(raw: bytes, reason: str) -> None:
    pairs, bad = read(line(id="other") + b"\n" + raw.rstrip(b"\n") + b"\n" + line(id="last"))
    assert bad == [(3, reason)]
    assert [pair.id for pair in pairs] == ["other", "last"]


def test_an_oversize_last_line_without_an_end_is_named() -> None:
    assert read(b"x" * (MAX_LINE_BYTES + 1)) == ([], [(1, "longer than 1,000,000 bytes")])


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert len(read(b"\xef\xbb\xbf" + line())[0]) == 1


def test_a_bad_line_says_file_number_and_reason() -> None:
    _, bad = read_pairs(numbered_lines(io.BytesIO(b"{"), "pairs.jsonl"), "pairs.jsonl")
    assert [str(one) for one in bad] == ["pairs.jsonl, line 1: not JSON"]


def test_plain_and_packed_files_are_opened(tmp_path: Path) -> None:
    plain, packed = tmp_path / "p.jsonl", tmp_path / "p.jsonl.gz"
    plain.write_bytes(line())
    packed.write_bytes(gzip.compress(line()))
    for path in (plain, packed):
        with open_bytes(path) as stream:
            assert len(read_pairs(numbered_lines(stream, str(path)), str(path))[0]) == 1


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(line() * 99, mtime=0)[:-20], gzip.compress(b"x", mtime=0)[:10] + b"\xff" * 9],
)
def test_what_only_claims_to_be_gzip_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(content)
    with (
        open_bytes(path) as stream,
        pytest.raises(UnusableFileError, match=r"p\.jsonl\.gz is no whole gzip file"),
    ):
        list(numbered_lines(stream, str(path)))


def test_a_file_that_is_not_there_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableFileError, match="No such file"):
        open_bytes(tmp_path / "none.jsonl")
    with pytest.raises(UnusableFileError, match="directory"):
        open_bytes(tmp_path)


class _FailingDisk(io.BytesIO):
    def readline(self, _size: int | None = -1, /) -> bytes:
        raise OSError("input/output error")


def test_a_disk_that_fails_is_reported() -> None:
    with pytest.raises(UnusableFileError, match=r"p\.jsonl cannot be read: broken after line 0"):
        list(numbered_lines(_FailingDisk(), "p.jsonl"))


def test_recorded_verdicts_are_read_and_other_columns_ignored() -> None:
    recording = recorded("1,GPT,Plain,A,A,B", "2,GPT,Plain,B,tie,", '1,"Pa, LM",Plain,A,ill-defined,B')
    assert recording.said == {
        RecordedJudge("Plain", "GPT"): {
            "1": Said(Finding.ASKER, Finding.OPPONENT),
            "2": Said(Finding.EQUIVALENT, None),
        },
        RecordedJudge("Plain", "Pa, LM"): {"1": Said(Finding.ILL_DEFINED, Finding.OPPONENT)},
    }
    assert (recording.bad, recording.strangers) == ([], [])


def test_a_row_on_an_unknown_pair_is_set_aside() -> None:
    recording = recorded("9,GPT,Plain,A,A,A")
    assert (recording.said, [one.number for one in recording.strangers]) == ({}, [2])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1,GPT,Plain,A,A", "5 fields in place of 6"),
        (",GPT,Plain,A,A,A", "id is empty or longer than 200 characters"),
        ("1,,Plain,A,A,A", "judge is empty or longer than 200 characters"),
        ("1,GPT," + "m" * 201 + ",A,A,A", "method is empty or longer than 200 characters"),
        ("1,GPT,Plain,A,C,A", "verdict is none of A, B, tie, ill-defined and nothing"),
        ("1,GPT,Plain,A,A,a", "verdict_swapped is none of A, B, tie, ill-defined and nothing"),
        ("2,GPT,Plain,A,A,A", "an earlier line has the same id, judge and method"),
        ('1,"GPT"x,Plain,A,A,A', "not CSV: ',' expected after '\"'"),
        ("1,G\0PT,Plain,A,A,A", "holds a NUL character"),
    ],
)
def test_a_bad_row_is_named_and_the_rows_around_it_are_read(row: str, reason: str) -> None:
    recording = recorded("2,GPT,Plain,B,B,B", "", row, "1,Last,Plain,A,A,A")
    assert [(one.number, one.reason) for one in recording.bad] == [(4, reason)]
    assert [str(judge) for judge in recording.said] == ["GPT (Plain)", "Last (Plain)"]


def test_an_open_quotation_is_named_where_it_begins() -> None:
    recording = recorded("1,GPT,Plain,A,A,A", '2,"GPT,Plain,A,A,A', "1,Last,Plain,A,A,A")
    assert [(one.number, one.reason) for one in recording.bad] == [(3, "not CSV: unexpected end of data")]


def test_a_quoted_field_may_hold_several_lines() -> None:
    recording = recorded('1,GPT,Plain,"A\nmore",A,A', "1,GPT,Plain,A,A,A")
    assert [one.number for one in recording.bad] == [4]


@pytest.mark.parametrize("header", ["id,judge,verdict", ""])
def test_a_file_without_the_columns_is_refused(header: str) -> None:
    with pytest.raises(UnusableFileError, match=r"v\.csv, line 1: the header has no column .*method"):
        recorded(header=header)


def test_a_file_of_bad_lines_is_given_up_before_it_fills_the_memory() -> None:
    assert len(read(b"{\n" * MAX_BAD_LINES)[1]) == MAX_BAD_LINES
    with pytest.raises(UnusableFileError, match="more than 10,000 bad lines"):
        read(b"{\n" * (MAX_BAD_LINES + 1))
