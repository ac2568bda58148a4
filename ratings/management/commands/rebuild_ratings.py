"""`manage.py rebuild_ratings` replays every ladder from its results; `--check` only compares."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.domain.pools import Pool
from ratings import services


class Command(BaseCommand):
    """Replay every ladder from its results."""

    help = "Replay every ladder from its results and rewrite what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add --check."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail if anything differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each pool."""
        differing = 0
        for pool in Pool:
            count = services.rebuild(pool=pool, check=options["check"], now=timezone.now())
            state = "in line with its results" if count == 0 else f"{count} rows differed"
            self.stdout.write(f"{pool.label}: {state}")
            differing += count
        if options["check"] and differing:
            raise CommandError("Stored ratings differ. Run rebuild_ratings without --check to rewrite them.")
