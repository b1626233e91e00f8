"""Which of many puzzles are kept: evenly over boards and grades, and of those the ones that ask for most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ludejo.lab.puzzles.puzzle import Puzzle


def chosen(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, or all where there are fewer; each round takes one of every board and grade that has any.

    A position that was found twice is taken once; what leaves no choice, or is not asked for to its end, is not taken.
    """
    heaps = defaultdict[tuple[str, int], list[Puzzle]](list)
    different = {(puzzle.spec, puzzle.position): puzzle for puzzle in puzzles if puzzle.is_worthwhile}
    for puzzle in sorted(different.values(), key=lambda each: (-each.asked, -each.difficulty, each.number)):
        heaps[puzzle.spec, puzzle.grade].append(puzzle)
    taken = [puzzle for _, puzzle in zip(range(count), _rounds(list(heaps.values())), strict=False)]
    return sorted(taken, key=lambda each: each.difficulty)


def _rounds(heaps: list[list[Puzzle]]) -> Iterator[Puzzle]:
    for place in range(max(map(len, heaps), default=0)):
        yield from (heap[place] for heap in heaps if place < len(heap))
