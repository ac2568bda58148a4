"""Entry of `manage.py runplatform`: needs no Django in this process, so a wrong setting is one clear line."""

from collections.abc import Sequence

from agplatform.supervisor.options import parse
from agplatform.supervisor.platform import run


def main(arguments: Sequence[str]) -> int:
    """Run the platform with the words that follow `runplatform`; return the exit code."""
    return run(parse(arguments))
