"""A second checker of fair dice, written from docs/fair-dice.md alone; the dice's faces come from the naive rules.

It reads a record as JSON and lists every check of that page that fails, by its number there.
"""

import hashlib
import hmac
import json
import re
from typing import Any

from naive.atmalof import Naive


def roll(secret: bytes, nonces: list[str], k: int, faces: int) -> int:
    """Step 3."""
    attempt = 0
    while True:
        message = "|".join([hashlib.sha256(secret).hexdigest(), nonces[0], nonces[1], str(k), str(attempt)])
        number = int.from_bytes(hmac.digest(secret, message.encode("ascii"), "sha256")[:8], "big")
        if number < 2**64 - 2**64 % faces:
            return 1 + number % faces
        attempt += 1


def is_whole(number: Any, least: int = 0) -> bool:
    return type(number) is int and least <= number < 1_000_000


def is_told(one: Any) -> bool:
    """Whether a roll that was taken back is described."""
    least = {"k": 0, "faces": 1, "face": 1, "turn": 1, "seat": 0}
    return set(one) == {*least, "drop"} and all(is_whole(one[key], low) for key, low in least.items())


def failures(text: str, rules: Naive, commitment: str = "", nonce: str = "", seat: int = 0) -> set[int]:
    """The numbers of the checks that a record fails; commitment, nonce and seat are what a player remembers."""
    record = json.loads(text)
    dice, failed = record["dice"], set()
    texts = [dice.get("secret"), dice.get("commitment")]
    nonces = dice.get("nonces")
    if not all(isinstance(one, str) and re.fullmatch("[0-9a-f]{64}", one) for one in texts):
        return {1}
    if not isinstance(nonces, list) or len(nonces) != 2:
        return {1}
    if not all(isinstance(one, str) and re.fullmatch("[A-Za-z0-9_-]{0,64}", one) for one in nonces):
        return {1}
    secret = bytes.fromhex(dice["secret"])
    if hashlib.sha256(secret).hexdigest() != dice["commitment"]:
        failed.add(1)
    thrown = rolls_in_moves(record["moves"], rules)
    kept, undone = dice.get("rolls"), dice.get("taken_back") or []
    if not isinstance(kept, list) or not all(is_whole(k) for k in kept) or len(kept) != len(thrown):
        return failed | {2}
    if kept != sorted(set(kept)):
        failed.add(2)
    if not all(is_told(one) for one in undone):
        return failed | {3}
    numbers = sorted(kept + [one["k"] for one in undone])
    if numbers != list(range(len(numbers))):
        failed.add(3)
    for k, (_, faces, face) in zip(kept, thrown, strict=True):
        if roll(secret, nonces, k, faces) != face:
            failed.add(4)
    for one in undone:
        if one["faces"] != faces_of(one["drop"], rules) or roll(secret, nonces, one["k"], one["faces"]) != one["face"]:
            failed.add(5)
        if any(k < one["k"] and turn >= one["turn"] for k, (turn, _, _) in zip(kept, thrown, strict=True)):
            failed.add(6)
    if dice["commitment"] != (commitment or dice["commitment"]) or nonces[seat] != (nonce or nonces[seat]):
        failed.add(7)
    return failed if are_added(nonces, [player.get("kind") for player in record["players"]]) else failed | {8}


def are_added(nonces: list[str], kinds: list[str | None]) -> bool:
    """Check 8."""
    if kinds[0] == kinds[1] == "program":
        return nonces[0] != "" and nonces[1] == ""
    of_people = [nonce for nonce, kind in zip(nonces, kinds, strict=True) if kind != "program"]
    of_programs = [nonce for nonce, kind in zip(nonces, kinds, strict=True) if kind == "program"]
    return any(of_people) and not any(of_programs)


def faces_of(drop: Any, rules: Naive) -> int | None:
    """Of the die for a row or a column; none for what is neither."""
    lines = {f"R{row}": rules.C for row in range(1, rules.rows + 1)}
    return (lines | {f"C{column}": rules.R for column in range(1, rules.columns + 1)}).get(drop)


def rolls_in_moves(moves: list[str], rules: Naive) -> list[tuple[int, int, int]]:
    """Turn, faces and face of each roll."""
    found = []
    for turn, text in enumerate(moves, 1):
        if ":" in text:
            announcement, face = text.split(":")
            rules.play(announcement)
            found.append((turn, len(rules.legal()), int(face)))
            rules.play(face)
        else:
            rules.play(text)
    return found
