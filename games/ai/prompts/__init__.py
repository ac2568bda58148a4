"""The prompts of AI players as versioned files; a version that has been used is never changed."""

import re
from functools import cache
from pathlib import Path
from string import Template

_FOLDER = Path(__file__).parent
_VERSION = re.compile(r"(?:small-)?v[0-9]{1,4}")
_NAMES = ("ask.system", "ask.user", "answer.system", "answer.user")


class UnknownPromptsError(LookupError):
    """There is no such version of the prompts."""


class Prompts:
    """One version: four templates in which `$name` stands for a value."""

    def __init__(self, version: str) -> None:
        """Read the files of `version` ("v1", …); raise UnknownPromptsError where there are none."""
        if not _VERSION.fullmatch(version) or not (_FOLDER / version).is_dir():
            raise UnknownPromptsError(f"There are no prompts {version!r}.")
        self._templates = {
            name: Template((_FOLDER / version / f"{name}.txt").read_text("utf-8").strip()) for name in _NAMES
        }

    def fill(self, name: str, **values: object) -> str:
        """Return the prompt with its values; what stands in a value is never substituted again."""
        return self._templates[name].substitute({key: str(value) for key, value in values.items()})


@cache
def load(version: str) -> Prompts:
    """Return the prompts of a version, read once per process; raise UnknownPromptsError for an unknown one."""
    return Prompts(version)
