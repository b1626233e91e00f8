"""Everything that `import ludejo` gives, called with wild arguments: `python -m benchmarks.wild [CALLS] [SEED]`.

A call may answer or raise one of the documented errors: ValueError, of which all of ours are, OSError where a file
cannot be read, or TypeError where Python itself refuses the arguments. Anything else is printed and counted, and ends
in an exit status of 1; a crash ends everything. After every thousand calls the positions that were asked are compared
with what they were.
"""

import random
import string
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import ludejo

DOCUMENTED = (ValueError, TypeError, OSError)
SPECS = (
    "atoll:rhombus,size=3,islands=4,pie=yes", "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3", "mammalath", "almatafl",
)  # fmt: skip
Call = tuple[str, Callable[[], Any]]


def wild_number(chance: random.Random) -> Any:
    """A number that is small, huge, broken or of an odd kind."""
    kinds = (
        chance.randint(-3, 60), chance.randint(-(2**70), 2**70), chance.choice([2**31, 2**63, -(2**63), 2**64]),
        chance.uniform(-5, 5), float("nan"), float("inf"), True, np.int8(-1), np.uint64(2**63), np.float32(1.5),
    )  # fmt: skip
    return chance.choice(kinds)


def wild_text(chance: random.Random) -> str:
    """A text that is no move, or nearly one."""
    some = "".join(chance.choices(string.printable + "ĉ🎲\x00\ud800", k=chance.randint(0, 12)))
    return chance.choice([some, "a1", "b2-c3", "R1:6", "swap", "x" * 5000, some + "a1", "1e9", "-1", "level:3"])


def wild(chance: random.Random) -> Any:
    """Anything."""
    others: tuple[Any, ...] = (
        None, b"a1", [], {}, object(), [1, 2], np.zeros(3), np.arange(5), (), ludejo, print, ["a"] * 3, {"a": 1},
    )  # fmt: skip
    kind = chance.randrange(3)
    return wild_number(chance) if kind == 0 else wild_text(chance) if kind == 1 else chance.choice(others)


class Asked:
    """What is called: a game, a position some way into it, an engine, many games at once."""

    def __init__(self, spec: str, chance: random.Random) -> None:
        self.game = ludejo.game(spec)
        self.position = self.game.start(seed=chance.randrange(99))
        for _ in range(chance.randrange(14)):
            if not self.position.is_over:
                self.position = self.position.play(self.position.random_move(chance))
        self.text = self.position.text
        self.engine = ludejo.engine(self.game, simulations=3, seed=1)
        self.games = ludejo.vector(self.game, 3, seed=1, restart=chance.random() < 0.5)

    def calls(self, one: Any, two: Any) -> list[Call]:
        """All that can be called with one or two arguments."""
        position, game, games, engine = self.position, self.game, self.games, self.engine
        return [
            ("play", lambda: position.play(one)), ("after", lambda: position.after(one)),
            ("is_legal", lambda: position.is_legal(one)), ("read", lambda: position.read(one)),
            ("move_text", lambda: position.move_text(one)), ("side_of", lambda: position.side_of(one)),
            ("random_move", lambda: position.random_move(one)), ("svg", lambda: position.svg(one, two)),
            ("equal", lambda: position == one), ("start", lambda: game.start(seed=one)),
            ("setup", lambda: game.start(setup=one)), ("position", lambda: game.position(one)),
            ("game", lambda: ludejo.game(one)), ("spec", lambda: ludejo.game(f"{game.name}:{one}")),
            ("engine", lambda: ludejo.engine(one, simulations=two)), ("level", lambda: ludejo.engine(game, level=one)),
            ("think", lambda: engine.think(one)), ("choose", lambda: engine.choose(one)),
            ("hint", lambda: engine.hint(one, two)), ("solve", lambda: ludejo.solve(one, two)),
            ("seconds", lambda: None if is_long(one) else engine.hint(position, one)),
            ("load", lambda: ludejo.load(one)),
            ("analyse", lambda: ludejo.analyse(one, simulations=two)),
            ("budget", lambda: ludejo.analyse(position.line[0], simulations=one)),
            ("players", lambda: ludejo.simulate(game, 1, (one, two))), ("games", lambda: ludejo.simulate(one, 1)),
            ("vector", lambda: ludejo.vector(game, one, two) if not is_many(one) else None),
            ("step", lambda: games.step(one, two)), ("only", lambda: games.step([one, two, one], only=two)),
            ("reset", lambda: games.reset(one, two)), ("are_legal", lambda: games.are_legal(one)),
            ("of vector", lambda: games.position(one)), ("give_up", lambda: games.give_up(one)),
            ("restore", lambda: games.restore(one)),
        ]  # fmt: skip


def is_many(count: Any) -> bool:
    """Whether so many games are allowed and would take all memory of the machine."""
    return isinstance(count, int | np.integer) and 1000 < int(count) <= 1 << 20


def is_long(seconds: Any) -> bool:
    """Whether an engine may think for so long, and would."""
    return isinstance(seconds, int | float | np.number) and 0 < float(seconds) < 1e6


def run(calls: int, seed: int = 1) -> list[str]:
    """What went wrong in so many calls."""
    chance, wrong = random.Random(seed), []
    asked = [Asked(spec, chance) for spec in SPECS]
    for number in range(calls):
        if number % 1000 == 999:
            wrong += [f"changed: {one.text}" for one in asked if one.game.position(one.text) != one.position]
            asked = [Asked(spec, chance) for spec in SPECS]
        one, two = wild(chance), wild(chance)
        name, call = chance.choice(chance.choice(asked).calls(one, two))
        try:
            call()
        except DOCUMENTED:
            continue
        except Exception as error:
            wrong.append(f"{name}({one!r:.60}, {two!r:.60}): {type(error).__name__}: {error!s:.100}")
    return wrong


def main() -> int:
    """Prints what went wrong, each kind once."""
    calls, seed = (int(word) for word in (sys.argv[1:] + ["100000", "1"][len(sys.argv) - 1 :])[:2])
    wrong = run(calls, seed)
    for line in {line.partition("(")[0] + line.rpartition("): ")[2]: line for line in wrong}.values():
        print(line)
    print(f"{calls} calls, {len(wrong)} that ended otherwise than documented")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
