"""The tables of docs/api.md, made of the descriptions in requests.py and views/. `make docs` writes them.

A place in the page is marked `<!-- fields: SeatView -->` or `<!-- acts -->`, and ends with `<!-- end -->`.
"""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from ludejo.table.messages import requests, views

Schema = Mapping[str, Any]
_PLACE = re.compile(r"(<!-- (fields|acts)(?:: (\w+))? -->\n).*?(<!-- end -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """A page with its tables as they are now."""
    return _PLACE.sub(lambda place: place[1] + (_acts() if place[2] == "acts" else _fields(place[3])) + place[4], page)


def _fields(name: str) -> str:
    """What a message is, and its fields."""
    message = getattr(views, name, None) or getattr(requests, name)
    schema, meanings = _schema_of(message), _meanings(message)
    rows = []
    for field, told in schema["properties"].items():
        optional = "" if field in schema.get("required", ()) else "?"
        rows.append(f"| `{field}{optional}` | {_kind(told)} | {meanings.get(field, '')} |")
    told = " ".join(line.strip() for line in (message.__doc__ or "").partition("\n\n")[0].splitlines())
    return f"**{name}**: {told}\n\n| field | | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _meanings(message: Any) -> dict[str, str]:
    """What is said of each field, those of the messages that it extends included."""
    found: dict[str, str] = {}
    for base in getattr(message, "__orig_bases__", ()):
        if hasattr(base, "__annotations__"):
            found |= _meanings(base)
    own = _schema_of(message)["properties"]
    return found | {field: told["description"] for field, told in own.items() if "description" in told}


def _acts() -> str:
    """Every act, with what it brings beside `number`."""
    rows = []
    for name, act in requests.ACTS.items():
        fields = ", ".join(f"`{field}`" for field in act.model_fields if field != "number")
        rows.append(f"| `{name}` | {fields} | {act.__doc__} |")
    return "| act | fields beside `number` | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _schema_of(message: Any) -> Schema:
    return TypeAdapter(message).json_schema(ref_template="{model}")


def _kind(schema: Schema) -> str:
    """What a field holds, in a few signs."""
    if "$ref" in schema:
        return schema["$ref"]
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_kind(one) for one in schema.get("anyOf", schema.get("oneOf")))
    if "const" in schema or "enum" in schema:
        return " or ".join(f"`{_quoted(one)}`" for one in schema.get("enum", [schema.get("const")]))
    if "prefixItems" in schema:
        return f"[{', '.join(_kind(one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"[{_kind(schema['items'])}, …]"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"{{…: {_kind(schema['additionalProperties'])}}}"
    return schema.get("type", "object")


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
