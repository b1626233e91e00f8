"""`ludejo solve`: what a position is worth for certain, and how it is won."""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.phrases import mark_text, phrase
from ludejo.play.files import Document
from ludejo.terminal.commands.options import Lang, Moves, Setup, Spec, StartText
from ludejo.terminal.errors import BadInput, out_of_range
from ludejo.terminal.files import cannot_write
from ludejo.terminal.language import count, said, t

if TYPE_CHECKING:
    from ludejo.play.position import Position
    from ludejo.solve.keeping import Checkpoint
    from ludejo.solve.solver import Solution, Solver

INTERRUPTED = 130
LINE_SECONDS = 30.0  # between two lines where nobody watches
REFRESH_SECONDS = 0.2
DIGITS = 12
WINS, LOSES, DRAWS, UNSOLVED = mark_text("wins"), mark_text("loses"), mark_text("draws"), mark_text("not solved")


def solve_command(
    spec: Spec,
    moves: Moves = "",
    position: StartText = None,
    seed: Annotated[int | None, typer.Option(help="Draws the arrangement.", show_default=False)] = None,
    setup: Setup = None,
    seconds: Annotated[float, typer.Option(help="The time limit.")] = 60.0,
    memory: Annotated[int, typer.Option(help="The limit of memory for tables, in megabytes.")] = 512,
    each: Annotated[bool, typer.Option("--each", help="Solve the position after each legal move.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, with --each a line a move.")] = False,
    proof: Annotated[
        str | None, typer.Option(help="Write the proof here; `ludejo check` verifies it.", show_default=False)
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(help="Keep here what is learnt, and go on from it (games without dice).", show_default=False),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(help="A table of all positions on disk, made or gone on with (dice).", show_default=False),
    ] = None,
    lang: Lang = None,
) -> None:
    """Solve a position: its value against best play, the best move, a line and the size of the proof."""
    from ludejo.terminal.starting import started

    if not 0 < seconds <= 10_000_000:
        raise out_of_range("--seconds", f"{seconds:g}", phrase("more than 0 and at most {most}", most=10000000))
    if not 16 <= memory <= 1_000_000:
        raise out_of_range("--memory", memory, phrase("{low} to {high} megabytes", low=16, high=1000000))
    if proof and each:
        raise BadInput(phrase("--proof is for one position, not for --each"))
    start = started(spec, seed, setup, position, moves)
    if table:
        _look_up(start, table)
    elif each and not start.is_over:
        _solve_each(start, seconds, memory, as_json, checkpoint)
    else:
        _solve_one(start, seconds, memory, as_json, proof, checkpoint)


