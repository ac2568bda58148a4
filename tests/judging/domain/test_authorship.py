"""A classifier's guesses at authorship: the area is right, its interval keeps its word, and nobody is learnt twice."""

import itertools
import math
import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from judging.domain.authorship import (
    AreaUnderCurve,
    AuthoredAnswer,
    Ranked,
    area_under_curve,
    deal_folds,
    guess_authorship,
    newcombe_interval,
)

HUMAN_WORDS = (
    "well i guess maybe dunno yeah prob nah lol think so its kinda the thing that works for me".split()
)
AI_WORDS = (
    "certainly here is a comprehensive overview of the key aspects to consider overall in summary".split()
)


def alone(scores: list[float], by_ai: list[bool]) -> Ranked:
    """Rank answers each of which is its own group."""
    return Ranked(scores, by_ai, list(range(len(scores))))


def answers_of(rng: random.Random, people: int, *, told: float) -> list[AuthoredAnswer]:
    """Make four answers in each person's games; a share `told` of the words gives the author away."""
    made = []
    for person, by_ai, _ in itertools.product(range(people), (True, False), range(2)):
        own = AI_WORDS if by_ai else HUMAN_WORDS
        words = [rng.choice(own if rng.random() < told else HUMAN_WORDS + AI_WORDS) for _ in range(12)]
        made.append(AuthoredAnswer(" ".join(words), by_ai, person))
    return made


kinds_of_both = st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=2, max_size=25).filter(
    lambda rows: len({by_ai for _, by_ai in rows}) == 2
)


@given(kinds_of_both)
def test_the_area_is_the_share_of_pairs_in_the_right_order(rows: list[tuple[int, bool]]) -> None:
    ai, humans = [s for s, by_ai in rows if by_ai], [s for s, by_ai in rows if not by_ai]
    right = sum((a > h) + (a == h) / 2 for a in ai for h in humans)
    found = area_under_curve([alone([float(s) for s, _ in rows], [by_ai for _, by_ai in rows])])
    assert found.value == pytest.approx(right / (len(ai) * len(humans)))
    assert 0 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= 1


@given(kinds_of_both)
def test_only_the_order_of_scores_matters_and_swapped_labels_mirror_the_area(
    rows: list[tuple[int, bool]],
) -> None:
    scores, by_ai = [float(s) for s, _ in rows], [by_ai for _, by_ai in rows]
    found = area_under_curve([alone(scores, by_ai)])
    assert area_under_curve([alone([math.exp(s / 3) - 7 for s in scores], by_ai)]) == found
    swapped = area_under_curve([alone(scores, [not kind for kind in by_ai])])
    assert swapped.value == pytest.approx(1 - found.value)
    assert (swapped.low, swapped.high) == pytest.approx((1 - found.high, 1 - found.low), abs=1e-6)


def test_the_interval_without_groups_is_delongs() -> None:
    # Written out from DeLong, DeLong and Clarke-Pearson (1988): structural components of each answer.
    rng = random.Random(4)
    ai, humans = [rng.gauss(1, 1) for _ in range(300)], [rng.gauss(0, 1) for _ in range(200)]
    v10 = [sum(a > h for h in humans) / 200 for a in ai]
    v01 = [sum(a > h for a in ai) / 300 for h in humans]
    half = 1.959964 * math.sqrt(np.var(v10, ddof=1) / 300 + np.var(v01, ddof=1) / 200)
    found = area_under_curve([alone(ai + humans, [True] * 300 + [False] * 200)])
    # The wider of two: Newcombe's is about as wide here, and shifted towards one half.
    assert found.high == pytest.approx(found.value + half, abs=0.002)
    assert found.low <= found.value - half + 1e-4


def test_the_score_interval_solves_hanley_and_mcneils_variance() -> None:
    # Newcombe (2006): |area - t| = z sqrt(V(t)), solved here for each limit from far away.
    def gap(t: float, sign: int) -> float:
        n = (40 + 60) / 2 - 1
        variance = t * (1 - t) * (1 + n * (1 - t) / (2 - t) + n * t / (1 + t)) / (40 * 60)
        return 0.8 - t + sign * 1.959964 * math.sqrt(variance)

    low, high = newcombe_interval(0.8, 40, 60)
    assert low == pytest.approx(brentq(lambda t: gap(t, -1), 0.01, 0.8), abs=1e-6)
    assert high == pytest.approx(brentq(lambda t: gap(t, 1), 0.8, 0.999), abs=1e-6)


def test_complete_separation_still_has_an_interval() -> None:
    found = area_under_curve([alone([0.0] * 30 + [1.0] * 30, [False] * 30 + [True] * 30)])
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.85 < found.low < 0.97
    assert newcombe_interval(0.0, 30, 30) == pytest.approx((0.0, 1 - newcombe_interval(1.0, 30, 30)[0]))


