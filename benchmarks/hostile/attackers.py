"""The attackers' process: says ready, waits for a line, attacks, and writes what it was answered as JSON."""

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections import Counter
from pathlib import Path

from benchmarks.hostile.arsenal import ATTACKS, WIDTHS, Attack
from benchmarks.hostile.attacks import idle
from benchmarks.hostile.visitors import Ended, Visitor

TASKS_OF_ONE, TASKS_OF_ALL = 24, 200  # fifty visitors do four things at once each, one alone does 24
NEVER_MADE = "never made:"  # what an attack needs first, and no visitor got: then it attacked nothing
NICENESS = 5  # attackers would have machines of their own


async def attack(asked: argparse.Namespace, victims: list[str]) -> Counter[str]:
    """Attack for so many seconds; what all visitors together were answered."""
    work = ATTACKS.get(asked.attack, idle)
    hosts = [f"127.9.{_place(asked.attack)}.{k + 1}" for k in range(asked.visitors)]
    visitors = [Visitor(asked.address, host, Path(asked.materials), victims) for host in hosts]
    width = WIDTHS.get(asked.attack, TASKS_OF_ONE)
    width = width if asked.visitors == 1 else max(2, min(width, max(width, TASKS_OF_ALL) // asked.visitors))
    tasks = [asyncio.create_task(_again(work, visitor)) for visitor in visitors for _ in range(width)]
    await asyncio.sleep(asked.seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=5)
    answers = sum((visitor.answers for visitor in visitors), Counter())
    nobodys = set.intersection(*(visitor.unprepared for visitor in visitors))
    return answers + Counter({f"{NEVER_MADE} {name}": len(visitors) for name in nobodys})


def _place(attack: str) -> int:
    """Each attack has addresses of its own: what one has used up of its allowance is no other's."""
    return list(ATTACKS).index(attack) + 1 if attack in ATTACKS else 0


async def _again(work: Attack, visitor: Visitor) -> None:
    while True:
        try:
            with contextlib.suppress(Ended):
                await work(visitor)
        except Exception as error:  # whatever happens to an attacker, it goes on
            visitor.answers[type(error).__name__] += 1
        await asyncio.sleep(0)


def main() -> None:
    """Attack when told to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attack")
    parser.add_argument("--address", required=True)
    parser.add_argument("--visitors", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--materials", required=True)
    asked = parser.parse_args()
    os.nice(NICENESS)
    print("ready", flush=True)
    victims = json.loads(sys.stdin.readline())
    answers = asyncio.run(attack(asked, victims))
    print(json.dumps(dict(answers)), flush=True)
    os._exit(0)  # whatever is still half open


if __name__ == "__main__":
    main()
