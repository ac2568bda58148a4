"""Which model family an AI belongs to: a judge of the player's own family may not judge (docs/judging.md)."""

import re
import unicodedata
from collections.abc import Iterator

# Found in a model's name where no letter stands before; the leftmost counts.
_NAMES = "claude command deepseek gemini gemma gpt grok llama mistral nova olmo phi qwen smollm yi"
_KNOWN = {
    **{name: name for name in _NAMES.split()},
    "commandr": "command",
    **dict.fromkeys(("haiku", "opus", "sonnet"), "claude"),
    **dict.fromkeys(("chatgpt", "davinci"), "gpt"),
    **dict.fromkeys(("codestral", "devstral", "magistral", "ministral", "mixtral", "pixtral"), "mistral"),
    **dict.fromkeys(("qvq", "qwq"), "qwen"),
}
# No other word holds these: tinyllama, codegemma, openmistral.
_INSIDE = ("claude", "deepseek", "gemini", "gemma", "llama", "mistral", "mixtral", "qwen", "smollm")
_FIND_KNOWN = re.compile(
    rf"({'|'.join(_INSIDE)})|(?<![^\W\d_])({'|'.join(sorted(_KNOWN, key=len, reverse=True))})(?![^\W\d_])"
)
_REASONING_GPT = re.compile(r"o\d(?![^\W_])")
# Who serves a model, and that it was tuned, says nothing of the model.
_PREFIX = re.compile(r"(?:aoai|azure|bedrock|ft|hf|local|ollama|openai|openrouter|vertex)[-_.: ]+")
_SEPARATORS = re.compile(r"[-_.:@+\s]+")
_VERSION = re.compile(r"(?<=[^\W\d_]{2})\d+$")
# Small letters of Cyrillic and Greek that look like Latin ones, and the Latin ones.
_LOOKALIKES = str.maketrans("абвгеікмнорсѕтухјԁԛԝһαβγεικμνορτυχ", "abbreikmhopcstyxjdqwhabyeikmvoptux")


def family_of(model: str) -> str:
    """Return the family of a model by its name: openai/gpt-4o is gpt, Qwen2.5-7B is qwen; "" only for no name.

    Vendors, versions, sizes and the like are left aside, and letters count as what they look like. The family of
    an unknown model is the first part of its name. The family of a family's name is itself.
    """
    names = list(_names(model))
    for name in names:
        if known := _FIND_KNOWN.search(name):
            return _KNOWN[known[0]]
        if _REASONING_GPT.match(name):
            return "gpt"
    return next((first for name in names if (first := _first_part(name))), "".join(_plain(model).split()))


def model_name(model: str) -> str:
    """Return a model's own name, without who serves it and how its letters are written: to tell the same one."""
    return next(iter(_names(model)), _plain(model))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(char for char in decomposed if unicodedata.category(char) not in {"Mn", "Cf", "Cc"})
    return kept.translate(_LOOKALIKES).strip()


def _names(model: str) -> Iterator[str]:
    """Yield the parts of a path that hold letters, the last one first, without prefixes."""
    for part in reversed(_plain(model).split("/")):
        name = part.strip()
        while found := _PREFIX.match(name):
            name = name[found.end() :]
        if any(map(str.isalpha, name)):
            yield name


def _first_part(name: str) -> str:
    """Return the first part of a name that holds a letter, without the version that stands behind it."""
    parts = (part for part in _SEPARATORS.split(name) if any(map(str.isalpha, part)))
    return _VERSION.sub("", next(parts, ""))
