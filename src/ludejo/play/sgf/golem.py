"""What Little Golem writes as SGF of Hex games, as the standard would have it.

Its files name no game (GM), give cells as two letters, column and row, and let W begin. W joins top and bottom there,
as B does in the standard. A swap lays the first stone on the mirrored cell in the other colour: the standard's
`swap-pieces`. RE is one letter and names whoever resigned, not the winner, so that it is left out: the moves tell.
"""

import re

from ludejo.play.sgf.text import Node, plain

SOURCE, SWAP, HEX = "littlegolem", "swap-pieces", "11"
COLOURS = {"B": "W", "W": "B", "PB": "PW", "PW": "PB", "BR": "WR", "WR": "BR"}
OTHER_GAMES = re.compile(r"(?!hex[0-9]*\b|null\b)[a-z]+[0-9]*\.", re.IGNORECASE)  # how events of other games begin


def is_golem(root: Node) -> bool:
    """Whether a file is of Little Golem's Hex games."""
    source, event = (plain(root.get(name, [""])[0]).strip() for name in ("SO", "EV"))
    return "GM" not in root and SOURCE in source.lower() and not OTHER_GAMES.match(event)


def standard(nodes: list[Node]) -> list[Node]:
    """The same game as the standard writes it."""
    has_white_first = next((("W" in node) for node in nodes if "W" in node or "B" in node), True)
    turned = [_node(node, COLOURS if has_white_first else {}) for node in nodes]
    turned[0] = {name: values for name, values in turned[0].items() if name != "RE"} | {"GM": [HEX]}
    return turned


def _node(node: Node, names: dict[str, str]) -> Node:
    return {
        names.get(name, name): [_move(value) for value in values] if name in ("B", "W") else values
        for name, values in node.items()
    }


def _move(value: str) -> str:
    text = value.strip().lower()
    if re.fullmatch("[a-z]{2}", text):
        return f"{text[0]}{ord(text[1]) - 96}"
    return SWAP if text == "swap" else text
