"""Figures are written in one way, and the documents show those that were measured."""

import json
from pathlib import Path

import pytest

from judging.domain.figures import count, interval, markdown_table, percent
from judging.selectors import AGREEMENT_FILE, demo_agreement

CHECKOUT = Path(__file__).resolve().parents[3]


def test_a_half_is_rounded_up_whatever_the_binary_fraction() -> None:
    assert percent(0.6845) == "68.5 %"
    assert interval(0.6545, 0.71249) == "[65.5, 71.2]"
    assert count(1006) == "1,006"


@pytest.mark.parametrize("document", ["README.md", "docs/judging.md"])
def test_the_documents_show_the_published_table(document: str) -> None:
    figures = json.loads(AGREEMENT_FILE.read_text(encoding="utf-8"))
    assert markdown_table(figures) in (CHECKOUT / document).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", ["README.md", "docs/judging.md"])
def test_the_documents_sentences_name_the_published_shares(document: str) -> None:
    text = (CHECKOUT / document).read_text(encoding="utf-8")
    whole = demo_agreement().sets[0]
    shares = {row.judge: row for row in whole.rows}
    demo, longer = shares["demo judge"], shares["the longer answer"]
    if document == "README.md":
        assert f"{demo.stored.percent} of held-out pairs" in text
        assert f"the longer answer alone gets {longer.stored.percent}" in text
    else:
        assert (
            f"the demo judge gets {demo.with_ties.percent}, the longer answer {longer.with_ties.percent}"
            in text
        )
