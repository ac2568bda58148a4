"""Sums as written or as spoken, worked out exactly with bounded numbers."""

import operator
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

MOST_TOKENS, MOST_OTHER_WORDS = 60, 9
MOST_DIGITS_READ, MOST_EXPONENT = 15, 64
LARGEST = 10**40

_SPOKEN = (
    (r"(?<=\d),(?=\d{3}(?!\d))", ""),
    (r"\bmultiplied by\b|\btimes\b|(?<=\d) ?[x\u00d7\u00b7] ?(?=[\d(])", " * "),
    (r"\bdivided by\b|\u00f7", " / "),
    (r"(?:%|\bper ?cent\b) of\b", " / 100 * "),
    (r"\bplus\b", " + "),
    (r"\bminus\b|\u2212", " - "),
    (r"\bsquared\b|\u00b2", " ^ 2 "),
    (r"\bcubed\b|\u00b3", " ^ 3 "),
    (r"\bto the power of\b|\*\*", " ^ "),
    (r",(?= *[-+*/^])", " "),
)
_TOKEN = re.compile(r"\d+(?:\.\d+)?(?![\w.]*[^\W\d_])|[-+*/^()]|[^\s\d()*/^+-]+|\d\S*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_PAIR = re.compile(
    r"\b(sum|product|difference) (?:of|between) (\d{1,15}(?:\.\d{1,9})?) and (\d{1,15}(?:\.\d{1,9})?)(?![\d.]*\d)"
)
_LARGER = re.compile(
    r"\b(larger|bigger|greater|higher|smaller|less|lower)\b\D{0,20}?(-?\d{1,15}(?:\.\d{1,9})?),? or (-?\d{1,15}(?:\.\d{1,9})?)\??$"
)
_ROOT = re.compile(r"\bsquare root of (\d{1,12})\b(?!\.\d)")
_TOGETHER = re.compile(
    r"cost \$?(\d{1,6}(?:\.\d\d)?) (?:\w+ )?(?:together|in total).{0,60}? costs \$?(\d{1,6}(?:\.\d\d)?) (?:\w+ )?more than the (\w{1,20})"
)
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}
_SIGNS = {"*": "x", "neg": "-"}
_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


class _GiveUpError(ArithmeticError):
    """No expression, or numbers beyond the bounds."""


def calculated(text: str) -> str:
    """Answer a sum, a comparison of two numbers, a square root or a price riddle; "" for anything else."""
    low = text.lower()
    return _riddle(low) or _compared(low) or _root(low) or _of_two(low) or _expression(low)


def evaluate(tokens: Sequence[str]) -> Fraction:
    """Return the value of an expression of numbers, + - * / ^ and brackets.

    Raises ArithmeticError for what is no expression, a division by zero, and values beyond 10^40.
    """
    values: list[Fraction] = []
    pending: list[str] = []
    expects_value = True
    if len(tokens) > MOST_TOKENS:
        raise _GiveUpError
    for sign in tokens:
        take = _take_value if expects_value else _take_sign
        expects_value = take(sign, values, pending)
    if expects_value:
        raise _GiveUpError
    _apply_down_to(0, values, pending)
    if pending:
        raise _GiveUpError
    return values[0]


def shown(value: Fraction) -> str:
    """Write a number: whole, as a finished decimal, or rounded to four places."""
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(1, 7):
        if (value * 10**places).denominator == 1:
            return f"{float(value):.{places}f}"
    return f"about {float(value):.4f}"


def _take_value(sign: str, values: list[Fraction], pending: list[str]) -> bool:
    """Take a number, or what may stand before one; tell whether a value is still expected."""
    if sign == "-":
        pending.append("neg")
    elif sign == "(":
        pending.append(sign)
    elif _NUMBER.fullmatch(sign) and len(sign) <= MOST_DIGITS_READ:
        values.append(Fraction(sign))
        return False
    else:
        raise _GiveUpError
    return True


def _take_sign(sign: str, values: list[Fraction], pending: list[str]) -> bool:
    """Take what may stand behind a number; tell whether a value is expected next."""
    if sign == ")":
        _apply_down_to(0, values, pending)
        if not pending:
            raise _GiveUpError
        pending.pop()
        return False
    if sign not in _PRECEDENCE:
        raise _GiveUpError
    # Powers group to the right, everything else to the left.
    _apply_down_to(_PRECEDENCE[sign] + (sign == "^"), values, pending)
    pending.append(sign)
    return True


