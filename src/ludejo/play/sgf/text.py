"""The grammar of SGF FF[4], for any game: nodes of properties with values. What they mean is no matter here.

Values are kept as they stand in the file, escapes included; plain, composed, escape and compose convert them.
The one library for it that is not tied to Go's properties, sgfmill, has had no release since 2018, skips what it
cannot read, and keeps this part of it undocumented; so the grammar, which is small, is here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import phrase

Node = dict[str, list[str]]  # a property's name: its values

NODES_IN_A_ROW = 10
_TOKEN = re.compile(r"\s*(?:([(;)])|([A-Za-z]+)|\[([^\\\]]*(?:\\.[^\\\]]*)*)\])", re.DOTALL)
_COMPOSED = re.compile(r"([^\\:]*(?:\\.[^\\:]*)*):(.*)", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\n\r|\r")


@dataclass
class Branch:
    """A line of nodes: the main one, or a variation of another line."""

    line: int = 0  # the number of the line it leaves
    after: int = 0  # how many nodes of that, counted from the root, come before its own
    nodes: list[Node] = field(default_factory=list)


@dataclass
class _Tree:
    """An open tree while it is read."""

    line: int  # the number of the branch that its nodes belong to
    count: int = 0  # of the trees that have begun in it
    forks: int = 0  # the number of nodes, counted from the root, after which they begin


class _Reader:
    """Takes one token after another; a method answers with what is wrong, if anything is."""

    def __init__(self) -> None:
        self.branches = [Branch()]
        self.trees = [_Tree(0)]  # those that are open; the first stands for the whole text
        self.name = ""
        self.values: list[str] | None = None  # of the property that is being read
        self.node: Node | None = None

    def take(self, sign: str | None, name: str | None, value: str | None) -> str | None:
        """One token: a sign, a property's name or a value."""
        if value is not None:
            return self._value(value)
        if self.values == []:
            return f"property {self.name} has no value"
        self.values = None
        if name is not None:
            return self._property(name)
        return {"(": self._open, ")": self._close, ";": self._begin_node}[sign or ""]()

    def _value(self, value: str) -> str | None:
        if self.values is None:
            return "a value stands without a property"
        self.values.append(value)
        return None

    def _property(self, name: str) -> str | None:
        self.name = "".join(letter for letter in name if letter.isupper())  # formats before FF[4] had AddBlack for AB
        if self.node is None or not self.name:
            return f"{quoted(name)} is no property of any node"
        self.values = []
        known = self.node.setdefault(self.name, self.values)
        if known is not self.values:
            return f"property {self.name} stands twice in one node"
        return None

    def _open(self) -> str | None:
        tree = self.trees[-1]
        if len(self.trees) == 1 and tree.count:
            return phrase("a second game begins, expected one")
        if len(self.trees) > 1 and self.node is None and not tree.count:
            return phrase("a tree begins without a node")
        tree.count += 1
        if tree.count == 1:
            branch = self.branches[tree.line]
            tree.forks = branch.after + len(branch.nodes)
            self.trees.append(_Tree(tree.line))
        else:
            self.branches.append(Branch(tree.line, tree.forks))
            self.trees.append(_Tree(len(self.branches) - 1))
        self.node = None
        return None

    def _close(self) -> str | None:
        if len(self.trees) == 1 or (self.node is None and not self.trees[-1].count):
            return phrase("a ) without its (, or an empty tree")
        self.trees.pop()
        self.node = None
        return None

    def _begin_node(self) -> str | None:
        if len(self.trees) == 1 or self.trees[-1].count:
            return phrase("a node stands outside a tree, or after a variation")
        self.node = {}
        self.branches[self.trees[-1].line].nodes.append(self.node)
        return None


def read_tree(text: str) -> list[Branch]:
    """The one game in a text: its main line, then its variations in the order in which they stand there."""
    text = text.lstrip("\ufeff").rstrip()
    reader, place = _Reader(), 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        expected = phrase("expected ( ; ) a property or a value in brackets")
        wrong = reader.take(*token.groups()) if token else expected
        if token is None or wrong:
            told = {"line": text.count("\n", 0, place) + 1, "here": quoted(text[place : place + 20].strip())}
            raise BadRecord(phrase("the SGF cannot be read in line {line} at {here}: {why}", **told, why=wrong))
        place = token.end()
    if len(reader.trees) > 1 or not reader.branches[0].nodes:
        raise BadRecord(phrase("the SGF ends before the game does") if text else phrase("the SGF is empty"))
    return reader.branches


def main_line(text: str) -> list[Node]:
    """The nodes of the one game in a text: where there are variations, the first one."""
    return read_tree(text)[0].nodes


def plain(value: str) -> str:
    """A value without escapes: \\] is ], an escaped line end is nothing, other white space is a space."""
    text = _LINE_END.sub("\n", value)
    text = re.sub(r"\\(.)", lambda escaped: escaped[1].strip("\n"), text, flags=re.DOTALL)
    return re.sub(r"[\t\v\f]", " ", text)


def composed(value: str) -> tuple[str, str] | None:
    """The two halves of a value that is composed with a colon."""
    halves = _COMPOSED.fullmatch(value)
    return (plain(halves[1]), plain(halves[2])) if halves else None


def escape(text: str) -> str:
    """A text as a value."""
    return re.sub(r"([\\\]:])", r"\\\1", text)


def compose(first: str, second: str) -> str:
    """Two texts as one value, composed with a colon."""
    return f"{escape(first)}:{escape(second)}"


def write_tree(branches: Sequence[Branch]) -> str:
    """A game with its variations: the root with a line for each property, the other nodes ten in a row."""
    root = [name + "".join(f"[{value}]" for value in values) for name, values in branches[0].nodes[0].items()]
    return "(;" + "\n".join([*root, *_rows(branches)]) + ")\n"


class _Rest(NamedTuple):
    """What is still to be written of a branch: from a place on, counted in nodes from the root."""

    number: int
    place: int
    forked: int  # the last place whose variations have been seen to


def _rows(branches: Sequence[Branch]) -> Iterator[str]:
    """What follows the root. Variations may be nested deeply: what waits stands on a stack of our own."""
    forks: dict[int, dict[int, list[int]]] = {}
    for number, branch in enumerate(branches[1:], 1):
        forks.setdefault(branch.line, {}).setdefault(branch.after, []).append(number)
    waiting: list[_Rest | str] = [_Rest(0, 1, 0)]
    while waiting:
        rest = waiting.pop()
        if isinstance(rest, str):
            yield rest
            continue
        branch, own = branches[rest.number], forks.get(rest.number, {})
        last = branch.after + len(branch.nodes)
        end = min((place for place in own if place > rest.forked), default=last)
        yield from _in_rows(branch.nodes[rest.place - branch.after : end - branch.after])
        trees = [_Rest(other, end, end) for other in own.get(end, ())]
        if end < last:
            trees.insert(0, _Rest(rest.number, end, end))
        for tree in reversed(trees):
            waiting += [")", tree, "("]


def _in_rows(nodes: Sequence[Node]) -> Iterator[str]:
    texts = ["".join(name + "".join(f"[{v}]" for v in values) for name, values in node.items()) for node in nodes]
    for start in range(0, len(texts), NODES_IN_A_ROW):
        yield ";" + ";".join(texts[start : start + NODES_IN_A_ROW])
