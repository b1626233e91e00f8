"""`ludejo solve`: what a position is worth, whatever the opponent does."""

import json
import sys
import threading
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.terminal.errors import BadInput

if TYPE_CHECKING:
    from ludejo.play.position import Position
    from ludejo.search.solver import Solution

INTERRUPTED = 130
TELL_SECONDS = 1.0


def solve_command(
    spec: Annotated[str, typer.Argument(help="The game: atoll:rhombus,size=4 …", show_default=False)],
    moves: Annotated[str, typer.Option(help='Moves to play first: "b2 c3 …"', show_default=False)] = "",
    position: Annotated[str | None, typer.Option(help="A position text to start from.", show_default=False)] = None,
    seed: Annotated[int | None, typer.Option(help="Draws the arrangement.", show_default=False)] = None,
    seconds: Annotated[float, typer.Option(help="Give up after so long.")] = 60.0,
    memory: Annotated[int, typer.Option(help="Megabytes for tables of positions.")] = 256,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Solve a position exactly: value, best move, line and size of the proof."""
    from ludejo.play.game import game

    if not 0 < seconds <= 1e6 or not 1 <= memory <= 1 << 20:
        raise BadInput(f"--seconds {seconds:g} --memory {memory} is out of range, expected more than 0 of each")
    start = game(spec).start(seed) if position is None else game(spec).position(position)
    for move in moves.split():
        start = start.play(move)
    solution, stopped = _solved(start, seconds, memory)
    print(json.dumps(asdict(solution)) if as_json else sentence(start, solution))
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _solved(start: "Position", seconds: float, memory: int) -> tuple["Solution", bool]:
    """Work in a thread of its own, so that Ctrl-C ends it with what is known."""
    from ludejo.search.solver import Solver

    solver, cancel = Solver(start, memory), threading.Event()
    told = [time.monotonic()]

    def tell(doing: str) -> None:
        if sys.stderr.isatty() and time.monotonic() - told[0] > TELL_SECONDS:
            told[0] = time.monotonic()
            print(f"\r\x1b[K{doing}", end="", file=sys.stderr, flush=True)

    found: list[Solution] = []
    worker = threading.Thread(target=lambda: found.append(solver.run(seconds, cancel, tell)))
    worker.start()
    stopped = False
    while worker.is_alive():
        try:
            worker.join(0.1)
        except KeyboardInterrupt:
            stopped = True
            cancel.set()
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return found[0], stopped


def sentence(start: "Position", solution: "Solution") -> str:
    """What is known, for people."""
    work = f"{solution.searched:,} positions looked at in {solution.seconds:.1f} s"
    if start.outcome is not None:
        return f"The game is over: {start.outcome.reason}."
    side = start.side_to_move
    if not solution.is_solved:
        return f"Not solved within the limit: {side}'s value is from {solution.low:.4f} to {solution.high:.4f}; {work}."
    verdicts = {1.0: f"{side} wins", 0.5: "It is a draw", 0.0: f"{side} loses"}
    lines = [verdicts.get(solution.value or 0.0, f"{side} wins with probability {solution.value:.6f}") + "."]
    if solution.best:
        lines.append(f"Best move: {solution.best}. Line: {' '.join(solution.line)}")
    lines.append(f"Proof of {solution.proof or 0:,} positions; {work}.")
    return "\n".join(lines)