def test_answers_of_one_group_count_as_less_than_as_many_strangers() -> None:
    rng = random.Random(6)
    scores, by_ai, groups = [], [], []
    for person in range(20):
        for kind in (True, False):
            manner = rng.gauss(kind, 1)
            scores += [manner + rng.gauss(0, 0.1) for _ in range(5)]
            by_ai += [kind] * 5
            groups += [person] * 5
    strangers = area_under_curve([alone(scores, by_ai)])
    acquainted = area_under_curve([Ranked(scores, by_ai, groups)])
    assert acquainted.value == strangers.value
    assert acquainted.high - acquainted.low > 1.5 * (strangers.high - strangers.low)


def test_the_interval_holds_the_true_area_about_95_times_in_100() -> None:
    # Two normals one standard deviation apart: the area is Phi(1 / sqrt 2) = 0.7602.
    rng = random.Random(8)
    covered = 0
    for _ in range(300):
        by_ai = [place % 2 == 0 for place in range(120)]
        found = area_under_curve([alone([rng.gauss(kind, 1) for kind in by_ai], by_ai)])
        covered += found.low <= 0.7602 <= found.high
    assert covered / 300 >= 0.93


def test_scores_of_different_folds_are_never_compared() -> None:
    high_fold = alone([10.0, 11.0], [False, True])
    low_fold = alone([0.0, 1.0], [False, True])
    one_kind = alone([5.0, 6.0], [True, True])
    assert area_under_curve([high_fold, low_fold, one_kind]).value == 1.0
    with pytest.raises(ValueError, match="both kinds"):
        area_under_curve([one_kind])


def test_folds_never_part_a_group_and_are_about_equal() -> None:
    groups = [group for group in range(23) for _ in range(1 + group % 4)]
    fold_of = deal_folds(groups, 5, random.Random(1))
    filled = [sum(fold_of[group] == fold for group in groups) for fold in range(5)]
    assert max(filled) - min(filled) <= 2
    assert deal_folds(groups, 5, random.Random(1)) == fold_of
    assert deal_folds(groups, 5, random.Random(2)) != fold_of


def test_too_few_groups_or_one_kind_of_author_is_refused() -> None:
    with pytest.raises(ValueError, match="at least as many groups"):
        deal_folds(["a", "b"], 3, random.Random(1))
    with pytest.raises(ValueError, match="one kind of author"):
        guess_authorship([AuthoredAnswer("a", True, place) for place in range(10)], random.Random(1))


def test_distinct_texts_are_told_apart_wholly() -> None:
    found = guess_authorship(answers_of(random.Random(1), 25, told=1.0), random.Random(1))
    assert (found.human_answers, found.ai_answers, found.folds) == (50, 50, 5)
    assert found.area.value == 1.0
    assert found.area.low > 0.9


def test_texts_alike_are_told_apart_by_chance_only() -> None:
    covered = 0
    for seed in range(12):
        area = guess_authorship(answers_of(random.Random(seed), 25, told=0.0), random.Random(seed)).area
        covered += area.low <= 0.5 <= area.high
    assert covered >= 11


def test_shuffled_labels_of_telling_texts_lie_about_one_half() -> None:
    rng = random.Random(9)
    answers = answers_of(rng, 30, told=0.8)
    labels = [answer.by_ai for answer in answers]
    rng.shuffle(labels)
    shuffled = [
        AuthoredAnswer(answer.text, by_ai, answer.group)
        for answer, by_ai in zip(answers, labels, strict=True)
    ]
    area = guess_authorship(shuffled, random.Random(1)).area
    assert area.low <= 0.5 <= area.high


def test_what_only_one_person_writes_is_not_learnt_from_herself() -> None:
    # A person and her opponent always write the same, which nobody else does: there is nothing to be known.
    answers = [AuthoredAnswer(f"{person}", by_ai, person) for person in range(40) for by_ai in (True, False)]
    area = guess_authorship(answers, random.Random(3)).area
    assert area.value == pytest.approx(0.5, abs=0.02)


def test_a_guess_is_repeatable_and_takes_any_text() -> None:
    odd = ["", " ", "\ud800", "🙂" * 9, "ÄÖÜ\n\n- 12.5 %", "x" * 5000, "a"]
    answers = [AuthoredAnswer(text, place % 2 == 0, place) for place, text in enumerate(odd * 6)]
    first = guess_authorship(answers, random.Random(5))
    assert first == guess_authorship(answers, random.Random(5))
    assert isinstance(first.area, AreaUnderCurve)


def test_two_thousand_answers_take_seconds() -> None:
    rng = random.Random(1)
    answers = [
        AuthoredAnswer(" ".join(rng.choices(HUMAN_WORDS + AI_WORDS, k=100)), place % 2 == 0, place // 4)
        for place in range(2000)
    ]
    before = time.process_time()
    guess_authorship(answers, random.Random(1))
    assert time.process_time() - before < 20
