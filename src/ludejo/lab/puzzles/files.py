"""Puzzles on disk: JSON lines, one puzzle each, after a first line that says what they are, where there is one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ludejo.games.discovery import folder_of
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.puzzles.puzzle import Puzzle, read_puzzle
from ludejo.play.files import BadLines, Document, JsonLines, Line, as_line, put_text, read_lines

FORMAT, VERSION = "ludejo-positions", 1  # of a first line


class BadPuzzleFile(Unusable):
    """A file of puzzles that cannot be read, or gone on with."""


def puzzle_path(name: str) -> Path:
    """Where the puzzles of a game are, or would be."""
    return folder_of(name).file("puzzles.jsonl")


@lru_cache(maxsize=8)
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles in a game's folder, the easiest first."""
    path = puzzle_path(name)
    found = read_puzzles(path) if path.is_file() else []
    return tuple(sorted(found, key=lambda puzzle: puzzle.difficulty))


@lru_cache(maxsize=8)
def _places(name: str) -> dict[str, int]:
    return {puzzle.id: place for place, puzzle in enumerate(puzzles_of(name))}


def place_of(name: str, id: str) -> int | None:
    """Where a puzzle stands among those of a game, from 0; None, if there is none of that id."""
    return _places(name).get(id)


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file, in the order in which they were found."""
    try:
        _, found = _understood(path, read_lines(path))
    except BadLines as error:
        raise BadPuzzleFile(error.reason) from None
    if not found:
        raise BadPuzzleFile(phrase("{file} holds no positions", file=str(path)))
    return found


def _understood(path: Path, lines: Iterable[Line]) -> tuple[Document | None, list[Puzzle]]:
    """The header of a file, if it has one, and its puzzles."""
    header: Document | None = None
    found: list[Puzzle] = []
    for place, document in lines:
        if not isinstance(document, dict):
            raise BadPuzzleFile(phrase("{file} is damaged: line {line} is no position", file=str(path), line=place))
        if place == 1 and "format" in document:
            header = document
            if header["format"] != FORMAT:
                raise BadPuzzleFile(phrase("{file} is no file of positions", file=str(path)))
            continue
        try:
            found.append(read_puzzle(document, header["spec"] if header else None))
        except (ValueError, TypeError, KeyError):
            raise BadPuzzleFile(
                phrase("{file} is damaged: line {line} is no position", file=str(path), line=place)
            ) from None
    return header, found


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Put a file of puzzles in the place of another, whole or not at all."""
    put_text(path, "".join(as_line(puzzle.document()).decode() for puzzle in puzzles))


class PuzzleFile:
    """A file that grows by puzzles, held by one program at a time. A header says what belongs into it."""

    def __init__(self, path: Path, header: Document | None = None, resume: bool = True) -> None:
        self.path = path
        try:
            self._file = JsonLines(path)
        except BadLines as error:
            raise BadPuzzleFile(error.reason) from None
        try:
            self._go_on(header and {"format": FORMAT, "version": VERSION, **header}, resume)
        except BaseException:
            self.close()
            raise

    def _go_on(self, header: Document | None, resume: bool) -> None:
        self.header, self.puzzles = header, list[Puzzle]()
        if self._file.is_empty:
            if header:
                self._file.append(header)
            return
        if not resume:
            raise BadPuzzleFile(
                phrase("{file} is there already; --resume goes on with it, --out names another", file=str(self.path))
            )
        was, self.puzzles = _understood(self.path, self._file.lines())
        for key, value in (header or {}).items():
            if (was or {}).get(key) != value:
                told = json.dumps((was or {}).get(key), ensure_ascii=False)
                raise BadPuzzleFile(
                    phrase(
                        "{file} holds other positions: its {key} is {was}, not {wanted}",
                        file=str(self.path),
                        key=key,
                        was=told,
                        wanted=json.dumps(value),
                    )
                )

    def add(self, puzzle: Puzzle) -> bool:
        """Put a puzzle on disk that is not there yet."""
        if any(puzzle.position == other.position for other in self.puzzles):
            return False
        self._file.append(puzzle.document())
        self.puzzles.append(puzzle)
        return True

    def replace(self, old: Puzzle, new: Puzzle | None) -> None:
        """Put one puzzle in another's place, or nothing; a new file takes the old one's place."""
        kept = [each for each in (new if puzzle is old else puzzle for puzzle in self.puzzles) if each]
        self._file.rewrite([*([self.header] if self.header else []), *(puzzle.document() for puzzle in kept)])
        self.puzzles = kept

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def __enter__(self) -> PuzzleFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
