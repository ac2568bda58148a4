"""Measuring how blind judging is: can a simple classifier tell who wrote an answer?"""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.selectors import finished_answers
from judging.domain.authorship import AuthoredAnswer, AuthorshipGuess, guess_authorship
from judging.models import BlindnessCheck

FEWEST_ANSWERS = 30
"""Of each kind: with fewer, the interval spans most of what is possible."""

FEWEST_PEOPLE = 10
"""With answers of both sides in their games: people are the independent ones, not their answers."""

MOST_ROUNDS = 1000
"""The newest ones only, so that the cost is bounded (some seconds) and the figure speaks of the present."""

CHECK_EVERY = timedelta(days=1)


@dataclass(frozen=True)
class BlindnessReport:
    """What there was to measure, and the guess; None where that was too little."""

    human_answers: int
    ai_answers: int
    people: int
    guess: AuthorshipGuess | None


def refresh_blindness(*, now: datetime, seed: int) -> BlindnessReport | None:
    """Check blindness unless that was done less than CHECK_EVERY ago; return None where it was."""
    if BlindnessCheck.objects.filter(created_at__gt=now - CHECK_EVERY).exists():
        return None
    return check_blindness(now=now, seed=seed)


def check_blindness(*, now: datetime, seed: int) -> BlindnessReport:
    """Measure how well authors are told apart in finished games and store it; below the minimum store nothing.

    Answers of one person's games, hers and those of the AI systems that she met, stay on one side of every fold, so that
    neither her manner nor her questions are learnt from herself. The AI systems may be known from other games, as
    a judge may know them. `seed` deals people to folds.
    """
    answers = _comparable()
    people = len({answer.group for answer in answers})
    ai = sum(answer.by_ai for answer in answers)
    if min(ai, len(answers) - ai) < FEWEST_ANSWERS or people < FEWEST_PEOPLE:
        return BlindnessReport(len(answers) - ai, ai, people, None)
    rng = random.Random(seed)  # noqa: S311 (a deal that can be repeated, no secret)
    guess = guess_authorship(answers, rng)
    BlindnessCheck.objects.create(
        human_answers=guess.human_answers,
        ai_answers=guess.ai_answers,
        folds=guess.folds,
        seed=seed,
        auc=guess.area.value,
        low=guess.area.low,
        high=guess.area.high,
        created_at=now,
    )
    return BlindnessReport(guess.human_answers, guess.ai_answers, people, guess)


def _comparable() -> list[AuthoredAnswer]:
    """Return the answers of people in whose games both sides answered; others would be a fold of one kind."""
    found = finished_answers(rounds=MOST_ROUNDS)
    both = {one.person_id for one in found if one.by_ai} & {one.person_id for one in found if not one.by_ai}
    return [AuthoredAnswer(one.text, one.by_ai, one.person_id) for one in found if one.person_id in both]
