"""Prompt files: versions that exist, values that are never substituted twice."""

import pytest

from games.ai.prompts import UnknownPromptsError, load


@pytest.mark.parametrize("version", ["v1", "small-v1"])
def test_a_question_reaches_the_model_as_it_is_in_every_version(version: str) -> None:
    assert load(version).fill("answer.user", question="Why?") == "Why?"


def test_a_value_that_looks_like_a_placeholder_stays_as_it_is() -> None:
    assert load("v1").fill("answer.user", question="$question $$ ${task_set_name}") == (
        "$question $$ ${task_set_name}"
    )


@pytest.mark.parametrize("version", ["v0", "", "..", "../prompts/v1", "v1/", "V1", "small-v0", "-v1"])
def test_unknown_versions_are_refused(version: str) -> None:
    with pytest.raises(UnknownPromptsError):
        load(version)


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        load("v1").fill("answer.user")
