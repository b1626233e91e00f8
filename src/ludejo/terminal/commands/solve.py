"""`ludejo solve`: what a position is worth for certain, and how it is won."""

import json
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.errors import out_of_range

if TYPE_CHECKING:
    from ludejo.play.position import Position
    from ludejo.solve.solver import Solution

INTERRUPTED = 130
LINE_SECONDS = 30.0  # between two lines where nobody watches
REFRESH_SECONDS = 0.2
DIGITS = 12


def solve_command(
    spec: Annotated[str, typer.Argument(help="The game: NAME, NAME:PRESET or NAME:key=value,…", show_default=False)],
    moves: Annotated[str, typer.Option(help='Moves to play first: "c3 b4 …"', show_default=False)] = "",
    position: Annotated[str | None, typer.Option(help="A position text to start from.", show_default=False)] = None,
    seed: Annotated[int | None, typer.Option(help="Draws the arrangement.", show_default=False)] = None,
    setup: Annotated[str | None, typer.Option(help="The arrangement itself.", show_default=False)] = None,
    seconds: Annotated[float, typer.Option(help="The time limit.")] = 60.0,
    memory: Annotated[int, typer.Option(help="The limit of memory for tables, in megabytes.")] = 512,
    each: Annotated[bool, typer.Option("--each", help="Solve the position after each legal move.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, with --each a line a move.")] = False,
) -> None:
    """Solve a position: its value against best play, the best move, a line and the size of the proof."""
    from ludejo.terminal.starting import started

    if not 0 < seconds <= 10_000_000:
        raise out_of_range("--seconds", f"{seconds:g}", phrase("more than 0 and at most {most}", most=10000000))
    if not 16 <= memory <= 1_000_000:
        raise out_of_range("--memory", memory, phrase("{low} to {high} megabytes", low=16, high=1000000))
    start = started(spec, seed, setup, position, moves)
    if each and not start.is_over:
        _solve_each(start, seconds, memory, as_json)
    else:
        _solve_one(start, seconds, memory, as_json)


def _solve_one(start: "Position", seconds: float, memory: int, as_json: bool) -> None:
    from ludejo.solve.solver import Solver

    solver = Solver(start, memory)
    follow, clear = _follower()
    stopped = False
    try:
        solution = solver.run(seconds, progress=follow)
    except KeyboardInterrupt:
        stopped = True
        solution = solver.solution()
    finally:
        clear()
    if as_json:
        print(json.dumps({**as_document(start, solution), "interrupted": stopped}, ensure_ascii=False))
    else:
        _tell(start, solution, stopped)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _follower() -> tuple[Callable[[str], None], Callable[[], None]]:
    """Shows how a search goes on: one changing line where somebody watches, elsewhere now and then a new one."""
    watched = sys.stderr.isatty()
    every = REFRESH_SECONDS if watched else LINE_SECONDS
    last = time.monotonic()

    def follow(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= every:
            last = time.monotonic()
            print(f"\r\x1b[K{text}" if watched else text, end="" if watched else "\n", file=sys.stderr, flush=True)

    def clear() -> None:
        if watched:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    return follow, clear


def _tell(start: "Position", solution: "Solution", stopped: bool) -> None:
    from ludejo.terminal.play import sentences

    print(f"{sentences.title(start.game)}.\n{sentences.status(start)}")
    if start.is_over:
        return
    if stopped:
        print("Stopped.")
    print(verdict(start, solution))
    if solution.best:
        print(f"Best move: {solution.best}")
    if len(solution.line) > 1:
        print(f"Line: {' '.join(solution.line)}")
    for choice in solution.choices:
        print(f"  {choice.text:8} {_probability(choice.low, choice.high)}")
    kind = "Table of all positions" if solution.choices else "Proof"
    size = f"{kind}: {solution.proof:,}; " if solution.proof else ""
    print(f"{size}{solution.searched:,} positions searched in {solution.seconds:.1f} s.")


def verdict(position: "Position", solution: "Solution") -> str:
    """What is known, in a sentence or two."""
    side, other = position.side_of(solution.seat), position.side_of(1 - solution.seat)
    if solution.plies is not None and solution.value is not None:
        winner = side if solution.value == 1 else other
        return f"{winner} wins in {'' if solution.is_shortest else 'at most '}{_plies(solution.plies)}."
    if solution.choices:
        found = f"{side}'s winning probability, a draw counting half: {_probability(solution.low, solution.high)}."
        return found if solution.is_solved else f"{found}\nWhere in between depends on what play without end is worth."
    if solution.is_solved:
        return "Neither side can force a win: drawn with best play."
    known = "Not solved within the limit."
    if solution.high < 1:
        known += f" {side} cannot force a win."
    if solution.low > 0:
        known += f" {other} cannot force a win."
    first, second = (position.side_of(seat) for seat in (0, 1))
    mine, theirs = solution.no_win_within
    if mine == theirs == 0:
        return known
    return f"{known} Within {_plies(mine)} {first} does not win by force, within {_plies(theirs)} {second} does not."


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def _probability(low: float, high: float) -> str:
    if high - low < 10**-DIGITS:
        return f"{(low + high) / 2:.{DIGITS}f}"
    return f"{low:.{DIGITS}f} to {high:.{DIGITS}f}"


def as_document(position: "Position", solution: "Solution") -> dict[str, Any]:
    """A solution for programs. Values are those of the seat."""
    return {
        "spec": position.game.spec, "position": position.text, "seat": solution.seat,
        "side": position.side_of(solution.seat), "solved": solution.is_solved, "value": solution.value,
        "low": solution.low, "high": solution.high, "best": solution.best, "line": list(solution.line),
        "plies": solution.plies, "shortest": solution.is_shortest, "proof": solution.proof,
        "searched": solution.searched, "seconds": round(solution.seconds, 3),
        "no_win_within": list(solution.no_win_within),
        "choices": [{"move": choice.text, "low": choice.low, "high": choice.high} for choice in solution.choices],
    }  # fmt: skip


def _solve_each(start: "Position", seconds: float, memory: int, as_json: bool) -> None:
    """A line for each move, as soon as it is solved."""
    from ludejo.solve.solver import solve_moves
    from ludejo.terminal.play import sentences

    seat = start.to_move or 0
    if not as_json:
        print(f"{sentences.title(start.game)}.\n{sentences.status(start)}")
    follow, clear = _follower()
    try:
        for text, solution in solve_moves(start, seconds, memory, progress=follow):
            clear()
            low, high = solution.bounds_for(seat)
            if as_json:
                found = {"move": text, "low": low, "high": high, "plies": solution.plies, "proof": solution.proof}
                print(json.dumps({**found, "searched": solution.searched, "seconds": round(solution.seconds, 3)}))
            else:
                print(f"  {text:8} {_in_a_word(low, high)}", flush=True)
    except KeyboardInterrupt:
        clear()
        print("Stopped.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def _in_a_word(low: float, high: float) -> str:
    words = {(1.0, 1.0): "wins", (0.0, 0.0): "loses", (0.5, 0.5): "draws", (0.0, 1.0): "not solved"}
    return words.get((low, high)) or _probability(low, high)
