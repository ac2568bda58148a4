"""What a mind is told of earlier rounds, and how its fault reads in a log."""

from games.domain.minds import AskContext, FaultKind, MindFault, PublicRound
from games.domain.rules import Outcome


def test_questions_of_both_players_are_listed_oldest_first() -> None:
    first = PublicRound(1, True, "What is a prime?", "A", "B", Outcome.EQUIVALENT)
    second = PublicRound(2, False, "Why is the sky blue?", "C", "D", Outcome.ASKER)
    context = AskContext("anything", "Anything", "Any text.", 500, 900, 1, 0, 3, rounds=(first, second))
    assert context.asked == ("What is a prime?", "Why is the sky blue?")


def test_fault_names_its_kind_and_its_detail() -> None:
    fault = MindFault(FaultKind.RATE_LIMITED, detail="HTTP 429", retry_after=2.5)
    assert (str(fault), fault.kind, fault.retry_after) == (
        "rate_limited: HTTP 429",
        FaultKind.RATE_LIMITED,
        2.5,
    )
    assert str(MindFault(FaultKind.EMPTY)) == "empty"


def test_only_what_the_opponents_text_can_bring_about_is_provoked() -> None:
    assert {kind for kind in FaultKind if kind.is_provoked} == {FaultKind.REFUSED, FaultKind.EMPTY}
