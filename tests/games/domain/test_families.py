"""Models are of one family whatever vendor, size and version stand in their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.families import family_of, model_name


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-4o-mini", "gpt"),
        ("openai/gpt-4o", "gpt"),
        ("ft:gpt-4o-mini-2024-07-18:acme::abc123", "gpt"),
        ("chatgpt-4o-latest", "gpt"),
        ("o3-mini", "gpt"),
        ("gpt4all-j", "gpt"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama"),
        ("accounts/fireworks/models/llama-v3p1-70b", "llama"),
        ("us.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude"),
        ("Qwen/Qwen2.5-72B-Instruct", "qwen"),
        ("qwen3", "qwen"),
        ("mixtral-8x7b", "mistral"),
        ("deepseek-r1-distill-llama-70b", "deepseek"),
        ("smollm2-135m-instruct", "smollm"),
        ("smollm2", "smollm"),
        ("SmolLM", "smollm"),
        ("olmo-2-13b", "olmo"),
        ("judge-model", "judge"),
        ("eliza", "eliza"),
        ("azure-o3-mini", "gpt"),
        ("ft:o3-mini:acme", "gpt"),
        ("openai-o3", "gpt"),
        ("gpt-4o/2024-08-06", "gpt"),
        ("TinyLlama-1.1B", "llama"),
        ("codegemma", "gemma"),
        ("\uff27\uff30\uff34-4o", "gpt"),
        ("g\u0440t-4o", "gpt"),
        ("\u0421l\u0430ude-3", "claude"),
        ("gp\u200bt-4o", "gpt"),
        ("qw\u00e9n-2", "qwen"),
        ("anthropic/sonnet-4", "claude"),
        ("meta-llama/Guard", "llama"),
        ("azure/acme-7b/2024-08-06", "acme"),
        ("internlm2.5-7b", "internlm"),
        ("r1-zero", "r1"),
        ("\u6587\u5fc3-4", "\u6587\u5fc3"),
        ("123", "123"),
        ("ft:", "ft:"),
        ("", ""),
    ],
)
def test_family_of_known_names(model: str, family: str) -> None:
    assert family_of(model) == family
    assert family_of(family) == family


def test_a_name_inside_a_word_is_no_family() -> None:
    assert family_of("graphics-1") == "graphics"
    assert family_of("egpt-1") == "egpt"


@given(st.text() | st.text("gpt-o3/: azure4."))
def test_the_family_of_a_family_is_itself_and_only_no_name_has_none(model: str) -> None:
    family = family_of(model)
    assert family_of(family) == family
    assert family or not any(char.isalnum() for char in model)


@pytest.mark.parametrize(
    "same", ["acme-7b", "ACME-7B", "vendor/acme-7b", "azure:acme-7b", "acme-7b/2024-08-06", "\u0430cme-7b"]
)
def test_the_same_model_has_the_same_name_wherever_it_is_served(same: str) -> None:
    assert model_name(same) == "acme-7b"
    assert model_name("acme-8b") != "acme-7b"
    assert model_name("") == ""
