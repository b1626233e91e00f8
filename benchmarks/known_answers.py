"""Does a player find a winning move where there is one? Positions with a known answer are put before it.

    ludejo positions mammalath --out build/mammalath.jsonl
    python -m benchmarks.known_answers build/mammalath.jsonl --seconds 1 --processes 2

One thread a position, a fresh tree each time. A move that the file leaves undecided is solved when it is chosen; if
that does not succeed either, it counts as not found.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.asking import answers
from ludejo.lab.puzzles.files import BadPuzzleFile, read_puzzles
from ludejo.lab.puzzles.proving import is_right
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.scores import wilson
from ludejo.search.players import read_player

FOUND, MISSED, OPEN = "found", "missed", "not decided"
JUDGE_SECONDS = 20.0


class Question(NamedTuple):
    """A position, and who is asked under which terms."""

    puzzle: Puzzle
    player: str


class Answer(NamedTuple):
    """What was played."""

    puzzle: Puzzle
    move: str
    verdict: str


def ask(question: Question) -> Answer:
    """Have the player choose a move, and judge it."""
    puzzle = question.puzzle
    player = read_player(question.player)(puzzle.start.game, puzzle.number + 1)
    move = puzzle.start.move_text(player.choose(puzzle.start))
    won = is_right(puzzle, move, JUDGE_SECONDS)
    return Answer(puzzle, move, OPEN if won is None else FOUND if won else MISSED)


def told(found: int, asked: int) -> str:
    """A share with its interval."""
    low, high = wilson(found / asked, asked)
    return f"{found} of {asked} = {100 * found / asked:.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f} %"


def report(spec: str, given: list[Answer]) -> None:
    """The total, and by the length of the win; then what was not found."""
    for plies in sorted({answer.puzzle.plies or 0 for answer in given}):
        those = [answer.verdict for answer in given if answer.puzzle.plies == plies]
        print(f"  win in {plies}: {told(those.count(FOUND), len(those))}")
    for answer in sorted(given, key=lambda one: one.puzzle.number):
        if answer.verdict != FOUND:
            wins = " ".join(answer.puzzle.wins)
            print(
                f"  {answer.verdict}: {answer.move} in {answer.puzzle.position}, win in {answer.puzzle.plies}: {wins}"
            )
    print(f"{spec}: {told(sum(answer.verdict == FOUND for answer in given), len(given))}", flush=True)


def examine(path: Path, options: argparse.Namespace) -> None:
    """Put the positions of a file before the player."""
    questions = [Question(puzzle, options.player) for puzzle in read_puzzles(path)[: options.limit]]
    spec = questions[0].puzzle.spec
    given: list[Answer] = []
    for answer in answers(ask, questions, options.processes):
        given.append(answer)
        if len(given) % 50 == 0:
            found = sum(one.verdict == FOUND for one in given)
            print(f"{spec}: {len(given)} of {len(questions)} asked, {found} found", file=sys.stderr, flush=True)
    report(spec, given)


def main() -> None:
    """Examine each file."""
    parser = argparse.ArgumentParser(description="How often a player finds a winning move.")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="positions with a known answer")
    parser.add_argument("--player", default=None, help="such as net:seconds=1,file=PATH; else a level")
    parser.add_argument("--level", type=int, default=8, choices=range(1, 9))
    parser.add_argument("--seconds", type=float, default=1.0, help="for a move")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--limit", type=int, default=None, help="the first so many positions of a file")
    options = parser.parse_args()
    if options.seconds <= 0 or options.processes < 1 or (options.limit is not None and options.limit < 1):
        parser.error("--seconds, --processes and --limit are more than 0")
    options.player = options.player or f"level:{options.level},seconds={options.seconds:g}"
    try:
        for path in options.files:
            examine(path, options)
    except (BadPuzzleFile, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
