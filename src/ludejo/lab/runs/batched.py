"""Chunks of players who play many games at once with a network, such as `network:simulations=32`.

Such games are those of self-play: a search with few simulations on the network's master copy, its leaves evaluated
together with those of a thousand other games. Another room plays them (`--on gpu`), perhaps on another machine, which
need not have DuckDB: there the rows of a chunk are kept as a file of arrays, and `--on played:FOLDER` takes them in.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.runs.columns import NUMPY, Columns, Rows, columns_of
from ludejo.lab.runs.members import member_rows
from ludejo.lab.runs.plan import GAMES, MEMBERS, Chunk, make_player, meant_by
from ludejo.lab.runs.store import DRAWN, KeptGame, packed, types_of
from ludejo.play.game import Game
from ludejo.search.evaluation import ByNetwork
from ludejo.search.players import SearchPlayer
from ludejo.search.selection import PriorPlan
from ludejo.search.tree import clear

ARRAYS = ".npz"  # instead of .parquet
KEY = "key"


class BadArrays(Unusable):
    """A folder or a file that holds no chunk's rows."""


def plan_of(text: str, game: Game) -> PriorPlan:
    """How such a player searches: as `net:…` with the same words does."""
    player = make_player(meant_by(text), game, 1)
    assert isinstance(player, SearchPlayer)
    assert isinstance(player.engine.evaluation, ByNetwork)
    clear(player.engine.tree)
    return player.engine.evaluation.plan(player.engine.tree, player.level.simulations or 1)


# ---------------------------------------------------------------- rows as arrays


def as_arrays(chunk: Chunk, rows: Rows | Columns) -> bytes:
    """A chunk's rows as a file of NumPy's: a column an array, or all items of its lists with their lengths."""
    types = types_of(chunk)
    columns = columns_of(rows, types)
    arrays: dict[str, np.ndarray] = {KEY: np.array(chunk.key)}
    for name, values in columns.plain.items():
        arrays[f"{name}.missing"] = np.ma.getmaskarray(values)
        arrays[name] = np.array(values, str if types[name] == "VARCHAR" else None)
    for name, lists in columns.lists.items():
        every = [lists.get(number) for number in range(columns.rows)]
        arrays[f"{name}.missing"] = np.array([items is None for items in every])
        arrays[f"{name}.lengths"] = np.array([0 if items is None else len(items) for items in every], np.int32)
        empty = np.zeros(0, NUMPY[types[name].removesuffix("[]")])
        arrays[name] = np.concatenate([*lists.values(), empty])
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def from_arrays(chunk: Chunk, path: Path) -> Rows:
    """The same rows again; refuses a file of another chunk."""
    try:
        with np.load(path) as file:
            columns = dict(file)
        if str(columns[KEY]) != chunk.key:
            raise ValueError(json.loads(str(columns[KEY])).get("spec"))
        said = {name: _column(columns, name) for name in types_of(chunk)}
    except (OSError, ValueError, KeyError) as error:
        told = {"file": str(path), "problem": f"{error!s:.80}"}
        raise BadArrays(phrase("{file} holds no rows of this chunk: {problem}", **told)) from None
    return [
        {name: values[number] for name, values in said.items() if values[number] is not None}
        for number in range(len(columns["spec"]))
    ]


def _column(columns: dict[str, np.ndarray], name: str) -> list[Any]:
    values: list[Any] = columns[name].tolist()
    if f"{name}.lengths" in columns:
        values = list(np.split(columns[name], np.cumsum(columns[f"{name}.lengths"])[:-1]))
    missing = columns[f"{name}.missing"].tolist()
    return [None if gone else value for value, gone in zip(values, missing, strict=True)]


def arrays_in(folder: Path) -> list[Path]:
    """The chunks of games in a folder that are kept as arrays."""
    return sorted(folder.glob(f"{GAMES}-*{ARRAYS}"))


def games_in_arrays(path: Path) -> list[KeptGame]:
    """The games of a file of arrays that have ended, whatever chunk it holds."""
    with np.load(path) as file:
        names = ("spec", "first", "second", "setup", "winner", "move")
        rows = list(zip(*(_column(dict(file), name) for name in names), strict=True))
    return [
        KeptGame(spec, first, second, setup or None, None if winner == DRAWN else winner, tuple(moves.tolist()))
        for spec, first, second, setup, winner, moves in rows
        if winner >= 0 and moves is not None
    ]


def arrays_file(chunk: Chunk) -> str:
    """The name of a chunk's file of arrays."""
    return chunk.file_name.removesuffix(".parquet") + ARRAYS


def taken_from(folder: Path, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
    """A runner that plays nothing but a family's random games: the chunks of which a folder has the rows."""
    if not folder.is_dir():
        raise BadArrays(phrase("{folder} is no folder", folder=str(folder)))
    for chunk in chunks:
        path = folder / arrays_file(chunk)
        if path.is_file():
            yield chunk, packed(chunk, from_arrays(chunk, path))
        elif chunk.kind == MEMBERS:  # which take seconds, and no network
            yield chunk, packed(chunk, member_rows(chunk))
