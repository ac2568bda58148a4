"""Conversions between units of length, mass, volume, time and temperature."""

import re
from fractions import Fraction

from games.domain.eliza.knowing.arithmetic import shown

# Exact by definition: the inch is 25.4 mm, the pound 0.45359237 kg, the US gallon 3.785411784 l.
_TABLE = """
length 0.001 mm millimetre millimeter
length 0.01 cm centimetre centimeter
length 1 m metre meter
length 1000 km kilometre kilometer
length 0.0254 inch inches
length 0.3048 ft foot feet
length 0.9144 yd yard
length 1609.344 mi mile
mass 0.001 g gram
mass 1 kg kilogram kilo
mass 1000 tonne
mass 0.028349523125 oz ounce
mass 0.45359237 lb lbs pound
volume 0.001 ml millilitre milliliter
volume 1 l litre liter
volume 3.785411784 gallon
time 1 s second
time 60 min minute
time 3600 h hour
time 86400 day
time 604800 week
temperature 1 celsius c
temperature 1 fahrenheit f
"""
_UNITS = {
    form: (kind, Fraction(factor), name)
    for kind, factor, *names in (line.split() for line in _TABLE.strip().splitlines())
    for name in names
    for form in (name, f"{name}s")
}
_AMOUNT = r"(-?\d{1,12}(?:[.,]\d{1,9})?|an?|one)"
_CONVERT = re.compile(
    rf"{_AMOUNT} ?(?:\u00b0|degrees? )? ?([a-z]{{1,12}}) (?:in|to|into|as) (?:\u00b0|degrees? )?([a-z]{{1,12}})\b"
)
_HOW_MANY = re.compile(
    rf"\bhow many ([a-z]{{1,12}}) (?:are |is )?(?:there )?(?:in|make|make up|equal) {_AMOUNT} ?([a-z]{{1,12}})\b"
)


def converted(text: str) -> str:
    """Answer a conversion such as "5 miles in km" or "how many feet are in a mile"; "" for anything else."""
    low = text.lower()
    found = _HOW_MANY.search(low)
    if found:
        return _conversion(found[2], found[3], found[1])
    found = _CONVERT.search(low)
    return _conversion(found[1], found[2], found[3]) if found else ""


def _conversion(amount: str, source: str, target: str) -> str:
    if source not in _UNITS or target not in _UNITS:
        return ""
    (kind, factor, _), (other, per_unit, _) = _UNITS[source], _UNITS[target]
    if kind != other or source == target:
        return ""
    value = Fraction(1) if amount in ("a", "an", "one") else Fraction(_plain(amount))
    if kind == "temperature":
        return _degrees(value, source[0], target[0])
    return f"{shown(value)} {source} = {shown(value * factor / per_unit)} {target}."


def _degrees(value: Fraction, source: str, target: str) -> str:
    if source == target:
        return ""
    result = value * 9 / 5 + 32 if source == "c" else (value - 32) * 5 / 9
    return f"{shown(value)} \u00b0{source.upper()} = {shown(result)} \u00b0{target.upper()}."


def _plain(amount: str) -> str:
    """Read a comma before three digits as grouping, any other as a decimal point."""
    return re.sub(r",(?=\d{3}$)", "", amount).replace(",", ".")
