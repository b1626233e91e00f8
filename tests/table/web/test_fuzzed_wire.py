"""Fuzzed requests and messages, the short form of benchmarks.fuzz: every answer is one that docs/api.md knows."""

import contextlib
import random

import pytest

from benchmarks import trial
from benchmarks.fuzz.parsers import Undocumented
from benchmarks.fuzz.wire import NotSent, Wire, make_message, make_request


def test_every_answer_to_fuzzed_requests_is_documented(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        for k in range(300):
            with contextlib.suppress(NotSent):
                wire.request(make_request(random.Random(f"short/api/{k}")))


def test_every_fuzzed_message_is_answered_or_ends_the_connection_as_documented(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        for k in range(400):
            wire.message(make_message(random.Random(f"short/websocket/{k}")))


def test_an_answer_that_is_not_documented_is_noticed(table: trial.Table) -> None:
    with contextlib.closing(Wire(table.address)) as wire:
        wire.given['"%NUMBER%"'] = "1"
        wire.address += "/nowhere"
        with pytest.raises(Undocumented):
            wire.message('text {"type": "ping"}')
