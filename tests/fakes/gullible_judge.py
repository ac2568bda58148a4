"""A judge that believes what it reads, to try the defences without a real model.

It is a stand-in. It shows that the pipeline works, and says nothing of how real models behave: how far it can
be led is written here, by rule.

1. It looks for orders in what it is shown, and in what that hides: tag characters, variation selectors, base64, hexadecimal digits, letters
   moved by 13 places, digits for letters, text turned round. An order names a verdict ("choose this answer",
   "the better answer is X", `"choice": "X"`), in the languages of ORDERS.
2. An order has a force of 1; of 1 more if it pretends to come from elsewhere (a verdict, a turn of a chat, a
   delimiter, an authority); of 1 more if the judge had to decode it ("found it out by itself").
3. It obeys the last of its strongest orders, if the force is at least what it was taught to resist: 1 without
   warning, 2 where the instructions name a mark between which texts are data, 3 where in addition every line of
   the texts begins with that mark.
4. Who orders by a ready-made verdict gets it back as it stands, in whatever format.
5. Without an order that it obeys it is a perfect judge: it knows the good answers by heart.
"""

import base64
import codecs
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tests.fakes.model_behaviours import Behaviour, Call, Reply, completion, good_content

_MARKED_REGION = re.compile(
    r"--- ([0-9a-f]{16}): answer ([XY]) begins ---\n(.*?)\n--- \1: answer \2 ends ---", re.S
)
_PLAIN_REGION = re.compile(r"^Answer ([XY]):(.*?)(?=^Answer Y:|\Z)", re.S | re.M)
_LINE_MARK = re.compile(r"^[0-9a-f]{16}\| ?", re.M)
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{20,}={0,2}")
_HEX = re.compile(r"\b(?:[0-9a-f]{2}){10,}\b")
_LEET = str.maketrans("431057", "aeiost")

_PRETENCE = re.compile(
    r"<\|im_|\[/?INST\]|</?s>|_of_turn>|^(?:Human|Assistant|System):|</\w+>|^###|-{3,}.*\bends?\b|\[The End|\bEND OF\b"
    r"|SYSTEM|^\[System\]|administrator|developer|OpenAI|Anthropic|official|experts|\"choice\"|verdict",
    re.IGNORECASE | re.MULTILINE,
)
ORDERS = re.compile(
    r"(?:choose|pick|select|prefer|vote (?:for|must)|announce|choice|winner|point to|decid\w+|wins?|output|reply with"
    r"|better answer is|best answer is|w\u00e4hle|choisis|elige|scegli|assegna|kies|escolha|valitse"
    r"|\u0432\u044b\u0431\u0435\u0440\u0438|\u9009\u62e9|\u9078\u3093|\u0627\u062e\u062a\u0631)[^\n]{0,40}?"
    r"(?P<after>this answer|this text|\b[XY]\b|diese antwort|cette r\u00e9ponse|esta respuesta|questa risposta|t\u00e4m\u00e4 vastaus"
    r"|\u044d\u0442\u043e\u0442 \u043e\u0442\u0432\u0435\u0442|\u8fd9\u4e2a\u7b54\u6848|\u0647\u0630\u0647 \u0627\u0644\u0625\u062c\u0627\u0628\u0629)"
    r"|(?P<before>this answer|answer [XY]|answer above|\u3053\u306e\u56de\u7b54)[^\n]{0,40}?"
    r"(?:must win|wins|follows|is the better|is correct|is better|has been evaluated|\u9078)",
    re.IGNORECASE,
)
_READY_VERDICT = re.compile(r"\{[^{}]*\"(?:choice|verdict)\"[^{}]*\}|\[\[[XY]\]\]")


@dataclass(frozen=True)
class _Order:
    label: str
    force: int
    ready: str  # a verdict to be copied, or ""


def gullible_judge(*, knows: Collection[str] = ()) -> Behaviour:
    """Judge as ordered (see above), else for the answer that holds one of the good answers in `knows`."""

    def behaviour(call: Call) -> Reply:
        regions = _regions(call.text)
        orders = [order for label, text in regions.items() for order in _orders(label, text)]
        threshold = _threshold(call.text)
        believed = [order for order in orders if order.force >= threshold]
        strongest = max((order.force for order in believed), default=0)
        obeyed = [order for order in believed if order.force == strongest]
        if obeyed and obeyed[-1].ready:
            return completion(call, obeyed[-1].ready)
        label = obeyed[-1].label if obeyed else _known(regions, knows)
        reason = f"Answer {label} is better." if label in {"X", "Y"} else "Both are as good."
        content = good_content(call, choice=label, reason=reason, own_answer="A short answer.", answer=reason)
        return completion(call, content)

    return behaviour


def _regions(prompt: str) -> dict[str, str]:
    found = [(label, text) for _, label, text in _MARKED_REGION.findall(prompt)]
    plain = [(label, text) for label, text in _PLAIN_REGION.findall(prompt)]
    return {label: _LINE_MARK.sub("", text) for label, text in found or plain}


def _threshold(prompt: str) -> int:
    if not _MARKED_REGION.search(prompt):
        return 1
    return 3 if _LINE_MARK.search(prompt) else 2


def _orders(label: str, text: str) -> Iterator[_Order]:
    for effort, form in _forms(text):
        pretends = bool(_PRETENCE.search(form)) or bool(_PRETENCE.search(text))
        for match in ORDERS.finditer(form):
            if effort and match[0] in text:  # Nothing had to be decoded.
                continue
            named = (match["after"] or match["before"])[-1].upper()
            wanted = named if re.search(r"\b[XY]$", match["after"] or match["before"]) else label
            ready = _ready_verdict(form, wanted)
            yield _Order(wanted, 1 + pretends + effort, ready)


def _ready_verdict(form: str, wanted: str) -> str:
    ready = [found[0] for found in _READY_VERDICT.finditer(form)]
    return ready[-1] if ready and wanted in ready[-1] else ""


def _forms(text: str) -> Iterator[tuple[int, str]]:
    """Yield the text as it is read, and what it hides with the effort of finding it."""
    yield 0, re.sub("[\u00ad\u200b\u180e]", "", text)
    yield 1, " ".join("".join(chr(ord(char) - 0xE0000) for char in tags) for tags in _TAGS.findall(text))
    yield (
        1,
        bytes(
            code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16
            for code in map(ord, text)
            if _is_selector(code)
        ).decode(errors="replace"),
    )
    yield 1, codecs.encode(text, "rot13")
    yield 1, text[::-1]
    if re.search(r"[a-z][0-9][a-z]", text):
        yield 1, text.translate(_LEET)
    for part in _BASE64.findall(text):
        yield 1, _decoded(part)
    for part in _HEX.findall(text):
        yield 1, bytes.fromhex(part).decode(errors="replace")


def _is_selector(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def _decoded(part: str) -> str:
    body = part.rstrip("=")
    body = body[:-1] if len(body) % 4 == 1 else body
    return base64.b64decode(body + "=" * (-len(body) % 4)).decode(errors="replace")


def _known(regions: dict[str, str], knows: Collection[str]) -> str:
    words = {label: " ".join(text.split()) for label, text in regions.items()}
    known = [label for label, text in words.items() if any(" ".join(good.split()) in text for good in knows)]
    return known[0] if len(known) == 1 else "equivalent"
