"""Layout made plain: both answers look alike however they were formatted, and none loses what it says."""

import re

from judging.domain.visible import visible

# A question about markup is answered in markup: there it is content.
_ABOUT_MARKUP = re.compile(
    r"\b(?:x?html5?|xml|svg|jsx|css|markdown|mark-?up|bbcode|latex|tags?|bold|italics?|asterisks?|hashtags?|headings?)\b",
    re.IGNORECASE,
)
_FENCE = re.compile(r" {0,3}(```+|~~~+)[^`~]*")
_CODE_INDENT = "    "
# Tags of a document or a program: then the text is source, and all of it stays.
_SOURCE_TAG = re.compile(
    r"<(?:!doctype|html|head|body|table|tr|td|form|input|button|script|style|link|meta|img|svg|ul|ol|li|a|nav|h[1-6])\b",
    re.IGNORECASE,
)
_PAIRED_TAG = re.compile(
    r"<(b|i|u|s|em|strong|small|big|mark|font|center|span|div|p)(?:\s[^<>\n]{0,200})?>([^<>\n]*)</\1\s*>",
    re.IGNORECASE,
)
_BREAK_TAG = re.compile(r"(?<=\S)[ \t]*<br\s{0,3}/?>[ \t]*(?=[^\s<])", re.IGNORECASE)
_LINK = re.compile(r"(?<![\w\]])!?\[([^\[\]\n]{0,300})\]\(((?:https?://|mailto:|www\.|/)[^()\s]{0,500})\)")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]{1,500})>")
_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_BULLET = re.compile(r"([ \t]*)[*+\u2022\u25e6\u25aa\u2023][ \t]+(?=[^\s*+])")
_STARRED = re.compile(r"(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])")
_STRUCK = re.compile(r"(?<![\w~])(~~)(?=[^\s~])([^~\n]*[^\s~])\1(?![\w~])")
# A single word between underscores is as often a name (__init__) as it is emphasised.
_UNDERLINED = re.compile(r"(?<![\w])(_{1,3})(?=[^\s_])([^_\n]*[^\s_])\1(?![\w])")
_INLINE_CODE = re.compile(r"(`[^`\n]*`)")
_PASSES = 4


def asks_for_markup(question: str) -> bool:
    """Tell whether markup may be what a question asks for; then it is no mere layout of the answers."""
    return bool(_ABOUT_MARKUP.search(question))


def plain_text(text: str, *, keep_markup: bool = False) -> str:
    """Return `text` as plain text: emphasis, headings, bullets, fences, links and tags of layout made plain.

    Code keeps its characters: what stands in a fence is indented by four blanks, and indented or between
    backticks it stays as it is. With `keep_markup` only what is invisible goes. Linear time.
    """
    seen = visible(text).expandtabs(4).strip("\n")
    if keep_markup or not seen:
        return seen
    return _join(_without_blank_runs(_blocks(seen.split("\n"))))


def _blocks(lines: list[str]) -> list[tuple[bool, str]]:
    """Return the lines, each with whether it is code; fences become indentation."""
    blocks: list[tuple[bool, str]] = []
    fence = ""
    for line in lines:
        mark = _FENCE.fullmatch(line)
        if fence and line.strip() and set(line.strip()) == {fence[0]} and len(line.strip()) >= len(fence):
            fence = ""
        elif fence:
            blocks.append((True, _CODE_INDENT + line))
        elif mark:
            fence = mark[1]
            blocks.append((False, ""))
        else:
            blocks.append((_is_indented_code(line, blocks), line))
    return blocks


def _is_indented_code(line: str, before: list[tuple[bool, str]]) -> bool:
    after_code_or_blank = not before or before[-1][0] or not before[-1][1].strip()
    return line.startswith(_CODE_INDENT) and after_code_or_blank


def _without_blank_runs(blocks: list[tuple[bool, str]]) -> list[tuple[bool, str]]:
    kept: list[tuple[bool, str]] = []
    for is_code, line in blocks:
        if line.strip() or (kept and kept[-1][1].strip()):
            kept.append((is_code, line.rstrip()))
    return kept


def _join(blocks: list[tuple[bool, str]]) -> str:
    """Make the prose between blocks of code plain, and put all together."""
    parts: list[str] = []
    prose: list[str] = []
    for is_code, line in blocks:
        if is_code:
            parts += [_prose("\n".join(prose))] if prose else []
            parts.append(line)
            prose = []
        else:
            prose.append(line)
    parts += [_prose("\n".join(prose))] if prose else []
    return "\n".join(parts).strip("\n")


def _prose(text: str) -> str:
    is_source = bool(_SOURCE_TAG.search(text))
    for _ in range(_PASSES):
        text, before = _flatten(text, is_source=is_source), text
        if text == before:
            break
    return text


def _flatten(text: str, *, is_source: bool) -> str:
    """Take away one layer of markup outside code between backticks."""
    lines = text.split("\n")
    flat = []
    for at, line in enumerate(lines):
        before, after = lines[at - 1] if at else "", lines[at + 1] if at + 1 < len(lines) else ""
        parts = _INLINE_CODE.split(_flatten_start(line, before, after))
        flat.append("".join(p if odd % 2 else _flatten_inline(p, is_source) for odd, p in enumerate(parts)))
    return "\n".join(flat)


def _flatten_start(line: str, before: str, after: str) -> str:
    heading = _HEADING.fullmatch(line)
    # Directly above more text a single # is as likely a comment of unfenced code.
    if heading and not before.strip() and (len(heading[1]) > 1 or not after.strip()):
        line = heading[2]
    return _BULLET.sub(r"\1- ", line, count=1) if _BULLET.match(line) else line


def _flatten_inline(text: str, is_source: bool) -> str:
    if not is_source:
        text = _BREAK_TAG.sub("\n", _PAIRED_TAG.sub(r"\2", text))
    text = _AUTOLINK.sub(r"\1", _LINK.sub(r"\1 (\2)", text))
    text = _STRUCK.sub(r"\2", _STARRED.sub(r"\2", text))
    return _UNDERLINED.sub(lambda found: found[2] if " " in found[2] else found[0], text)
