"""`python manage.py probe_judges`: try whether judges keep to the schema, now."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from judging import services
from judging.domain.errors import JudgingError
from judging.selectors import model_judges


class Command(BaseCommand):
    """Ask each judge for one comparison in each format until it keeps to the schema, and keep what that shows."""

    help = (
        "Try whether model judges keep to the schema: by json_schema, else json_object, else plain text. What "
        "they keep to is used from then on; a judge that keeps to nothing is not asked. Without names: all that sit."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("judges", nargs="*", metavar="SLUG", help="judges to try")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Try them one after the other; fail where one cannot be asked."""
        slugs = options["judges"] or model_judges()
        failed = 0
        for slug in slugs:
            try:
                report = services.probe_judge(judge_slug=slug, now=timezone.now(), rng=random.SystemRandom())
            except JudgingError as error:
                raise CommandError(str(error)) from None
            failed += not report.format
            self.stdout.write(f"{slug}: {report.words}")
        if not slugs:
            self.stdout.write("No language model sits in a jury.")
        if failed:
            raise CommandError(f"{failed} of {len(slugs)} judges cannot be asked.")
