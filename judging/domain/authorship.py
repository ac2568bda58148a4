"""How well a simple classifier tells from an answer alone whether a person or an AI wrote it.

The judge is blind to authors only as far as the answers are. Each answer becomes hashed n-grams of characters and words with
its length and layout; a logistic regression is fitted on some people's games and tried on other people's. The area
under its ROC curve (AUC) is the chance that it ranks a random AI answer above a random human one: 0.5 is blind.
"""

import math
import random
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from judging.domain.agreement import Z_95

DIMENSIONS = 2048
LONGEST = 2000
"""Characters of an answer that are looked at; its length counts in full."""

_CHARACTER_GRAMS = (2, 3, 4)
_PENALTY = 1e-3
_ITERATIONS = 40
_WORD = re.compile(r"\w+|[^\w\s]")
_MIXERS = np.array([0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F], dtype=np.uint64)

Vector = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True)
class AuthoredAnswer:
    """An answer and who wrote it; answers of one `group` never stand on both sides of a fold."""

    text: str
    by_ai: bool
    group: Hashable


@dataclass(frozen=True)
class AreaUnderCurve:
    """An AUC with its 95 % interval, all in [0, 1]."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class AuthorshipGuess:
    """How well authors were told apart: the cross-validated AUC over `folds` folds."""

    human_answers: int
    ai_answers: int
    folds: int
    area: AreaUnderCurve


@dataclass(frozen=True)
class Ranked:
    """Scores that may be compared with each other, and for each whether an AI wrote the answer, and its group."""

    scores: Sequence[float] | Vector
    by_ai: Sequence[bool]
    groups: Sequence[Hashable]


def guess_authorship(
    answers: Sequence[AuthoredAnswer], rng: random.Random, folds: int = 5
) -> AuthorshipGuess:
    """Return how well a classifier, trained on other groups, tells who wrote each answer.

    `rng` deals the groups to folds and decides nothing else. Raise ValueError where there are fewer groups than
    folds, or where a fold would leave only one kind of author to train on or none to compare. Takes about two
    seconds for 2,000 answers.
    """
    fold_of = deal_folds([answer.group for answer in answers], folds, rng)
    # Half the bytes, twice the speed; fits need no more digits.
    features = np.stack([_features(answer.text) for answer in answers]).astype(np.float32)
    by_ai = np.array([answer.by_ai for answer in answers])
    tried = []
    for fold in range(folds):
        inside = np.array([fold_of[answer.group] == fold for answer in answers])
        weights = _fitted(features[~inside], by_ai[~inside])
        members = [answer for answer in answers if fold_of[answer.group] == fold]
        tried.append(
            Ranked(
                scores=(features[inside] @ weights).astype(np.float64),
                by_ai=[answer.by_ai for answer in members],
                groups=[answer.group for answer in members],
            )
        )
    ai = int(by_ai.sum())
    return AuthorshipGuess(len(answers) - ai, ai, folds, area_under_curve(tried))


def deal_folds(groups: Sequence[Hashable], folds: int, rng: random.Random) -> dict[Hashable, int]:
    """Deal groups to folds of about equal size, one entry of `groups` for each answer; drawn by `rng`."""
    sizes: dict[Hashable, int] = defaultdict(int)
    for group in groups:
        sizes[group] += 1
    if len(sizes) < folds:
        raise ValueError(f"{folds} folds need at least as many groups, not {len(sizes)}.")
    order = list(sizes)
    rng.shuffle(order)
    order.sort(key=lambda group: -sizes[group])  # stable: the large ones first, in the order drawn
    filled = [0] * folds
    fold_of = {}
    for group in order:
        fold_of[group] = filled.index(min(filled))
        filled[fold_of[group]] += sizes[group]
    return fold_of


def area_under_curve(folds: Sequence[Ranked]) -> AreaUnderCurve:
    """Return the chance that an AI's answer scores above a person's of the same fold; ties count half.

    Scores of different folds come from different fits and are never compared. The interval is the wider, on each
    side, of two: from the influence of each answer, summed over its group because one person's answers are alike
    (LeDell, Petersen and van der Laan 2015; DeLong, DeLong and Clarke-Pearson 1988 without groups); and the
    score interval of Newcombe (2006, method 5), based on Hanley and McNeil (1982), which stays honest where
    the classes are separated wholly and the first has no width.

    Raise ValueError where no fold holds both kinds.
    """
    pairs = sum(_pairs(fold) for fold in folds)
    if pairs == 0:
        raise ValueError("No fold holds answers of both kinds.")
    value, influence = 0.0, defaultdict[Hashable, float](float)
    for fold in folds:
        if _pairs(fold):
            value += _pairs(fold) / pairs * _place(fold, _pairs(fold) / pairs, influence)
    groups = len(influence)
    spread = sum(part**2 for part in influence.values()) * groups / max(1, groups - 1)
    half = Z_95 * math.sqrt(spread)
    humans = sum(len(fold.by_ai) - sum(fold.by_ai) for fold in folds)
    low, high = newcombe_interval(value, humans, sum(sum(fold.by_ai) for fold in folds))
    return AreaUnderCurve(value, max(0.0, min(low, value - half)), min(1.0, max(high, value + half)))


def newcombe_interval(area: float, humans: int, ais: int) -> tuple[float, float]:
    """Return the 95 % score interval of an AUC from `humans` x `ais` independent answers."""

    def excess(candidate: float) -> float:
        both = (humans + ais) / 2 - 1
        shape = 1 + both * ((1 - candidate) / (2 - candidate) + candidate / (1 + candidate))
        return (area - candidate) ** 2 - Z_95**2 * candidate * (1 - candidate) * shape / (humans * ais)

    # An area of 0 or 1 solves the equation itself; the limit looked for is the other solution.
    low = 0.0 if area <= 0 else _crossing(excess, outside=0.0, inside=area)
    high = 1.0 if area >= 1 else _crossing(excess, outside=1.0, inside=area)
    return low, high


def _crossing(excess: Callable[[float], float], outside: float, inside: float) -> float:
    """Halve the way from `outside`, where `excess` is positive, to `inside`; return where it ceases to be."""
    for _ in range(50):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if excess(middle) > 0 else (outside, middle)
    return outside


def _pairs(fold: Ranked) -> int:
    ai = sum(fold.by_ai)
    return ai * (len(fold.by_ai) - ai)


def _place(fold: Ranked, share: float, influence: dict[Hashable, float]) -> float:
    """Return the fold's AUC; add what each answer does to the whole to its group's `influence`."""
    scores, by_ai = np.asarray(fold.scores, dtype=np.float64), np.asarray(fold.by_ai, dtype=bool)
    ranks = _ranks(scores)
    ai, humans = int(by_ai.sum()), int((~by_ai).sum())
    # Share of the other kind that each answer is ranked rightly against.
    beaten = np.empty(scores.size)
    beaten[by_ai] = (ranks[by_ai] - _ranks(scores[by_ai])) / humans
    beaten[~by_ai] = 1 - (ranks[~by_ai] - _ranks(scores[~by_ai])) / ai
    area = float(beaten[by_ai].mean())
    parts = share * (beaten - area) / np.where(by_ai, ai, humans)
    for group, part in zip(fold.groups, parts, strict=True):
        influence[group] += float(part)
    return area


def _ranks(scores: Vector) -> Vector:
    """Return the place of each score from 1 on; ties share the mean of their places."""
    _, kinds, times = np.unique(scores, return_inverse=True, return_counts=True)
    ends = np.cumsum(times)
    return (ends - (times - 1) / 2)[kinds]


def _fitted(features: Matrix, by_ai: npt.NDArray[np.bool_]) -> Vector:
    """Fit a logistic regression with an L2 penalty and both kinds of equal weight."""
    ai = int(by_ai.sum())
    if ai in {0, len(by_ai)}:
        raise ValueError("A fold leaves only one kind of author to learn from.")
    signs = np.where(by_ai, 1.0, -1.0)
    importance = np.where(by_ai, 0.5 / ai, 0.5 / (len(by_ai) - ai))

    def loss(weights: Vector) -> tuple[float, Vector]:
        margins = signs * (features @ weights.astype(np.float32))
        value = importance @ np.logaddexp(0.0, -margins) + _PENALTY / 2 * weights @ weights
        pull = -importance * signs * np.exp(-np.logaddexp(0.0, margins))
        return float(value), features.T @ pull.astype(np.float32) + _PENALTY * weights

    # Imported here because it takes a second, which every process that only serves pages would pay at its start.
    from scipy.optimize import minimize

    found = minimize(
        loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS}
    )
    weights: Vector = found.x
    return weights


def _features(text: str) -> Vector:
    """Return hashed n-grams (damped counts, of length 1) with length, layout and a constant behind them."""
    shown = text[:LONGEST]
    places = np.concatenate([_character_grams(shown), _word_grams(shown)])
    grams = np.log1p(np.bincount(places, minlength=DIMENSIONS))
    norm = float(np.linalg.norm(grams))
    return np.concatenate([grams / norm if norm else grams, _layout(text)])


def _character_grams(text: str) -> npt.NDArray[np.int64]:
    codes = np.frombuffer(f" {text} ".encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    found = []
    for size in _CHARACTER_GRAMS:
        windows = (
            np.lib.stride_tricks.sliding_window_view(codes, size) if codes.size >= size else codes[:0, None]
        )
        mixed = (windows * _MIXERS[: windows.shape[1]]).sum(axis=1) & np.uint64(0xFFFFFFFF)
        mixed = (mixed ^ (mixed >> np.uint64(15))) * np.uint64(0x2C1B3C6D) & np.uint64(0xFFFFFFFF)
        found.append((mixed >> np.uint64(12)) % np.uint64(DIMENSIONS))
    return np.concatenate(found).astype(np.int64)


def _word_grams(text: str) -> npt.NDArray[np.int64]:
    words = _WORD.findall(text.lower())
    grams = words + [f"{one} {two}" for one, two in pairwise(words)]
    hashes = [zlib.crc32(gram.encode("utf-8", "surrogatepass")) % DIMENSIONS for gram in grams]
    return np.array(hashes, dtype=np.int64)


def _layout(text: str) -> Vector:
    size = max(1, len(text))
    counts = (
        sum(character.isupper() for character in text),
        sum(character.isdigit() for character in text),
        sum(not (character.isalnum() or character.isspace()) for character in text),
        text.count("\n"),
        sum(not character.isascii() for character in text),
    )
    return np.array([1.0, math.log1p(len(text)) / 5, *(count / size for count in counts)])
