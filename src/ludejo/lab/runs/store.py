"""The folder of a run: Parquet files of zstd pages, one a chunk, and a file that says what the folder is.

DuckDB writes and reads them. It writes the same bytes for the same rows, since it is given one thread; a chunk gets
its name when it is whole and on disk. `tables` shows the folder as three tables, games, turns and openings.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import ludejo
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.runs.columns import GAME_TYPES, MEMBER_TYPES, OPENING_TYPES, Rows
from ludejo.lab.runs.plan import MEMBERS, OPENINGS, TABLES, Chunk
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


class BadFolder(Unusable):
    """A folder that is no place for a run, or whose tables cannot be read."""


def database() -> DuckDBPyConnection:
    """An empty database in memory, with one thread."""
    try:
        import duckdb
    except ImportError:
        raise BadFolder(phrase("the lab needs DuckDB, expected ludejo[lab] to be installed")) from None
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("SET enable_progress_bar = false")
    return connection


# ---------------------------------------------------------------- a chunk


NUMPY = {
    "TINYINT": np.int8, "UTINYINT": np.uint8, "INTEGER": np.int32, "UINTEGER": np.uint32, "BIGINT": np.int64,
    "UBIGINT": np.uint64, "FLOAT": np.float32, "VARCHAR": object,
}  # fmt: skip


def types_of(chunk: Chunk) -> dict[str, str]:
    """The columns of a chunk, by its kind."""
    return {OPENINGS: OPENING_TYPES, MEMBERS: MEMBER_TYPES}.get(chunk.kind, GAME_TYPES)


@cache
def _packing(process: int) -> DuckDBPyConnection:
    """The database that packs all chunks of a process: to open one takes as long as a thousand random games."""
    return database()


def packed(chunk: Chunk, rows: Rows) -> bytes:
    """A chunk's rows as a Parquet file."""
    types, connection = types_of(chunk), _packing(os.getpid())
    with tempfile.TemporaryDirectory(prefix="ludejo-") as folder:
        parts, joins = [], []
        connection.register("plain", _plain(rows, types))
        for name, kind in types.items():
            if not kind.endswith("[]"):
                parts.append(f"plain.{name}::{kind} AS {name}")
                continue
            connection.register(f"flat_{name}", _flat(rows, name, NUMPY[kind.removesuffix("[]")]))
            lists = f"(SELECT number, list(value ORDER BY place) AS items FROM flat_{name} GROUP BY number)"
            joins.append(f"LEFT JOIN {lists} AS lists_{name} ON lists_{name}.number = plain.number")
            parts.append(f"lists_{name}.items::{kind} AS {name}")
        chosen = f"SELECT {', '.join(parts)} FROM plain {' '.join(joins)} ORDER BY plain.number"
        key, path = chunk.key.replace("'", "''"), Path(folder) / "chunk.parquet"
        options = f"FORMAT parquet, COMPRESSION zstd, KV_METADATA {{ludejo: '{key}'}}"
        connection.execute(f"COPY ({chosen}) TO '{path}' ({options})")
        return path.read_bytes()


def _plain(rows: Rows, types: dict[str, str]) -> dict[str, Any]:
    """The columns without lists; what a row does not say is masked."""
    columns: dict[str, Any] = {"number": np.arange(len(rows), dtype=np.int32)}
    for name, kind in types.items():
        if not kind.endswith("[]"):
            said = [row.get(name) for row in rows]
            filled = ["" if kind == "VARCHAR" else 0] * len(rows)
            values = [fill if value is None else value for value, fill in zip(said, filled, strict=True)]
            columns[name] = np.ma.masked_array(np.array(values, NUMPY[kind]), [value is None for value in said])
    return columns


def _flat(rows: Rows, name: str, kind: Any) -> dict[str, np.ndarray]:
    """The items of all lists of a column, one after the other, with the rows they belong to and their places."""
    lists = [(number, np.asarray(row[name], kind)) for number, row in enumerate(rows) if name in row]
    lengths = [len(items) for _, items in lists]
    return {
        "number": np.repeat(np.array([number for number, _ in lists], np.int32), lengths),
        "place": np.concatenate([np.arange(length, dtype=np.int32) for length in lengths] or [np.zeros(0, np.int32)]),
        "value": np.concatenate([items for _, items in lists] or [np.zeros(0, kind)]),
    }


# ---------------------------------------------------------------- the folder


class Store:
    """A folder, open for one program at a time. Whatever is wrong with it is said before anything is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
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

    def __exit__(self, *_: object) -> None:
        self.close()


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
            connection.execute(f"INSERT INTO {name} SELECT {', '.join(types)} FROM read_parquet(?)", [there])
    connection.execute(TURNS)
    return connection
