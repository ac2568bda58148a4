"""`manage.py runplatform`: the whole platform on this machine, with one command.

`manage.py` starts it without Django, because it makes the settings that Django needs; this class
is how Django's own `help` and `call_command` find it.
"""

import sys

from django.core.management.base import BaseCommand, CommandParser

from agplatform.supervisor import options as command_line
from agplatform.supervisor.platform import run


class Command(BaseCommand):
    """Start the database, messages, model, workers and web server, and watch over them."""

    help = "Start the whole platform on this machine; Ctrl-C stops it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        command_line.add_arguments(parser)

    def handle(self, *_arguments: object, **options: object) -> None:
        """Run until stopped; end with its exit code."""
        sys.exit(run(command_line.from_namespace(options)))
