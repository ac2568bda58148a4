"""Measure the demo judge against published human judgements."""

import gzip
import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from judging.domain.agreement import Agreement, Pair, is_held_out, measure
from judging.domain.figures import count, interval, markdown_table, percent

SOURCES = {
    "llmbar_natural_and_human": (
        "LLMBar: Natural, MT-Bench, FairEval, LLMEval² (https://github.com/princeton-nlp/LLMBar, MIT)"
    ),
    "pandalm_testset": "PandaLM test set v1 (https://github.com/WeOpenML/PandaLM, Apache-2.0)",
    "autoj_pairwise": (
        "Auto-J pairwise test set, about half, as in https://github.com/prometheus-eval/prometheus-eval "
        "(eval/benchmark/data/autoj_pairwise.json; from Auto-J by GAIR, Apache-2.0)"
    ),
}
LAYOUT = (
    "DIR holds one folder per set, named as in the list of sources, with a file pairs.jsonl.gz: one JSON object a line "
    "with the texts id, question, answer_a, answer_b, and gold, which is A, B or tie. "
)


def read_pairs(folder: Path) -> list[Pair]:
    """Read `<set>/pairs.jsonl.gz` of every set in SOURCES below `folder`; raise CommandError where one is missing."""
    pairs: list[Pair] = []
    for dataset in SOURCES:
        path = folder / dataset / "pairs.jsonl.gz"
        if not path.is_file():
            raise CommandError(f"{path} is missing: --data must be a folder that holds {', '.join(SOURCES)}.")
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            pairs.extend(_pair(dataset, json.loads(line)) for line in lines)
    return pairs


def _pair(dataset: str, row: dict[str, Any]) -> Pair:
    # Six answers of PandaLM are the JSON value true: the word "True", once read as a boolean.
    return Pair(
        dataset, row["id"], row["question"], str(row["answer_a"]), str(row["answer_b"]), gold=row["gold"]
    )


def report(pairs: list[Pair]) -> dict[str, Any]:
    """Return the published figures: the held-out half of `pairs` only."""
    held_out = [pair for pair in pairs if is_held_out(pair.question)]
    return {
        "made_by": "python manage.py judge_agreement --data DIR --json judging/demo_judge_agreement.json",
        "half": "held-out: pairs whose question's SHA-256 starts with an odd byte; the other half served the design",
        "intervals": "95 % Wilson score; pairs that share a question are treated as independent",
        "pairs": len(held_out),
        "questions": len({pair.question for pair in held_out}),
        "sources": SOURCES,
        "rows": [_rounded(row) for row in measure(held_out)],
    }


def _rounded(row: Agreement) -> dict[str, Any]:
    entry = asdict(row)
    for part in ("decided", "with_ties"):
        entry[part] = {key: round(value, 6) for key, value in entry[part].items()}
    return entry


class Command(BaseCommand):
    """Print the agreement table; write it as JSON where asked."""

    help = (
        "Measure how often the demo judge says what people said, on the held-out half of published sets. "
        + LAYOUT
        + "Sources: "
        + "; ".join(f"{name}: {source}" for name, source in SOURCES.items())
        + "."
    )

    requires_system_checks = ()  # it reads files and writes one; no part of the platform need run

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--data", type=Path, required=True, metavar="DIR", help="folder with one folder per set"
        )
        parser.add_argument("--json", type=Path, help="write the figures to this file")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure, print, write."""
        figures = report(read_pairs(options["data"]))
        self.stdout.write(
            f"{count(figures['pairs'])} held-out pairs, {count(figures['questions'])} questions"
        )
        for row in figures["rows"]:
            decided, ties = row["decided"], row["with_ties"]
            self.stdout.write(
                f"{row['dataset']:26} {row['order']:8} {row['judge']:24} {percent(decided['share'])} "
                f"{interval(decided['low'], decided['high'])} n = {count(decided['n'])}; "
                f"with ties {percent(ties['share'])} n = {count(ties['n'])}"
            )
        self.stdout.write(markdown_table(figures))
        if options["json"]:
            options["json"].write_text(
                json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
            )
