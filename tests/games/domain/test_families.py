"""Models are of one family whatever vendor, size and version stand in their names."""

import pytest

from games.domain.families import family_of


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
        ("123", ""),
        ("", ""),
    ],
)
def test_family_of_known_names(model: str, family: str) -> None:
    assert family_of(model) == family
    assert family_of(family) == family


def test_a_name_inside_a_word_is_no_family() -> None:
    assert family_of("graphics-1") == "graphics"
    assert family_of("egpt-1") == "egpt"
