#!/usr/bin/env python
"""Command line of the platform: `python manage.py runplatform` starts everything."""

import os
import sys


def main() -> None:
    """Run one management command."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older Python shall be told so
        sys.exit("Python %d.%d is too old: the platform needs 3.11 or newer." % sys.version_info[:2])  # noqa: UP031 - nor does an older one know f-strings
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agplatform.settings")
    try:
        from django.core.management import execute_from_command_line

        from agplatform.env import SettingError
        from agplatform.supervisor.main import main as run_platform
    except ModuleNotFoundError as error:
        sys.exit(
            f"The package {error.name} is not installed. Run `make setup`, or `pip install -r requirements.txt`."
        )
    if sys.argv[1:2] == ["runplatform"]:
        # It makes the settings that Django needs, so it must not wait for Django.
        sys.exit(run_platform(sys.argv[2:]))
    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
