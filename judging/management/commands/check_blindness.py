"""`manage.py check_blindness` measures how well a simple classifier tells people's answers from AI systems' ones."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from judging import services
from judging.services.blindness import FEWEST_ANSWERS, FEWEST_PEOPLE, BlindnessReport


def words(report: BlindnessReport) -> str:
    """Say what was found, or why nothing was measured."""
    basis = f"{report.human_answers} human and {report.ai_answers} AI answers from the games of {report.people} people"
    if report.guess is None:
        return (
            f"Not measured: {basis}. It takes at least {FEWEST_ANSWERS} of each kind and {FEWEST_PEOPLE} people "
            "in whose finished games both sides answered."
        )
    area = report.guess.area
    return f"AUC {area.value:.3f} [{area.low:.3f}, {area.high:.3f}] over {report.guess.folds} folds: {basis}."


class Command(BaseCommand):
    """Measure, store, print."""

    help = (
        "Measure how well a simple text classifier tells from an answer alone whether a person or an AI wrote it "
        "(cross-validated AUC; 0.5 is blind), on finished games, and store the figure for the judges' pages."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--json", type=Path, metavar="OUT", help="also write the figures to this file")
        parser.add_argument("--seed", type=int, default=1, help="how people are dealt to folds (default: 1)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Measure, store, print, write."""
        report = services.check_blindness(now=timezone.now(), seed=options["seed"])
        self.stdout.write(words(report))
        if options["json"]:
            figures = {**asdict(report), "seed": options["seed"]}
            options["json"].write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
