"""Bad files change nothing and are named; recorded verdicts are put through the rules without asking anybody."""

import gzip
import io
import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from judging.domain.panel import JuryRule
from judging.management.progress import ProgressBar
from tests.judging.evaluated import cache_folder, judge_eval, row, seat, write_pairs

HEADER = "id,judge,method,gold,verdict,verdict_swapped\n"
KEYS = {"name", "items", "decided", "coverage", "accuracy", "low", "high", "flips", "abstentions"}


@pytest.fixture
def pairs(settings: LazySettings, tmp_path: Path) -> Path:
    """Write three pairs of which people prefer A."""
    settings.DATA_DIR = tmp_path / "data"
    return write_pairs(tmp_path / "pairs.jsonl", [row(n) for n in range(3)])


def verdicts(pairs: Path, *rows: str) -> Path:
    path = pairs.with_name("verdicts.csv")
    path.write_text(HEADER + "".join(f"{one}\n" for one in rows))
    return path


def replayed(pairs: Path, path: Path, **options: Any) -> tuple[dict[str, Any], str]:
    return judge_eval(pairs, jury=None, replay=path, **options)


def test_recorded_judges_are_scored_alone_and_as_juries(pairs: Path) -> None:
    rows = [
        f"p{n},{judge},Plain,X,A,{'B' if judge == 'PaLM' else 'A'}"
        for n in range(3)
        for judge in ("GPT", "PaLM", "Bard")
    ]
    figures, _ = replayed(pairs, verdicts(pairs, *rows))
    assert all(set(one) >= KEYS for one in (*figures["judges"], *figures["juries"]))
    assert {one["name"]: (one["decided"], one["accuracy"], one["flips"]) for one in figures["judges"]} == {
        "Bard (Plain)": (3, 1, 0),
        "GPT (Plain)": (3, 1, 0),
        "PaLM (Plain)": (0, None, 3),
    }
    assert {one["name"]: (one["items"], one["decided"], one["to_humans"]) for one in figures["juries"]} == {
        "Bard + GPT + PaLM (Plain)": (3, 0, 1),
        "Bard + GPT + PaLM (Plain), majority": (3, 3, 0),
    }
    assert not cache_folder().exists()


