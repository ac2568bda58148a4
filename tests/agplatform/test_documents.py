"""What the documents point to is there."""

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
# [text](target) and ![text](target); what stands between backticks is no link.
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|#")


def documents() -> list[str]:
    """Return the Markdown files of the repository, without those of other projects in ignored folders."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:  # A copy without its history.
        found = [path.relative_to(ROOT) for path in ROOT.rglob("*.md")]
        return sorted(str(path) for path in found if not any(part.startswith(".") for part in path.parts))
    return sorted(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


def targets(text: str) -> list[str]:
    """Return the files that a document names by its links and images."""
    found = LINK.findall(CODE.sub("", text))
    return [target.partition("#")[0] for target in found if not ELSEWHERE.match(target)]


def test_links_are_told_from_what_only_looks_like_them() -> None:
    text = "[a](b.md#c) ![d](e/f.png) [g](https://h.example/) [i](#j) `[k](l.md)` [m](mailto:n@o.example)"
    assert targets(text) == ["b.md", "e/f.png"]


def test_the_readme_is_among_the_documents() -> None:
    assert "README.md" in documents()


@pytest.mark.parametrize("name", documents())
def test_every_link_and_image_of_a_document_leads_somewhere(name: str) -> None:
    document = ROOT / name
    found = targets(document.read_text(encoding="utf-8"))
    assert [target for target in found if not (document.parent / target).exists()] == []
