"""Make a plausible value for a JSON schema, as a model with structured output would."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# A judge that finds both answers equal says the same in both orders; tests that want a winner say so.
PREFERRED_CHOICES = ("equivalent", "well_defined", "ok", "yes", "none")
# Flags that are raised only when something is wrong.
ALARMS = ("inject", "suspicious", "flag", "ill", "private", "unsafe", "refus")
TEXTS = {
    "question": "What is {number} + 100?",
    "answer": "It is {total}.",
    "reason": "The sum decides it: {total}.",
}


@dataclass(frozen=True)
class Fill:
    """How to fill: the number of the call, properties by name, one text for every free string."""

    number: int
    values: Mapping[str, object]
    every_text: str | None = None


def fill_schema(schema: Mapping[str, Any], fill: Fill) -> object:
    """Return a value that follows `schema`; raise ValueError for a schema of an unknown kind."""
    return _fill(schema, schema.get("$defs", {}), "", fill)


def _fill(schema: Mapping[str, Any], definitions: Mapping[str, Any], name: str, fill: Fill) -> object:
    if name in fill.values:
        return fill.values[name]
    if "$ref" in schema:
        return _fill(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions, name, fill)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return next((choice for choice in PREFERRED_CHOICES if choice in schema["enum"]), schema["enum"][0])
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return _fill(choices[0], definitions, name, fill)
    return _fill_type(schema, definitions, name, fill)


def _fill_type(schema: Mapping[str, Any], definitions: Mapping[str, Any], name: str, fill: Fill) -> object:
    kind = schema.get("type", "object" if "properties" in schema else None)
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        properties = schema.get("properties", {})
        return {key: _fill(part, definitions, key, fill) for key, part in properties.items()}
    if kind == "array":
        return [
            _fill(schema["items"], definitions, name, fill) for _ in range(max(1, schema.get("minItems", 1)))
        ]
    if kind == "boolean":
        return not any(alarm in name.lower() for alarm in ALARMS)
    if kind in {"integer", "number"}:
        return schema.get("maximum", schema.get("minimum", 1))
    if kind == "string":
        return _text(name, fill)[: schema.get("maxLength")]
    if kind == "null":
        return None
    raise ValueError(f"the fake model cannot fill {name or 'the schema'}: {dict(schema)}")


def _text(name: str, fill: Fill) -> str:
    if fill.every_text is not None:
        return fill.every_text
    pattern = next((text for key, text in TEXTS.items() if key in name.lower()), "Text number {number}.")
    return pattern.format(number=fill.number, total=fill.number + 100)
