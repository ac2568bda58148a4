"""The task sets and protocols that every installation offers."""

from dataclasses import dataclass

from games.domain.rules import Variant


@dataclass(frozen=True)
class TaskSetPlan:
    """One version of a task set T; the judge calls a question outside `definition` ill-defined."""

    slug: str
    version: int
    name: str
    definition: str


@dataclass(frozen=True)
class ProtocolPlan:
    """The fixed conditions of a game; clocks in seconds, limits in characters (see models.Protocol)."""

    slug: str
    name: str
    variant: Variant
    points_to_win: int
    round_cap: int
    task_set: str
    ask_seconds: int = 600
    answer_seconds: int = 300
    leave_grace_seconds: int = 120
    question_max_chars: int = 1000
    answer_max_chars: int = 2000
    review_window_seconds: int = 3 * 24 * 3600
    jury: str = "default"


TASK_SETS = (
    TaskSetPlan(
        slug="anything-in-text",
        version=1,
        name="Anything in text",
        definition=(
            "Any task whose question and answer are both complete as plain text. The question must make sense to "
            "an educated reader, must not depend on facts that only the asker can know or check, and must leave a "
            "reader able to say which of two answers is better and why."
        ),
    ),
    TaskSetPlan(
        slug="economically-relevant-work",
        version=1,
        name="Economically relevant work",
        definition=(
            "Tasks that somebody would be paid to do and that can be asked and answered in plain text: explaining, "
            "planning, calculating, writing, translating, advising, programming, analysing. The question must "
            "state what the work is for well enough that a professional could say which of two answers is better."
        ),
    ),
    TaskSetPlan(
        slug="turing-test",
        version=1,
        name="Pretend to be human (Turing test)",
        definition=(
            "Questions as one would put to a stranger in writing to find out whether it is a person: about "
            "experience, feeling, memory, taste, humour and common sense. The better answer is the one that an "
            "attentive reader would sooner take for a person's. Whether it is true cannot be checked and does not count."
        ),
    ),
    TaskSetPlan(
        slug="robot-college-student",
        version=1,
        name="Robot College Student",
        definition=(
            "Tasks from a university course, at any level and in any subject, that can be set and solved in plain "
            "text: exercises, proofs, essay questions, short explanations. The better answer is the one that a "
            "lecturer in the subject would give the higher mark."
        ),
    ),
)

_TITLES = {Variant.AG: "Adversarial Game", Variant.QG: "Questioning Game"}


def protocol_name(variant: Variant, points: int, task_set_name: str) -> str:
    """Return what players call such a game."""
    return f"{_TITLES[variant]} to {points}: {task_set_name}"


def round_cap_for(points: int) -> int:
    """Return after how many rounds a game to so many points ends where nothing else is said."""
    return 4 * points


def _plan(variant: Variant, points: int, task_set: TaskSetPlan, suffix: str) -> ProtocolPlan:
    return ProtocolPlan(
        slug=f"{variant}-to-{points}{suffix}",
        name=protocol_name(variant, points, task_set.name),
        variant=variant,
        points_to_win=points,
        round_cap=round_cap_for(points),
        task_set=task_set.slug,
    )


DEFAULT_PROTOCOL = "qg-to-3"
_ANYTHING, _WORK, _TURING, _COLLEGE = TASK_SETS
PROTOCOLS = (
    *(_plan(variant, points, _ANYTHING, "") for variant in (Variant.QG, Variant.AG) for points in (3, 5)),
    *(_plan(variant, points, _WORK, "-work") for variant in (Variant.QG, Variant.AG) for points in (3, 5)),
    _plan(Variant.QG, 3, _TURING, "-turing"),
    _plan(Variant.QG, 3, _COLLEGE, "-college"),
)