def _solve_one(
    start: "Position", seconds: float, memory: int, as_json: bool, proof: str | None, checkpoint: str | None
) -> None:
    from ludejo.search.network import guide_for
    from ludejo.search.preparing import Job, mark_ready
    from ludejo.search.probe import PROVER
    from ludejo.solve.solver import Solver

    solver = Solver(start, memory, guide_for(start.game), os.cpu_count() or 1)
    show, clear = _follower()
    kept = _kept(solver, checkpoint) if checkpoint and not start.is_over else None
    follow = _keeping(kept, show)
    stopped = False
    try:
        solver.prepare()
        if solver.tables.has_its_prover and not start.is_over:
            mark_ready(Job(start.game.name, PROVER))
        solution = solver.run(seconds, progress=follow)
    except KeyboardInterrupt:
        stopped = True
        solution = solver.solution()
    finally:
        clear()
        if kept:
            kept.keep()
    if as_json:
        print(json.dumps({**as_document(start, solution), "interrupted": stopped}, ensure_ascii=False))
    else:
        _tell(start, solution, stopped)
    if proof and not stopped:
        _write_proof(solver, proof)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _look_up(start: "Position", file: str) -> None:
    """Make a table of all positions, or go on with it, and tell what it says of one."""
    from ludejo.solve.disk_table import DiskTable

    if start.is_over or start.is_chance:
        raise BadInput(phrase("a table on disk is of positions in which somebody is to move"))
    show, clear = _follower()
    values = DiskTable(start.game, file)
    try:
        values.work(show)
    except KeyboardInterrupt:
        clear()
        print(t("Stopped."), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    clear()
    told = {"side": said(start.side_of(start.to_move or 0)), "share": _probability(*values.bounds(start))}
    print(t("{side}'s winning probability, a draw counting half: {share}.", **told))
    print(count("{n} position up to symmetry", "{n} positions up to symmetry", values.positions))


def _kept(solver: "Solver", file: str) -> "Checkpoint":
    """What a file knows is taken up, and what is learnt is written there."""
    from ludejo.solve.keeping import Checkpoint

    if solver.values:
        raise BadInput(phrase("checkpoints are kept of proofs, and there are none where there are dice"))
    return Checkpoint(file, solver.tables, solver.position)


def _keeping(kept: "Checkpoint | None", show: Callable[[str], None]) -> Callable[[str], None]:
    """Shows how a search goes on, and keeps now and then what it has learnt."""

    def follow(text: str) -> None:
        if kept:
            kept.keep_now_and_then()
        show(text)

    return follow


def _write_proof(solver: "Solver", file: str) -> None:
    """Follow the proof of a win through all that the other side can do, and write it down."""
    from ludejo.solve.certificate import write_certificate

    if not solver.win:
        raise BadInput(phrase("there is no win to be proven, so that {file} was not written", file=file))
    try:
        lines = write_certificate(file, solver)
    except OSError as error:
        raise cannot_write(file, error) from None
    told = count("{n} line", "{n} lines", lines)
    print(f"{file}: {told}", file=sys.stderr)


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
        print(t("Stopped."))
    print(verdict(start, solution))
    if solution.best:
        print(t("Best move: {move}", move=solution.best))
    if len(solution.line) > 1:
        print(t("Line: {moves}", moves=" ".join(solution.line)))
    for choice in solution.choices:
        print(f"  {choice.text:8} {_probability(choice.low, choice.high)}")
    print(_effort(solution))


def _effort(solution: "Solution") -> str:
    """How large the proof is, and what it took."""
    size = ""
    if solution.proof:
        told = {"n": f"{solution.proof:,}"}
        size = t("Table of all positions: {n}; ", **told) if solution.choices else t("Proof: {n}; ", **told)
    searched = {"n": f"{solution.searched:,}", "seconds": f"{solution.seconds:.1f}"}
    return size + t("{n} positions searched in {seconds} s.", **searched)


def verdict(position: "Position", solution: "Solution") -> str:
    """What is known, in a sentence or two."""
    side, other = position.side_of(solution.seat), position.side_of(1 - solution.seat)
    if solution.plies is not None and solution.value is not None:
        told = {"side": side if solution.value == 1 else other, "plies": _plies(solution.plies)}
        return (
            t("{side} wins in {plies}.", **told)
            if solution.is_shortest
            else t("{side} wins in at most {plies}.", **told)
        )
    if solution.choices:
        share = _probability(solution.low, solution.high)
        found = t("{side}'s winning probability, a draw counting half: {share}.", side=side, share=share)
        open_ = t("Where in between depends on what play without end is worth.")
        return found if solution.is_solved else f"{found}\n{open_}"
    if solution.is_solved:
        return t("Neither side can force a win: drawn with best play.")
    return _unsolved(position, solution, side, other)


def _unsolved(position: "Position", solution: "Solution", side: str, other: str) -> str:
    """What is known of a position whose value is not."""
    known = [t("Not solved within the limit.")]
    if solution.high < 1:
        known.append(t("{side} cannot force a win.", side=side))
    if solution.low > 0:
        known.append(t("{side} cannot force a win.", side=other))
    mine, theirs = solution.no_win_within
    if mine or theirs:
        told = {
            "mine": _plies(mine),
            "theirs": _plies(theirs),
            "first": position.side_of(0),
            "second": position.side_of(1),
        }
        within = t("Within {mine} {first} does not win by force, within {theirs} {second} does not.", **told)
        known.append(within)
    return " ".join(known)


def _plies(number: int) -> str:
    return count("{n} ply", "{n} plies", number)


def _probability(low: float, high: float) -> str:
    if high - low < 10**-DIGITS:
        return f"{(low + high) / 2:.{DIGITS}f}"
    return f"{low:.{DIGITS}f} to {high:.{DIGITS}f}"


def as_document(position: "Position", solution: "Solution") -> Document:
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


def _solve_each(start: "Position", seconds: float, memory: int, as_json: bool, checkpoint: str | None) -> None:
    """A line for each move, as soon as it is solved."""
    from ludejo.search.network import guide_for
    from ludejo.solve.budget import WorkBudget
    from ludejo.solve.solver import Solver, solve_each
    from ludejo.terminal.play import sentences

    seat = start.to_move or 0
    solver = Solver(start, memory, guide_for(start.game))
    kept = _kept(solver, checkpoint) if checkpoint else None
    if not as_json:
        print(f"{sentences.title(start.game)}.\n{sentences.status(start)}")
    show, clear = _follower()
    try:
        solver.prepare()
        for text, solution in solve_each(solver, WorkBudget(seconds), _keeping(kept, show), kept):
            clear()
            low, high = solution.bounds_for(seat)
            if as_json:
                found = {"move": text, "low": low, "high": high, "plies": solution.plies, "proof": solution.proof}
                print(json.dumps({**found, "searched": solution.searched, "seconds": round(solution.seconds, 3)}))
            else:
                print(f"  {text:8} {_in_a_word(low, high)}", flush=True)
    except KeyboardInterrupt:
        clear()
        print(t("Stopped."), file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if kept:
            kept.keep()


def _in_a_word(low: float, high: float) -> str:
    word = {(1.0, 1.0): WINS, (0.0, 0.0): LOSES, (0.5, 0.5): DRAWS, (0.0, 1.0): UNSOLVED}.get((low, high))
    return said(word) if word else _probability(low, high)