def _apply_down_to(least: int, values: list[Fraction], pending: list[str]) -> None:
    while pending and pending[-1] != "(" and _PRECEDENCE[pending[-1]] >= least:
        _apply(pending.pop(), values)


def _apply(sign: str, values: list[Fraction]) -> None:
    right = values.pop()
    if sign == "neg":
        values.append(-right)
        return
    left = values.pop()
    result = _power(left, right) if sign == "^" else _OPERATIONS[sign](left, right)
    if max(abs(result.numerator), result.denominator) > LARGEST:
        raise _GiveUpError
    values.append(result)


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    is_small = exponent.denominator == 1 and 0 <= exponent <= MOST_EXPONENT
    if not is_small or max(abs(base.numerator), base.denominator) > 10**MOST_DIGITS_READ:
        raise _GiveUpError
    return base ** int(exponent)


def _expression(low: str) -> str:
    if _DATE.search(low):
        return ""
    for pattern, written in _SPOKEN:
        low = re.sub(pattern, written, low)
    tokens = [match.group().rstrip("?.,!=:;'") or "=" for match in _TOKEN.finditer(low)]
    run = _longest_run(tokens)
    if len(tokens) - len(run) > MOST_OTHER_WORDS or not _is_sum(run, tokens):
        return ""
    try:
        value = evaluate(run)
    except ArithmeticError:
        return ""
    written = " ".join(_SIGNS.get(sign, sign) for sign in run).replace("( ", "(").replace(" )", ")")
    return f"{written} = {shown(value)}."


def _is_sum(run: list[str], tokens: list[str]) -> bool:
    """Tell a sum from "a 10-15 minute walk": hyphens alone must not stand before further words."""
    signs = set(run) & set("*/^+-")
    return bool(signs) and (signs != {"-"} or tokens[-len(run) :] == run or tokens[-1] == "=")


def _longest_run(tokens: list[str]) -> list[str]:
    best: list[str] = []
    run: list[str] = []
    for sign in [*tokens, ""]:
        if sign and (_NUMBER.fullmatch(sign) or sign in "+-*/^()"):
            run.append(sign)
            continue
        best = max(best, run, key=len)
        run = []
    return best if sum(sign[0].isdigit() for sign in best) >= 2 else []


def _of_two(low: str) -> str:
    found = _PAIR.search(low)
    if not found:
        return ""
    left, right = Fraction(found[2]), Fraction(found[3])
    sign = {"sum": "+", "product": "*", "difference": "-"}[found[1]]
    if sign == "-" and left < right:
        left, right = right, left
    value = shown(_OPERATIONS[sign](left, right))
    return f"{shown(left)} {_SIGNS.get(sign, sign)} {shown(right)} = {value}."


def _compared(low: str) -> str:
    found = _LARGER.search(low)
    if not found or Fraction(found[2]) == Fraction(found[3]):
        return ""
    small, large = sorted((found[2], found[3]), key=Fraction)
    wanted = small if found[1] in ("smaller", "less", "lower") else large
    gap = shown(Fraction(large) - Fraction(small))
    return f"{wanted} is {found[1]}: {large} - {small} = {gap}."


def _root(low: str) -> str:
    found = _ROOT.search(low)
    if not found:
        return ""
    number = int(found[1])
    root = round(number**0.5)
    if root * root == number:
        return f"The square root of {number} is {root}, because {root} x {root} = {number}."
    return f"The square root of {number} is about {number**0.5:.4f}."


def _riddle(low: str) -> str:
    found = _TOGETHER.search(low)
    if not found:
        return ""
    together, more = Fraction(found[1]), Fraction(found[2])
    least = (together - more) / 2
    if least < 0:
        return ""
    names = [f"{float(value):.2f}" for value in (least, least + more, together, more)]
    return (
        f"The {found[3]} costs {names[0]} and the other {names[1]}: together that is {names[2]}, and the"
        f" difference is {names[3]}."
    )
