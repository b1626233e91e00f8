"""Asking a level many questions, in several processes."""

import multiprocessing
from collections.abc import Callable, Iterator
from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def answers(ask: Callable[[Question], Answer], questions: list[Question], processes: int) -> Iterator[Answer]:
    """In any order. The first one is asked here, so that its kernels are compiled once and not in every process."""
    yield ask(questions[0])
    if processes == 1:
        yield from map(ask, questions[1:])
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(ask, questions[1:])
