"""What level 8's choices cost, in winning probability, in atmaloids small enough to be solved exactly.

    python -m benchmarks.small_atmaloids --seconds 1 --positions 200 --processes 2
    python -m benchmarks.small_atmaloids --player policy --player net:simulations=16 --player net:simulations=400

Each game is solved by value iteration. Positions are drawn from random games, one a game; the level chooses a move, and
its loss is the exact value of the best move less that of the chosen one. Several players are asked the same. Where
play without end would matter, values lie between two bounds: then the larger of the two losses counts. One thread a
choice, a fresh tree each time.
"""

import argparse
import math
import random
import statistics
import sys
from typing import NamedTuple

import ludejo
from benchmarks.asking import answers
from ludejo.lab.scores import WIDTH
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import read_player
from ludejo.solve.value_iteration import ValueTable

SPECS = (
    "atmalof:R=3,C=3,X=0,Y=0,P=3,N=3",
    "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3",
    "atmalof:R=2,C=2,X=1,Y=1,P=4,N=3,tie=both",
    "atmalof:R=3,C=4,X=0,Y=0,P=3,N=3",
    "atmalof:R=4,C=4,X=0,Y=0,P=3,N=3",
)
MEMORY_MB = 4000
MOST_TRIES = 50  # random games for each position wanted


class Question(NamedTuple):
    """A position, and what each move is worth for certain to the player who makes it: two bounds."""

    spec: str
    position: str
    worth: dict[str, tuple[float, float]]
    player: str
    seed: int


class Answer(NamedTuple):
    """What was played, and what it cost."""

    question: Question
    move: str
    loss: float


def solved(spec: str) -> ValueTable:
    """The table of all positions."""
    table = ValueTable(ludejo.game(spec).start(), MEMORY_MB)
    table.finish()
    if not table.is_settled:
        raise SystemExit(f"{spec} has more positions than fit into {MEMORY_MB} MB")
    return table


def random_choice(game: Game, chance: random.Random) -> Position | None:
    """A position of one random game in which there is a choice, each of them equally likely."""
    position, seen = game.start(), []
    while not position.is_over and position.turn < 400:
        if not position.is_chance and len(position.legal) > 1:
            seen.append(position)
        position = position.after(chance.choice(position.legal))
    return chance.choice(seen) if seen else None


def worth(table: ValueTable, position: Position) -> dict[str, tuple[float, float]]:
    """What the moves are worth to the player to move."""
    found = {}
    for move, low, high in table.choices(position):
        found[position.move_text(move)] = (low, high) if position.to_move == 0 else (1 - high, 1 - low)
    return found


def questions(spec: str, table: ValueTable, options: argparse.Namespace) -> list[Question]:
    """Different positions in which it matters what is played."""
    game, chance = ludejo.game(spec), random.Random(options.seed)
    found: dict[str, Question] = {}
    for _ in range(MOST_TRIES * options.positions):
        position = random_choice(game, chance)
        if position is None or position.text in found:
            continue
        values = worth(table, position)
        if len(set(values.values())) > 1:
            found[position.text] = Question(spec, position.text, values, options.player[0], seed=len(found) + 1)
        if len(found) == options.positions:
            break
    return list(found.values())


def ask(question: Question) -> Answer:
    """Have the level choose, and see what it costs."""
    game = ludejo.game(question.spec)
    player = read_player(question.player)(game, question.seed)
    position = game.position(question.position)
    move = position.move_text(player.choose(position))
    best = [max(bounds) for bounds in zip(*question.worth.values(), strict=True)]
    return Answer(question, move, max(most - own for most, own in zip(best, question.worth[move], strict=True)))


def told(losses: list[float]) -> str:
    """The mean with its interval."""
    mean = statistics.fmean(losses)
    reach = WIDTH * statistics.stdev(losses) / math.sqrt(len(losses)) if len(losses) > 1 else math.inf
    best = sum(loss < 1e-9 for loss in losses)
    return f"mean loss {mean:.5f} ± {reach:.5f}, worst {max(losses):.4f}, best move in {best} of {len(losses)}"


def examine(spec: str, options: argparse.Namespace) -> dict[str, list[float]]:
    """Solve a game, and put positions of it before each player; what their choices cost."""
    table = solved(spec)
    asked = questions(spec, table, options)
    print(f"{spec}: {table.positions:,} positions, {table.sweeps} sweeps", file=sys.stderr, flush=True)
    del table
    return {player: losses_of(spec, player, asked, options) for player in options.player}


def losses_of(spec: str, player: str, asked: list[Question], options: argparse.Namespace) -> list[float]:
    """What one player's choices cost, the worst of them shown."""
    given = list(answers(ask, [question._replace(player=player) for question in asked], options.processes))
    for answer in sorted(given, key=lambda one: -one.loss)[: options.worst]:
        best = max(answer.question.worth, key=lambda text: answer.question.worth[text])
        print(f"  {answer.loss:.4f}: {answer.move} instead of {best} in {answer.question.position}")
    losses = [answer.loss for answer in given]
    print(f"{spec}, {player}: {told(losses)}", flush=True)
    return losses


def main() -> None:
    """Examine each game."""
    parser = argparse.ArgumentParser(description="What level 8's choices cost in small atmaloids.")
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="atmaloids that can be enumerated")
    parser.add_argument(
        "--player", action="append", help="such as level:8,simulations=100000, once for each; else level 8"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for a move of level 8")
    parser.add_argument("--positions", type=int, default=200, help="of each game")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, default=3, help="show so many of the costliest choices")
    options = parser.parse_args()
    if options.seconds <= 0 or options.processes < 1 or options.positions < 1:
        parser.error("--seconds, --processes and --positions are more than 0")
    options.player = options.player or [f"level:8,seconds={options.seconds:g}"]
    found = [examine(spec, options) for spec in options.specs or SPECS]
    for player in options.player:
        print(f"all, {player}: {told([loss for losses in found for loss in losses[player]])}")


if __name__ == "__main__":
    main()
