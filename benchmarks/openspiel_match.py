"""Our search against OpenSpiel's C++ MCTSBot at Hex, equal wall time, one thread each, seats alternating.

    python -m benchmarks.openspiel_match --size 11 --games 100 --seconds 1 --processes 2

OpenSpiel's bot is told how many simulations to run, not for how long: it is first measured on this board, and given
as many as it does in the time. Each game is one JSON line in --out, so a run that is stopped goes on where it was.
Openings are varied by one random stone each, every opening played twice with seats changed.
"""

import argparse
import importlib
import multiprocessing
import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import ludejo
from ludejo.lab.scores import wilson
from ludejo.play.files import JsonLines
from ludejo.search.engine import Engine, Settings

MEMORY_MB = 2000  # for OpenSpiel's tree: more than it fills in a second


class Terms(NamedTuple):
    """What a match is played under."""

    size: int
    seconds: float
    exploration: float  # OpenSpiel's uct_c


def new_bot(terms: Terms, simulations: int, seed: int) -> tuple[Any, Any]:
    """OpenSpiel's game and its bot: one rollout a simulation, proven results backed up."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(f"hex(board_size={terms.size})")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return game, pyspiel.MCTSBot(game, evaluator, terms.exploration, simulations, MEMORY_MB, True, seed, False)


def simulations_in(terms: Terms) -> int:
    """How many simulations the bot runs in the time, from the empty board."""
    trial = 5000
    game, bot = new_bot(terms, trial, 1)
    begun = time.perf_counter()
    bot.step(game.new_initial_state())
    return max(1, int(trial * terms.seconds / (time.perf_counter() - begun)))


def play_game(terms: Terms, simulations: int, number: int) -> dict[str, Any]:
    """One game; ours sits at seat 0 in even games. OpenSpiel's cells count row by row, as ours do."""
    chance = random.Random(number // 2)
    spiel, bot = new_bot(terms, simulations, number + 1)
    state = spiel.new_initial_state()
    position = ludejo.game(f"atoll:rhombus,size={terms.size},islands=4").start()
    engine = Engine(position.game, Settings(seed=number + 1))
    ours, theirs, own_simulations, spent = number % 2, 0.0, 0, 0.0
    while not position.is_over:
        begun = time.perf_counter()
        if position.turn <= 2:
            move = chance.choice(position.legal)
        elif position.to_move == ours:
            thought = engine.think(position, seconds=terms.seconds)
            move, own_simulations = thought.best.move, own_simulations + thought.simulations
            spent += time.perf_counter() - begun
        else:
            move = bot.step(state)
            theirs += time.perf_counter() - begun
        position = position.after(move)
        state.apply_action(move)
    assert state.is_terminal(), "the two programs disagree on the end of the game"
    assert position.outcome is not None
    return {
        "game": number,
        "won": position.outcome.winner == ours,
        "turns": position.turn - 1,
        "our seconds": round(spent, 2),
        "their seconds": round(theirs, 2),
        "our simulations": own_simulations,
        "moves": " ".join(position.history),
    }


def _job(job: tuple[Terms, int, int]) -> dict[str, Any]:
    return play_game(*job)


def main() -> None:
    """Play, and print the score."""
    parser = argparse.ArgumentParser(description="Our search against OpenSpiel's MCTSBot at Hex.")
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--uct-c", type=float, default=1.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args()
    terms = Terms(options.size, options.seconds, options.uct_c)
    simulations = simulations_in(terms)
    print(f"Hex {terms.size}, {terms.seconds:g} s a move; OpenSpiel runs {simulations} simulations a move", flush=True)
    name = f"openspiel-hex-{terms.size}-{terms.seconds:g}s-c{terms.exploration:g}.jsonl"  # other terms, another match
    out = options.out or Path("build") / name
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool, JsonLines(out) as file:
        results = [line.document for line in file.lines()]
        played = {result["game"] for result in results}
        jobs = [(terms, simulations, number) for number in range(options.games) if number not in played]
        for result in pool.imap_unordered(_job, jobs):
            results.append(result)
            file.append(result)
            won = sum(result["won"] for result in results)
            print(f"{won} of {len(results)}", flush=True)
    won = sum(result["won"] for result in results)
    low, high = wilson(won / len(results), len(results))
    rate = sum(r["our simulations"] for r in results) / max(sum(r["our seconds"] for r in results), 1e-9)
    print(f"won {won} of {len(results)}, 95 % interval {low:.3f} to {high:.3f}")
    print(f"simulations a second: ours {rate:,.0f}, OpenSpiel's {simulations / terms.seconds:,.0f}")


if __name__ == "__main__":
    main()
