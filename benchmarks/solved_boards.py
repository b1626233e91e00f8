"""On boards small enough to be solved: is the move that is played a winning one in every won position?

    python -m benchmarks.solved_boards --positions 1000 --player level:8,seconds=0.1 --processes 2

Positions are drawn from random games, one a game, and kept where whoever is to move wins for certain, though not with
every move. Boards with dice are decided by the table of all their positions, the others by proof, as is the position
after the move that is played.
"""

import argparse
import random
import sys
from typing import NamedTuple

import ludejo
from benchmarks.asking import answers
from benchmarks.small_atmaloids import random_choice, solved, worth
from ludejo.lab.scores import wilson
from ludejo.search.players import read_player
from ludejo.solve.solver import solve

WITH_DICE = ("atmalof:R=3,C=3,X=0,Y=0,P=4,N=3", "atmalof:R=4,C=4,X=0,Y=0,P=3,N=3")
WITHOUT = ("atoll:rhombus,size=5", "atoll:rhombus,size=6")
FEWEST_STONES = {25: 6, 36: 12}  # by cells: with fewer a proof takes long
PROOF_SECONDS = 20.0
CERTAIN = 1 - 1e-9


class Question(NamedTuple):
    """A won position, who is asked, and which moves win, where that is known beforehand."""

    spec: str
    position: str
    player: str
    seed: int
    winning: tuple[str, ...]


class Answer(NamedTuple):
    """What was played, and whether it wins; None: no proof was found in time."""

    question: Question
    move: str
    wins: bool | None


def with_dice(spec: str, count: int, player: str, seed: int) -> list[Question]:
    """Won positions of a board that has a table of all its positions."""
    game, table, chance = ludejo.game(spec), solved(spec), random.Random(seed)
    found: dict[str, Question] = {}
    for _ in range(100 * count):
        position = random_choice(game, chance)
        if position is None or position.text in found:
            continue
        values = worth(table, position)
        winning = tuple(move for move, (low, _) in values.items() if low >= CERTAIN)
        if 0 < len(winning) < len(values):
            found[position.text] = Question(spec, position.text, player, len(found) + 1, winning)
        if len(found) == count:
            break
    return list(found.values())


def without_dice(spec: str, count: int, player: str, seed: int) -> list[Question]:
    """Won positions, each proven. That not every move wins is not looked at."""
    game, chance = ludejo.game(spec), random.Random(seed)
    found: dict[str, Question] = {}
    for _ in range(100 * count):
        position = game.start()
        for _ in range(chance.randint(FEWEST_STONES[game.board.cells], game.board.cells // 2)):
            position = position.after(chance.choice(position.legal)) if not position.is_over else position
        if position.is_over or position.text in found:
            continue
        if solve(position, seconds=PROOF_SECONDS, memory_mb=64).value == 1.0:
            found[position.text] = Question(spec, position.text, player, len(found) + 1, ())
        if len(found) == count:
            break
    return list(found.values())


def ask(question: Question) -> Answer:
    """Have the player choose, and judge the choice."""
    game = ludejo.game(question.spec)
    position = game.position(question.position)
    move = position.move_text(read_player(question.player)(game, question.seed).choose(position))
    if question.winning:
        return Answer(question, move, move in question.winning)
    after = position.play(move)
    if after.outcome is not None:
        return Answer(question, move, after.outcome.winner == position.to_move)
    value = solve(after, seconds=PROOF_SECONDS, memory_mb=64).value
    return Answer(question, move, None if value is None else value == 0.0)


def main() -> int:
    """Examine each board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="boards; all of them otherwise")
    parser.add_argument("--positions", type=int, default=1000, help="of each board")
    parser.add_argument("--player", default="level:8,seconds=0.1")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    missed = 0
    for spec in asked.specs or (*WITHOUT, *WITH_DICE):
        draw = without_dice if spec in WITHOUT else with_dice
        questions = draw(spec, asked.positions, asked.player, asked.seed)
        print(f"{spec}: {len(questions)} won positions", file=sys.stderr, flush=True)
        given = list(answers(ask, questions, asked.processes))
        wrong = [answer for answer in given if not answer.wins]
        for answer in wrong:
            verdict = "not decided" if answer.wins is None else "does not win"
            print(f"  {answer.move} {verdict} in {answer.question.position}")
        low, high = wilson(1 - len(wrong) / len(given), len(given))
        print(f"{spec}: {len(given) - len(wrong)} of {len(given)}, 95 % interval {100 * low:.1f} to {100 * high:.1f} %")
        missed += len(wrong)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
