"""The folder of a run: Parquet files of zstd pages, one a chunk, and a file that says what the folder is.

DuckDB writes and reads them. It writes the same bytes for the same rows, since it is given one thread; a chunk gets
its name when it is whole and on disk. `tables` shows the folder as three tables, games, turns and openings.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import ludejo
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.runs.columns import GAME_TYPES, MEMBER_TYPES, NUMPY, OPENING_TYPES, Columns, Rows, columns_of
from ludejo.lab.runs.plan import GAMES, MEMBERS, OPENINGS, TABLES, Chunk
from ludejo.play.extras import importing
from ludejo.play.files import holds, put_text, written_aside

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MARK = "ludejo-lab.json"
CHUNKS = "chunks"
TURNS = """
CREATE VIEW turns AS
SELECT spec, first, second, game, ply, who[ply] AS who, move[ply] AS move, choices[ply] AS choices,
       simulations[ply] AS simulations, before[ply] AS before, before[ply + 1] AS after
FROM (SELECT *, unnest(range(1, plies + 1)) AS ply FROM games WHERE move IS NOT NULL)
"""


KEPT = """
SELECT DISTINCT ON (spec, first, second, game, setup, trace) spec, first, second, setup, winner, move
FROM read_parquet(?) WHERE move IS NOT NULL AND winner >= 0 ORDER BY spec, first, second, game, setup, trace
"""
DRAWN = 2  # as a winner


class BadFolder(Unusable):
    """A folder that is no place for a run, or whose tables cannot be read."""


def database() -> DuckDBPyConnection:
    """An empty database in memory, with one thread."""
    with importing("lab"):
        import duckdb
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("SET enable_progress_bar = false")
    return connection


# ---------------------------------------------------------------- a chunk


def types_of(chunk: Chunk) -> dict[str, str]:
    """The columns of a chunk, by its kind."""
    return {OPENINGS: OPENING_TYPES, MEMBERS: MEMBER_TYPES}.get(chunk.kind, GAME_TYPES)


@cache
def _packing(process: int) -> DuckDBPyConnection:
    """The database that packs all chunks of a process: to open one takes as long as a thousand random games."""
    return database()


def packed(chunk: Chunk, rows: Rows | Columns) -> bytes:
    """A chunk's rows as a Parquet file."""
    types, connection = types_of(chunk), _packing(os.getpid())
    columns = columns_of(rows, types)
    with tempfile.TemporaryDirectory(prefix="ludejo-") as folder:
        connection.register("plain", {"number": np.arange(columns.rows, dtype=np.int32), **columns.plain})
        parts, joins = {name: f"plain.{name}" for name in columns.plain}, []
        for place, alike in enumerate(_alike(columns)):
            connection.register(f"flat_{place}", _flat(columns, alike, types))
            items = ", ".join(f"list({name} ORDER BY place) AS {name}" for name in alike)
            lists = f"(SELECT number, {items} FROM flat_{place} GROUP BY number)"
            joins.append(f"LEFT JOIN {lists} AS lists_{place} ON lists_{place}.number = plain.number")
            parts |= {name: f"lists_{place}.{name}" for name in alike}
        said = ", ".join(f"{parts[name]}::{kind} AS {name}" for name, kind in types.items())
        chosen = f"SELECT {said} FROM plain {' '.join(joins)} ORDER BY plain.number"
        key, path = chunk.key.replace("'", "''"), Path(folder) / "chunk.parquet"
        options = f"FORMAT parquet, COMPRESSION zstd, KV_METADATA {{ludejo: '{key}'}}"
        connection.execute(f"COPY ({chosen}) TO '{path}' ({options})")
        return path.read_bytes()


def _alike(columns: Columns) -> list[list[str]]:
    """The columns of lists, those together whose lists are as long as each other's."""
    found: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for name, lists in columns.lists.items():
        found.setdefault(tuple((number, len(items)) for number, items in lists.items()), []).append(name)
    return list(found.values())


def _flat(columns: Columns, names: list[str], types: dict[str, str]) -> dict[str, np.ndarray]:
    """The items of all lists of some columns, one after the other, with the rows they belong to and their places."""
    lengths = {number: len(items) for number, items in columns.lists[names[0]].items()}
    total = sum(lengths.values())
    starts = np.repeat(np.cumsum([0, *lengths.values()])[:-1], list(lengths.values()))
    flat = {
        "number": np.repeat(np.array(list(lengths), np.int32), list(lengths.values())),
        "place": (np.arange(total) - starts).astype(np.int32),
    }
    for name in names:
        empty = np.zeros(0, NUMPY[types[name].removesuffix("[]")])
        flat[name] = np.concatenate([*columns.lists[name].values(), empty])
    return flat


# ---------------------------------------------------------------- the folder


