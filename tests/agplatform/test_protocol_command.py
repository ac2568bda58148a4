"""Protocols are made and retired from the command line: this is how a jury is put to use."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import selectors
from games.domain.errors import NotFoundError
from games.domain.states import RoundState
from games.models import Protocol
from tests.games.table import sit_down_by

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _started() -> None:
    call_command("create_defaults", stdout=StringIO())


def protocol(*words: str) -> str:
    out = StringIO()
    call_command("protocol", *words, stdout=out)
    return out.getvalue()


def make(slug: str = "people", jury: str = "humans", *words: str) -> str:
    return protocol("create", slug, "--like", "ag-to-3", "--jury", jury, *words)


def content(slug: str) -> dict[str, object]:
    fields = Protocol.objects.filter(slug=slug).values().get()
    return {name: value for name, value in fields.items() if name not in {"id", "slug", "name", "created_at"}}


def test_a_protocol_is_its_pattern_but_for_the_jury_and_what_else_was_said() -> None:
    said = make()
    assert said == (
        "Made the protocol people: players find it as 'Adversarial Game to 3: Anything in text (People only)' "
        "under Choose another game.\n"
    )
    pattern, made = content("ag-to-3"), content("people")
    assert {name for name in made if made[name] != pattern[name]} == {"jury", "content_hash"}
    make("brisk", "humans", "--points-to-win", "2", "--ask-seconds", "60", "--review-window-hours", "48")
    brisk = Protocol.objects.get(slug="brisk")
    assert (brisk.points_to_win, brisk.round_cap) == (2, 8)
    assert (brisk.ask_seconds, brisk.answer_seconds, brisk.review_window_seconds) == (60, 300, 48 * 3600)
    assert brisk.name == "Adversarial Game to 2: Anything in text (People only)"
    make("capped", "humans", "--points-to-win", "2", "--round-cap", "5", "--name", "Capped")
    assert Protocol.objects.get(slug="capped").round_cap == 5


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("x", "--like", "nothing", "--jury", "humans"), "There is no protocol 'nothing'"),
        (("x", "--like", "ag-to-3", "--jury", "nobody"), "no jury 'nobody'; there are: default, humans."),
        (("qg-to-5", "--like", "ag-to-3", "--jury", "humans"), "There is a protocol 'qg-to-5' already"),
        (("x", "--like", "ag-to-3", "--jury", "default", "--name", "Y"), "That is the protocol 'ag-to-3'"),
        (("two words", "--like", "ag-to-3", "--jury", "humans"), "'two words' is no slug"),
        (("x" * 61, "--like", "ag-to-3", "--jury", "humans"), "at most 60 characters"),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--name", "y" * 81), "1 to 80 characters"),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--name", "a\nb"), "1 to 80 characters"),
        (
            (
                "x",
                "--like",
                "ag-to-3",
                "--jury",
                "humans",
                "--name",
                "Adversarial Game to 5: Anything in text",
            ),
            "Another protocol is called",
        ),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--points-to-win", "0"), "1 to 100, not 0"),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--round-cap", "2"), "Nobody can win 3 points in 2"),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--ask-seconds=-5"), "30 to 604,800, not -5"),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--answer-seconds", "9"), "30 to 604,800, not 9"),
        (("x", "--like", "ag-to-3", "--jury", "humans", "--review-window-hours", "0"), "7,776,000, not 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(words: tuple[str, ...], says: str) -> None:
    before = Protocol.objects.count()
    with pytest.raises(CommandError) as refused:
        protocol("create", *words)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert Protocol.objects.count() == before


def test_a_retired_protocol_is_offered_no_more_and_its_games_go_on() -> None:
    make()
    table = sit_down_by("people")
    assert "Retired people" in protocol("retire", "people")
    assert "people" not in {card.slug for card in selectors.protocol_cards()}
    assert selectors.protocol_card("people").retired
    table.ask()
    table.answer()
    assert table.current.state == RoundState.JUDGING
    with pytest.raises(NotFoundError):
        sit_down_by("people")
    assert (
        "people (Adversarial Game to 3: Anything in text (People only)): jury humans, to 3 in at most 12 rounds, "
        in (protocol("list"))
    )
    assert protocol("list").count(", retired") == 1
    make("people-again")  # What is retired bars nobody from offering the same once more.


@pytest.mark.parametrize(
    ("slug", "says"),
    [("nothing", "There is no protocol 'nothing'"), ("qg-to-3", "it is what Play now starts")],
)
def test_what_cannot_be_retired_is_said(slug: str, says: str) -> None:
    with pytest.raises(CommandError, match=says):
        protocol("retire", slug)


def test_a_protocol_is_retired_once() -> None:
    make()
    protocol("retire", "people")
    with pytest.raises(CommandError, match="people is retired already"):
        protocol("retire", "people")
