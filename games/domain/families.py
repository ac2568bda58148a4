"""Which model family an AI belongs to: a judge of the player's own family may not judge (docs/judging.md)."""

import re

# Found anywhere in a model's name, the leftmost counts.
_NAMES = "claude command deepseek gemini gemma gpt grok llama mistral nova olmo phi qwen smollm yi"
_KNOWN = {
    **{name: name for name in _NAMES.split()},
    **dict.fromkeys(("chatgpt", "davinci"), "gpt"),
    **dict.fromkeys(("codestral", "magistral", "ministral", "mixtral", "pixtral"), "mistral"),
    "codellama": "llama",
    "qwq": "qwen",
}
_FIND_KNOWN = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(_KNOWN, key=len, reverse=True))})(?![a-z])")
_REASONING_GPT = re.compile(r"o\d\b")
_FIRST_WORD = re.compile(r"[a-z]+")


def family_of(model: str) -> str:
    """Return the family of a model by its name: openai/gpt-4o is gpt, Qwen2.5-7B is qwen; "" for no letters.

    Vendors, versions, sizes and the like are left aside. The family of a family's name is itself.
    """
    name = model.casefold().rsplit("/", 1)[-1]
    known = _FIND_KNOWN.search(name)
    if known:
        return _KNOWN[known[0]]
    if _REASONING_GPT.match(name):
        return "gpt"
    word = _FIRST_WORD.search(name)
    return word[0] if word else ""