class Store:
    """A folder, open for one program at a time. Whatever is wrong with it is said before anything is changed.

    A run that turns out to be unusable before its first chunk leaves nothing: the folder goes as it came.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made = [path for path in (folder, *folder.parents) if not path.exists()]  # the innermost first
        self._is_new = not (folder / MARK).exists()
        if folder.exists():
            self._check()
        (folder / CHUNKS).mkdir(parents=True, exist_ok=True)
        if not (folder / MARK).exists():
            put_text(folder / MARK, json.dumps(_mark(), indent=1) + "\n")
        self._hold = open(folder / MARK, "rb")  # noqa: SIM115  closed by close()
        if not holds(self._hold):
            self._hold.close()
            raise BadFolder(phrase("{folder} is being written by another program", folder=str(folder)))

    def _check(self) -> None:
        if not self.folder.is_dir():
            raise BadFolder(phrase("{folder} is no folder", folder=str(self.folder)))
        if (self.folder / MARK).exists():
            check_mark(self.folder)
        elif any(self.folder.iterdir()):
            told = {"folder": str(self.folder)}
            raise BadFolder(phrase("{folder} holds something else than a run, expected a new or empty folder", **told))

    def path_of(self, chunk: Chunk) -> Path:
        """Where a chunk is, once it is there."""
        return self.folder / CHUNKS / chunk.file_name

    def has(self, chunk: Chunk) -> bool:
        """Whether a chunk was played."""
        return self.path_of(chunk).exists()

    def put(self, chunk: Chunk, data: bytes) -> None:
        """Keep a chunk: at every moment all of it is there, or nothing."""
        with written_aside(self.path_of(chunk)) as file:
            file.write(data)

    def close(self) -> None:
        """Let others have the folder."""
        self._hold.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close()
        if kind is not None and issubclass(kind, Unusable) and self._is_new:
            self._take_back()

    def _take_back(self) -> None:
        """Remove what this program made and found no use for."""
        with suppress(OSError):  # a folder that holds something by now stays
            (self.folder / CHUNKS).rmdir()
            (self.folder / MARK).unlink()
            for path in self._made:
                path.rmdir()


def _mark() -> dict[str, Any]:
    return {"format": "ludejo-lab", "tables": TABLES, "ludejo": ludejo.__version__}


def check_mark(folder: Path) -> None:
    """Refuse a folder that another version wrote, or that is none of ours."""
    try:
        found = json.loads((folder / MARK).read_text("utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or found.get("format") != "ludejo-lab":
        raise BadFolder(phrase("{folder} is no folder of a run", folder=str(folder)))
    for key, value in _mark().items():
        if found.get(key) != value:
            told = {"folder": str(folder), "key": key, "was": f"{found.get(key)!s:.40}", "wanted": str(value)}
            raise BadFolder(phrase("{folder} is of another version: its {key} is {was}, not {wanted}", **told))


# ---------------------------------------------------------------- the tables


def tables(store: Path, chunks: Sequence[Chunk]) -> DuckDBPyConnection:
    """The chunks that are there as tables games, turns and openings."""
    connection = database()
    for name, types in (("games", GAME_TYPES), ("openings", OPENING_TYPES)):
        paths = [store / CHUNKS / chunk.file_name for chunk in chunks if chunk.kind == name]
        there = sorted(str(path) for path in paths if path.exists())
        columns = ", ".join(f"{column} {kind}" for column, kind in types.items())
        connection.execute(f"CREATE TABLE {name} ({columns})")
        if there:
            read(connection, f"INSERT INTO {name} SELECT {', '.join(types)} FROM read_parquet(?)", there)
    connection.execute(TURNS)
    return connection


def read(connection: DuckDBPyConnection, query: str, paths: Sequence[str]) -> DuckDBPyConnection:
    """Ask something of files; where it fails, a sentence says which of them is spoilt."""
    import duckdb

    try:
        return connection.execute(query, [list(paths)])
    except duckdb.Error:
        for path in paths:
            try:
                database().execute("SELECT count(*) FROM read_parquet(?)", [path]).fetchall()
            except duckdb.Error:
                raise BadFolder(
                    phrase("{file} is spoilt; without it, the same command plays it again", file=path)
                ) from None
        raise


class KeptGame(NamedTuple):
    """A game that was kept move by move, and has ended."""

    spec: str
    first: str  # who sat first
    second: str
    setup: str | None  # the arrangement, where one is drawn
    winner: int | None  # the seat; None: a draw
    moves: tuple[int, ...]  # rolls among them


def kept_games(folder: Path) -> Iterator[KeptGame]:
    """The games in a folder, whatever runs they were of. A game that is in two chunks, since a run grew, comes once."""
    check_mark(folder)
    paths = sorted(str(path) for path in (folder / CHUNKS).glob(f"{GAMES}-*.parquet"))
    if not paths:
        return
    found = read(database(), KEPT, paths)
    while row := found.fetchone():
        spec, first, second, setup, winner, moves = row
        yield KeptGame(spec, first, second, setup or None, None if winner == DRAWN else winner, tuple(moves))
