"""Measure a jury, or recorded judges, against pairs of answers on which people said which is better."""

import json
import os
import random
import sys
import tempfile
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from judging.domain.evaluation.lines import BadLine, Line, UnusableFileError, numbered_lines, open_bytes
from judging.domain.evaluation.pairs import GoldPair, read_pairs
from judging.domain.evaluation.recorded import read_recording
from judging.domain.evaluation.replay import TooManyJuriesError, replay
from judging.domain.evaluation.report import NamedJudge, report_on
from judging.domain.evaluation.tables import best_juries, printable, score_table
from judging.domain.panel import JuryRule
from judging.management.progress import ProgressBar
from judging.services.evaluation import (
    CacheInUseError,
    Evaluation,
    EvaluationStoppedError,
    SeatedJury,
    evaluate_jury,
    seated_jury,
)
from judging.services.juries import DEFAULT_JURY, create_default_juries

Read = TypeVar("Read")
SHOWN_BAD_LINES = 10
INTERRUPTED = 130  # what a shell reports for Ctrl-C
GO_ON = (
    "Every finished call is kept in {}: the same command, run again, asks only what is missing; with --limit it "
    "measures the first pairs alone."
)


class Command(BaseCommand):
    """Print the figures; write them as JSON where asked."""

    help = (
        "Measure a jury against what people said. PAIRS holds one JSON object a line with the texts id, question, "
        "answer_a, answer_b, gold (A, B or tie), source and category. With --replay no judge is asked: verdicts that "
        "were recorded elsewhere are put through the rules of our juries (CSV with the columns id, judge, method, "
        "verdict, verdict_swapped). See docs/judging.md."
    )
    requires_system_checks = ()  # it reads files; what it needs of the platform it checks itself

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("pairs", type=Path, metavar="PAIRS.jsonl[.gz]")
        parser.add_argument("--jury", metavar="SLUG", help="the jury that is asked")
        parser.add_argument(
            "--replay", type=Path, metavar="VERDICTS.csv[.gz]", help="recorded verdicts, in place of asking"
        )
        parser.add_argument("--limit", type=_positive, metavar="N", help="take the first N pairs only")
        parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures to this file")
        parser.add_argument("--skip-bad", action="store_true", help="leave bad lines out instead of stopping")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read everything, then measure, print and write."""
        if not (options["jury"] or options["replay"]):
            raise CommandError("Say which jury to ask with --jury SLUG, or which verdicts to --replay.")
        out: Path | None = options["json"]
        if out is not None and (out.is_dir() or not out.parent.is_dir()):
            raise CommandError(f"{out} cannot be written: it is a folder, or is to stand in none.")
        pairs, bad = _read(options["pairs"], read_pairs)
        if options["replay"]:
            figures, text = self._replay(pairs, bad, options)
        else:
            figures, text = self._ask(pairs, bad, options)
        if out is not None:
            _write(out, figures)
        self.stdout.write(text)
        if unheard := figures.get("unheard"):
            raise CommandError(
                f"{_counted(len(unheard), 'pair')} could not be heard and are in no figure. The same command, "
                "run again, asks only what is missing."
            )

    def _replay(
        self, pairs: Sequence[GoldPair], bad: Sequence[BadLine], options: Mapping[str, Any]
    ) -> tuple[dict[str, Any], str]:
        """Put recorded verdicts through the rules; return the figures and their text."""
        path: Path = options["replay"]
        known = frozenset(pair.id for pair in pairs)
        recording = _read(path, lambda lines, file: read_recording(lines, file, known))
        skipped = self._settle_bad([*bad, *recording.bad], skip=options["skip_bad"])
        wanted = pairs[: options["limit"]]
        try:
            replayed = replay(wanted, recording)
        except TooManyJuriesError as error:
            raise CommandError(str(error)) from None
        if not replayed.judges:
            raise CommandError(f"{printable(str(path))} holds no verdict on these pairs.")
        if recording.strangers:
            self.stderr.write(
                f"{_counted(len(recording.strangers), 'row')} left out: no pair has the id. The first is "
                f"{printable(str(recording.strangers[0]))}."
            )
        tables = [score_table("single judges", (score for _, score in replayed.judges))]
        if replayed.juries:
            tables.append(best_juries([score for _, score in replayed.juries]))
        left_out = len(recording.strangers)
        return {"pairs": len(wanted), **skipped, "left_out": left_out, **replayed.rows}, "\n\n".join(tables)

    def _ask(
        self, pairs: Sequence[GoldPair], bad: Sequence[BadLine], options: Mapping[str, Any]
    ) -> tuple[dict[str, Any], str]:
        """Ask the jury; return the figures and their text."""
        jury = _seated(options["jury"])
        skipped = self._settle_bad(bad, skip=options["skip_bad"])
        wanted = pairs[: options["limit"]]
        if not wanted:
            raise CommandError(f"{printable(str(options['pairs']))} holds no pair.")
        heard = self._hear(jury, wanted)
        if not heard.hearings:
            raise CommandError("No pair could be heard: the judges reject what they are asked.")
        names = [NamedJudge(judge.slug, judge.name) for judge in jury.judges]
        report = report_on(jury.name, jury.rule, names, heard.hearings, heard.new_calls)
        unheard = [pair.id for pair in heard.unheard]
        return {"pairs": len(wanted), **skipped, "unheard": unheard, **report.rows}, report.text

    def _hear(self, jury: SeatedJury, wanted: Sequence[GoldPair]) -> Evaluation:
        folder = settings.DATA_DIR / "judge_eval"
        with ProgressBar(sys.stderr) as progress:
            try:
                return evaluate_jury(
                    judges=jury.judges,
                    pairs=wanted,
                    folder=folder,
                    clock=timezone.now,
                    rng=random.SystemRandom(),
                    progress=progress,
                )
            except KeyboardInterrupt:
                raise CommandError(f"Stopped. {GO_ON.format(folder)}", returncode=INTERRUPTED) from None
            except EvaluationStoppedError as error:
                code = INTERRUPTED if progress.stop_wanted else 1
                raise CommandError(f"{error} {GO_ON.format(folder)}", returncode=code) from None
            except CacheInUseError as error:
                raise CommandError(f"{error} Wait for it to end.") from None
            except OSError as error:
                raise CommandError(f"{folder} cannot be used: {error.strerror}.") from None

    def _settle_bad(self, bad: Sequence[BadLine], *, skip: bool) -> dict[str, Any]:
        """Stop at bad lines, or name those that are skipped."""
        if bad and not skip:
            raise CommandError(
                f"{_counted(len(bad), 'bad line')}:\n{_lines(bad)}\nNothing was judged. Mend what is named, or leave it out with --skip-bad."
            )
        if bad:
            self.stderr.write(f"{_counted(len(bad), 'bad line')} skipped:\n{_lines(bad)}")
        return {
            "skipped": [
                {"file": printable(line.file), "line": line.number, "reason": line.reason} for line in bad
            ]
        }


def _seated(slug: str) -> SeatedJury:
    """Return the jury; the default one is made where the platform has not been started yet."""
    try:
        jury = seated_jury(slug)
        if jury is None and slug == DEFAULT_JURY:
            create_default_juries(now=timezone.now())
            jury = seated_jury(slug)
    except DatabaseError:
        raise CommandError(
            "The database is not ready: start the platform once, or run manage.py migrate."
        ) from None
    if jury is None:
        raise CommandError(f"There is no jury {slug!r}.")
    if not jury.judges or jury.rule is JuryRule.HUMANS_ONLY:
        raise CommandError(f"The jury {slug!r} asks no judge, so that there is nothing to measure.")
    return jury


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError("a whole number from 1 is needed")
    return number


def _read(path: Path, reader: Callable[[Iterable[Line | BadLine], str], Read]) -> Read:
    try:
        with open_bytes(path) as stream:
            return reader(numbered_lines(stream, str(path)), str(path))
    except UnusableFileError as error:
        raise CommandError(printable(str(error))) from None


def _lines(bad: Sequence[BadLine]) -> str:
    shown = [printable(str(line)) for line in bad[:SHOWN_BAD_LINES]]
    more = len(bad) - len(shown)
    return "\n".join([*shown, f"and {_counted(more, 'more bad line')}"] if more else shown)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _write(out: Path, figures: dict[str, Any]) -> None:
    """Write all of the file or nothing; what is no ordinary file, such as a terminal or a pipe, is written to as it is."""
    content = json.dumps(figures, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    try:
        if out.exists() and not out.is_file():
            out.write_text(content, encoding="utf-8")
        else:
            _replace(out.resolve(), content)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from None


def _replace(out: Path, content: str) -> None:
    # A name that nobody can have prepared, in the same folder, so that the last step is one rename.
    descriptor, name = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
    draft = Path(name)
    try:
        with open(descriptor, "w", encoding="utf-8") as stream:
            stream.write(content)
        draft.chmod(0o666 & ~_umask())
        draft.replace(out)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