def test_a_packed_replay_and_a_limit(pairs: Path) -> None:
    path = verdicts(pairs, "p0,GPT,Plain,,A,A", "p1,GPT,Plain,,B,B").rename(pairs.with_name("v.csv"))
    packed = path.with_suffix(".csv.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    figures, _ = replayed(pairs, packed, limit=1)
    assert [(one["items"], one["accuracy"]) for one in figures["judges"]] == [(1, 1)]
    assert figures["juries"] == []


def test_rows_on_unknown_pairs_are_left_out_and_said(pairs: Path) -> None:
    figures, said = replayed(pairs, verdicts(pairs, "p0,GPT,Plain,A,A,A", "p9,GPT,Plain,A,A,A"))
    assert figures["left_out"] == 1
    assert "1 row left out: no pair has the id. The first is" in said
    assert "line 3" in said
    with pytest.raises(CommandError, match="holds no verdict on these pairs"):
        replayed(pairs, verdicts(pairs, "p9,GPT,Plain,A,A,A"))


def test_bad_rows_stop_a_replay_unless_they_are_skipped(pairs: Path) -> None:
    path = verdicts(pairs, "p0,GPT,Plain,A,A,A", "p1,GPT,Plain,A,Z,A")
    with pytest.raises(CommandError, match=r"verdicts\.csv, line 3: verdict is none of"):
        replayed(pairs, path)
    figures, said = replayed(pairs, path, skip_bad=True)
    assert [one["items"] for one in figures["judges"]] == [1]
    assert "1 bad line skipped" in said
    assert [(one["line"], Path(one["file"]).name) for one in figures["skipped"]] == [(3, "verdicts.csv")]


@pytest.mark.django_db
def test_bad_pairs_are_all_named_nothing_is_asked_and_nothing_written(pairs: Path) -> None:
    pairs.write_text(json.dumps(row(0)) + "\n{\n" + json.dumps(row(1, gold="C")) + "\n" + "x\n" * 20)
    with pytest.raises(CommandError) as raised:
        judge_eval(pairs, jury="default")
    said = str(raised.value)
    assert said.startswith(
        f"22 bad lines:\n{pairs}, line 2: not JSON\n{pairs}, line 3: gold is none of A, B and tie\n"
    )
    assert "and 12 more bad lines\nNothing was judged." in said
    assert not cache_folder().exists()
    assert not pairs.with_suffix(".out.json").exists()


@pytest.mark.django_db
def test_skipping_bad_pairs_judges_the_rest_and_says_which(pairs: Path) -> None:
    pairs.write_text("{\n" + json.dumps(row(0)) + "\n")
    figures, said = judge_eval(pairs, jury="default", skip_bad=True)
    assert (figures["pairs"], figures["juries"][0]["items"]) == (1, 1)
    assert figures["skipped"] == [{"file": str(pairs), "line": 1, "reason": "not JSON"}]
    assert "1 bad line skipped" in said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"jury": None}, "Say which jury to ask with --jury SLUG"),
        ({"jury": "nobody"}, "There is no jury 'nobody'"),
        ({"jury": "people"}, "asks no judge"),
        ({"jury": "default", "json": Path("/nowhere/at/all.json")}, "cannot be written"),
        (
            {"jury": None, "replay": Path("/nowhere.csv")},
            re.escape("/nowhere.csv cannot be read: No such file"),
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(
    pairs: Path, options: dict[str, Any], message: str
) -> None:
    seat(slug="people", rule=JuryRule.HUMANS_ONLY)
    with pytest.raises(CommandError, match=message):
        call_command("judge_eval", pairs, **options)


@pytest.mark.django_db
def test_a_file_without_pairs_and_one_that_is_no_gzip_are_refused(pairs: Path) -> None:
    empty = write_pairs(pairs.with_name("empty.jsonl"), [])
    with pytest.raises(CommandError, match="holds no pair"):
        call_command("judge_eval", empty, jury="default")
    lie = pairs.rename(pairs.with_name("lie.jsonl.gz"))
    with pytest.raises(CommandError, match="is no whole gzip file"):
        call_command("judge_eval", lie, jury="default")


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_a_limit_is_a_number_from_one(pairs: Path, limit: str) -> None:
    with pytest.raises(CommandError, match="a whole number from 1 is needed"):
        call_command("judge_eval", str(pairs), "--jury", "default", "--limit", limit)


def test_a_device_is_written_to_and_stays_what_it_is(pairs: Path, tmp_path: Path) -> None:
    device = tmp_path / "device"
    device.symlink_to("/dev/null")
    call_command(
        "judge_eval", pairs, replay=verdicts(pairs, "p0,J,M,,A,A"), json=device, stdout=io.StringIO()
    )
    assert device.is_symlink()
    assert Path("/dev/null").is_char_device()


def test_nothing_that_lies_beside_the_report_is_written_to(pairs: Path, tmp_path: Path) -> None:
    out, victim = tmp_path / "out.json", tmp_path / "victim"
    victim.write_text("untouched")
    (tmp_path / ".out.json.draft").symlink_to(victim)
    call_command("judge_eval", pairs, replay=verdicts(pairs, "p0,J,M,,A,A"), json=out, stdout=io.StringIO())
    assert victim.read_text() == "untouched"
    assert not out.is_symlink()
    assert json.loads(out.read_text())["judges"]


def test_a_file_name_that_is_no_text_is_written_readably(pairs: Path, tmp_path: Path) -> None:
    odd = pairs.rename(Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd-\xff.jsonl")))
    odd.write_text("{\n" + odd.read_text())
    out = tmp_path / "out.json"
    call_command(
        "judge_eval",
        odd,
        replay=verdicts(pairs, "p0,J,M,,A,A"),
        json=out,
        skip_bad=True,
        stdout=io.StringIO(),
        stderr=io.StringIO(),
    )
    assert json.loads(out.read_text())["skipped"][0]["file"].endswith("odd-\N{REPLACEMENT CHARACTER}.jsonl")


def test_a_file_of_bad_lines_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{\n" * 10_002)
    with pytest.raises(CommandError, match="more than 10,000 bad lines"):
        call_command("judge_eval", path, jury="default", skip_bad=True)


def test_of_many_juries_the_best_are_printed_and_the_file_has_all(pairs: Path) -> None:
    """Of 6 judges 3 are right: one jury of three right ones, and 20 trios under two rules make 40 juries."""
    said = ["A" if judge < 3 else "B" for judge in range(6)]
    path = verdicts(pairs, *(f"p{n},J{j},M,,{said[j]},{said[j]}" for j in range(6) for n in range(3)))
    out, printed = pairs.with_suffix(".out.json"), io.StringIO()
    call_command("judge_eval", pairs, replay=path, json=out, stdout=printed)
    assert len(json.loads(out.read_text())["juries"]) == 40
    juries = [line for line in printed.getvalue().splitlines() if " + " in line]
    assert len(juries) == 20
    assert juries[0].startswith("J0 + J1 + J2 (M) ")
    assert (
        "The 20 of 40 juries that decide and are right most often; --json OUT has all." in printed.getvalue()
    )


def test_more_juries_than_anybody_reads_are_refused(pairs: Path) -> None:
    rows = [f"p0,J{number},M,,A,A" for number in range(41)]  # 41 over 3 = 10,660
    with pytest.raises(CommandError, match="10,660 juries of three"):
        replayed(pairs, verdicts(pairs, *rows))


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_where_there_is_no_terminal_a_plain_line_comes_every_ten_seconds() -> None:
    pipe, clock = io.StringIO(), iter([0.0, 4.0, 9.9, 10.0, 10.0, 19.9, 20.0, 20.0])
    with ProgressBar(pipe, lambda: next(clock)) as bar:
        for pairs in range(1, 6):
            bar.done(pairs, 300)
    assert pipe.getvalue() == "3 of 300 pairs\n5 of 300 pairs\n"


def test_the_bar_is_drawn_on_a_terminal_and_nowhere_else() -> None:
    terminal, pipe = _Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with ProgressBar(stream) as bar:
            bar.done(1, 2)
            bar.done(2, 2)
    assert "\r[###############...............] 1 of 2 pairs\r[####" in terminal.getvalue()
    assert terminal.getvalue().endswith("2 of 2 pairs\n")
    assert pipe.getvalue() == ""


def test_the_first_interrupt_lets_the_calls_under_way_come_back_and_the_second_does_not() -> None:
    before = signal.getsignal(signal.SIGINT)
    stream = io.StringIO()
    with ProgressBar(stream) as bar:
        signal.raise_signal(signal.SIGINT)
        assert bar.stop_wanted
        assert "Ctrl-C again leaves them" in stream.getvalue()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
