"""Puzzles from random games: positions shortly before the end with a forced win, all moves sorted by the solver.

Each has a forced win for the player to move, the moves that win, and at least one move that does not. The same seed
gives the same positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.kernels import buffer
from ludejo.games.phrases import phrase
from ludejo.lab.puzzles.files import BadPuzzleFile, PuzzleFile
from ludejo.lab.puzzles.proving import Prover, shortest_win
from ludejo.lab.puzzles.puzzle import Puzzle, own_moves
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.scratch import copied
from ludejo.solve.searches import ForcedSearch, Tables

MOST_TURNS = 400  # of a random game
BEFORE_END = 12  # a position is at most so many turns before the end of its game
MEMORY_MB = 48
EFFORT = 12_000  # positions to look at for each move that does not win soon
PATIENCE = 300  # games without a position of the wanted length; then any will do
DESPAIR = 3_000  # games without any new position; then there are hardly more


class RandomGames:
    """Random games of one variant, from its start or one given, and their positions with wins of so many plies."""

    def __init__(self, game: Game, seed: int = 1, most_plies: int = 5, start: Position | None = None) -> None:
        self.game, self.seed, self.most_plies, self.start = game, seed, most_plies, start
        self.prover = Prover(game)

    def puzzle(self, number: int, lengths: Collection[int] | None = None) -> Puzzle | None:
        """The position of one random game, if it has an answer in one of so many own moves."""
        position = self.position(number)
        if position.is_over or position.to_move is None:
            return None
        search = ForcedSearch(Tables(self.game, position, MEMORY_MB), position)
        plies = shortest_win(search, position, range(1, self.most_plies + 1))
        if plies is None or (lengths is not None and own_moves(plies) not in lengths):
            return None
        found = {position.move_text(move): self._wins(search, position, move) for move in position.legal}
        wins = tuple(text for text, won in found.items() if won)
        undecided = tuple(text for text, won in found.items() if won is None)
        if len(wins) == len(found):
            return None
        return Puzzle(self.game.spec, number, position.text, wins, undecided, plies)

    def position(self, number: int) -> Position:
        """A position shortly before the end of a random game, no die being due."""
        rules, board, dice = self.game.rules, self.game.board, seeded(self.seed * 1_000_003 + number)
        start = self.start or self.game.start(seed=roll(dice, 1 << 31))
        state, out = copied(start.state), buffer(board)
        moves: list[int] = []
        while rules.outcome(state) == ONGOING and len(moves) < MOST_TURNS:
            move = int(out[roll(dice, rules.legal_moves(board, state, out))])
            moves.append(move)
            rules.play(board, state, move)
        position = start
        for move in moves[: max(0, len(moves) - 1 - roll(dice, BEFORE_END))]:
            position = position.after(move)
        while int(rules.to_move(position.state)) == CHANCE and position.parent is not None:
            position = position.parent
        return position

    def _wins(self, search: ForcedSearch, position: Position, move: int) -> bool | None:
        """Whether a move wins for certain; None if that is not known."""
        after, seat = position.after(move), position.to_move or 0
        if not after.is_over and search.within(after, seat, self.most_plies - 1):
            return True
        return self.prover.wins(search.tables, after, seat, WorkBudget(nodes=EFFORT))


def open_file(path: Path, games: RandomGames, resume: bool = False) -> PuzzleFile:
    """A file for positions of these games, or the one that is to be gone on with."""
    header: dict[str, object] = {"spec": games.game.spec, "seed": games.seed, "plies": games.most_plies}
    if games.start is not None:
        header["position"] = games.start.text
    return PuzzleFile(path, header, resume)


def fill(file: PuzzleFile, games: RandomGames, count: int) -> Iterator[Puzzle]:
    """Add positions until there are so many, and give each as it is on disk.

    Wins in one own move, in two, and so on are taken in equal numbers, as far as random games have them.
    """
    longest = own_moves(games.most_plies)
    share = -(-count // longest)
    lengths = Counter(puzzle.turns for puzzle in file.puzzles)
    number = last = file.puzzles[-1].number if file.puzzles else -1
    while len(file.puzzles) < count:
        number += 1
        if number - last > DESPAIR:
            found = len(file.puzzles)
            raise BadPuzzleFile(
                phrase(
                    "no position in {games} games: {file} stays at {found} of {count}",
                    games=DESPAIR,
                    file=str(file.path),
                    found=found,
                    count=count,
                )
            )
        rare = {length for length in range(1, longest + 1) if lengths[length] < share}
        puzzle = games.puzzle(number, None if number - last > PATIENCE else rare)
        if puzzle is not None and file.add(puzzle):
            lengths[puzzle.turns] += 1
            last = number
            yield puzzle
