"""Texts of records, on disk and as JSON: read with limits, checked against a schema, refused in a sentence."""

import json
import math
import os
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import mark_text, phrase
from ludejo.play.files import Document

JSON_PROBLEMS = (  # what Python's reader says, so that catalogues know it
    mark_text("Expecting value"),
    mark_text("Expecting ',' delimiter"),
    mark_text("Expecting ':' delimiter"),
    mark_text("Expecting property name enclosed in double quotes"),
    mark_text("Illegal trailing comma before end of object"),
    mark_text("Illegal trailing comma before end of array"),
    mark_text("Extra data"),
    mark_text("Unterminated string starting at"),
    mark_text("Invalid control character at"),
    mark_text("Invalid \\uXXXX escape"),
)
LARGEST = 4_000_000  # characters of a text, bytes of a file


def text_of(path: str | os.PathLike[str]) -> str:
    """The text of a file that should hold a record, in any of the formats."""
    with open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise BadRecord(phrase("the file is larger than {most} bytes, the most that a record may have", most=LARGEST))
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = phrase("the file is no UTF-8 text: byte {place} cannot be read", place=error.start + 1)
        raise BadRecord(wrong) from None


def check_text(text: object) -> str:
    """Refuse what is no text, is too long, or could not be written to a file."""
    if not isinstance(text, str):
        raise BadRecord(phrase("a record is a text, not {kind}", kind=type(text).__name__))
    if len(text) > LARGEST:
        told = {"count": len(text), "most": LARGEST}
        raise BadRecord(phrase("the record has {count} characters, expected at most {most}", **told))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = phrase("the record has half a character (a lone surrogate) at {place}", place=error.start + 1)
        raise BadRecord(half) from None
    return text


def parse(text: object) -> Any:
    """What a JSON text says. Stricter than json.loads: no key twice, no NaN, nothing that cannot be written again."""
    plain = check_text(text)
    if plain.startswith("\ufeff"):
        raise BadRecord(phrase("the record starts with a byte order mark, expected {brace}", brace="{"))
    try:
        document = json.loads(
            plain, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite_number
        )
        check_text(json.dumps(document, ensure_ascii=False))
    except BadRecord:
        raise
    except json.JSONDecodeError as error:
        told = {"problem": error.msg, "line": error.lineno, "column": error.colno}
        raise BadRecord(phrase("the record is no JSON: {problem} (line {line}, column {column})", **told)) from None
    except RecursionError:
        raise BadRecord(phrase("the record is nested too deeply")) from None
    except ValueError:  # Python refuses to read integers of more than some thousand digits
        raise BadRecord(phrase("the record has a number with too many digits")) from None
    return document


def check(document: object, schema: str) -> None:
    """Refuse a document that one of the schemas beside this file does not allow."""
    for error in _validator(schema).iter_errors(document):
        raise BadRecord(_sentence(error))


@cache
def _validator(schema: str) -> Any:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # late: it takes a while to load

    text = resources.files("ludejo.play").joinpath(schema).read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def _object(pairs: list[tuple[str, object]]) -> Document:
    document: Document = {}
    for key, value in pairs:
        if key in document:
            raise BadRecord(phrase("{key} is given twice", key=quoted(key)))
        document[key] = value
    return document


def _refuse_constant(name: str) -> None:
    raise BadRecord(phrase("{given} is no number that a record may have", given=name))


def _finite_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadRecord(phrase("{given} is no number that a record may have", given=quoted(text)))
    return number


def _sentence(error: Any) -> str:
    """What is wrong where: `players[1].name is 7, expected one line of …`."""
    where = _place(error.absolute_path)
    if error.validator == "required":
        missing = next(key for key in error.validator_value if key not in error.instance)
        return phrase("{where} has no {missing}", where=where, missing=quoted(missing))
    if error.validator == "additionalProperties":
        extra = next(key for key in error.instance if key not in error.schema["properties"])
        return phrase("{where} has {extra}, which is no part of it", where=where, extra=quoted(extra))
    told = {"where": where, "given": _shown(error.instance), "expected": error.schema["description"]}
    return phrase("{where} is {given}, expected {expected}", **told)


def _place(path: Iterable[object]) -> str:
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return quoted("".join(parts).lstrip("."))[1:-1] or phrase("the record")


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return phrase("an object")
    return phrase("a list of {count}", count=len(value)) if isinstance(value, list) else json.dumps(value)[:60]
