"""Is a table of all positions on disk true? Positions of random games: is each worth what its best turn leads to?

    ludejo solve atmalof:R=4,C=4,X=0,Y=0,N=4,P=8 --table build/four.table
    python -m benchmarks.table_consistency atmalof:R=4,C=4,X=0,Y=0,N=4,P=8 build/four.table --games 100

Turns are made by playing, not by the table's own numbers: the best move, or the mean over the faces of its die. A table
that is not finished is finished first.
"""

import argparse
import random
import sys

import ludejo
from ludejo.play.position import Position
from ludejo.solve.disk_table import DiskTable

SAME = 1e-12


def bounds_for(table: DiskTable, position: Position, seat: int) -> tuple[float, float]:
    """Between what a seat's winning probability lies after a turn."""
    if position.outcome is not None:
        winner = position.outcome.winner
        value = 0.5 if winner is None else float(winner == seat)
        return value, value
    if position.is_chance:
        faces = [bounds_for(table, position.after(face), seat) for face in position.legal]
        lows, highs = zip(*faces, strict=True)
        return sum(lows) / len(lows), sum(highs) / len(highs)
    low, high = table.bounds(position)
    return (low, high) if position.to_move == seat else (1 - high, 1 - low)


def best_turn(table: DiskTable, position: Position) -> tuple[float, float]:
    """The best that the mover can be sure of, and the best that is not excluded."""
    turns = [bounds_for(table, position.after(move), position.to_move or 0) for move in position.legal]
    lows, highs = zip(*turns, strict=True)
    return max(lows), max(highs)


def main() -> int:
    """Play, compare, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    game, chance = ludejo.game(asked.spec), random.Random(1)
    table = DiskTable(game, asked.file)
    table.work()
    met, worst, gap = 0, 0.0, 0.0
    for _ in range(asked.games):
        position = game.start()
        while not position.is_over:
            if not position.is_chance:
                (low, high), (best_low, best_high) = table.bounds(position), best_turn(table, position)
                worst = max(worst, abs(low - best_low), abs(high - best_high))
                gap, met = max(gap, high - low), met + 1
            position = position.after(chance.choice(position.legal))
    low, high = table.bounds(game.start())
    print(f"{met} positions; largest difference {worst:.1e}; bounds apart by at most {gap:.1e}")
    print(f"the start: {low:.12f} to {high:.12f}; {table.positions:,} positions up to symmetry")
    return int(worst > SAME)


if __name__ == "__main__":
    sys.exit(main())
