"""For tests of judge_eval: pair files, and juries of models behind a fake server."""

import io
import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from judging.domain.evaluation.lines import Line
from judging.domain.evaluation.pairs import read_pairs
from judging.domain.panel import JuryRule
from judging.domain.prompts import CURRENT_VERSION
from judging.models import Judge, Jury, JuryMember
from judging.services.evaluation import Evaluation, evaluate_jury
from tests.games.table import START

GOOD, BAD = "It is the good answer.", "It is the bad answer."
SLUG = "measured"
IMPATIENT = (timedelta(milliseconds=10),) * 2


def row(number: int, **changes: str) -> dict[str, str]:
    """Return a pair whose question is its own; the good answer comes first and people prefer it."""
    pair = {
        "id": f"p{number}",
        "question": f"What is the number {number} good for?",
        "answer_a": GOOD,
        "answer_b": BAD,
        "gold": "A",
        "source": "own",
        "category": "even" if number % 2 == 0 else "odd",
    }
    return pair | changes


def write_pairs(path: Path, rows: Sequence[dict[str, str]]) -> Path:
    """Write a pair file."""
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return path


def model_judge(name: str = "judge-model", version: str = CURRENT_VERSION) -> Judge:
    """Make a judge behind the fake server."""
    judge: Judge = Judge.objects.create(
        slug=f"{name}-{version}",
        name=name,
        kind=Judge.Kind.OPENAI,
        endpoint="openai",
        model=name,
        family="test",
        prompt_version=version,
        created_at=START,
    )
    return judge


def seat(*judges: Judge, slug: str = SLUG, rule: JuryRule = JuryRule.UNANIMOUS_ELSE_HUMAN) -> None:
    """Make a jury of `judges`."""
    jury = Jury.objects.create(slug=slug, name="Measured jury", rule=rule)
    for judge in judges:
        JuryMember.objects.create(jury=jury, judge=judge, joined_at=START)


def judge_eval(pairs: Path, **options: Any) -> tuple[dict[str, Any], str]:
    """Run the command; return its JSON and what it said on stderr."""
    out, errors = pairs.with_suffix(".out.json"), io.StringIO()
    call_command(
        "judge_eval", pairs, json=out, stdout=io.StringIO(), stderr=errors, **{"jury": SLUG} | options
    )
    figures: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return figures, errors.getvalue()


class Silent:
    """Follows a run without a word; wants it to stop after so many pairs where asked."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.stop_wanted, self._stop_after = False, stop_after

    def done(self, pairs: int, of: int) -> None:
        """Note how many pairs are done."""
        assert pairs <= of
        self.stop_wanted = self.stop_wanted or pairs == self._stop_after


def evaluate(
    rows: Sequence[dict[str, str]], judges: Sequence[Judge], progress: Silent | None = None
) -> Evaluation:
    """Hear pairs without the command, with little patience."""
    return evaluate_jury(
        judges=judges,
        pairs=read_pairs([Line(n, json.dumps(one)) for n, one in enumerate(rows)], "rows")[0],
        folder=cache_folder(),
        clock=lambda: datetime.now(UTC),
        rng=random.Random(1),
        progress=progress or Silent(),
        patience=IMPATIENT,
    )


def cache_folder() -> Path:
    """Return where replies are kept."""
    folder: Path = settings.DATA_DIR / "judge_eval"
    return folder
