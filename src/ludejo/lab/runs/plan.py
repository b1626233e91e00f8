"""What a run plays, cut into chunks. A chunk is some seconds of work and is determined by its key alone.

Its key says the variant, the players, who judges, the games' numbers, the seed, and the versions of the program and
of the tables. So a chunk that is there is never played again, wherever it was played; and a run that asks for more
games, players or variants in the same folder finds what it shares with the runs before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import ludejo
from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.lab.ladder import file_name
from ludejo.play.game import Game
from ludejo.search.engine import WORTH
from ludejo.search.network import finest_file, master_file, usable_network
from ludejo.search.players import BadPlayer, RandomPlayer, SearchPlayer, read_player

TABLES = 1  # the version of what is written
GAMES, OPENINGS, MEMBERS = "games", "openings", "members"  # kinds of chunks
JUDGE = "search:simulations=200,memory_mb=16"
CHUNK_WORK = 600_000  # simulations of the plain search: some seconds
LARGEST_CHUNK = 4096  # games
MOST_GAMES = 100_000_000
RECORDED_EVERY = 100  # random games are so quick that only one in so many is kept move by move, and judged
OPENING_FACTOR = 10  # first moves are judged by so many times the simulations
BATCHED = "network:"  # players of self-play, who play in batches
BATCHED_CHUNK = 128  # games: there is always a thousand under way


class BadRun(Unusable):
    """A run that cannot be played."""


@dataclass(frozen=True)
class Chunk:
    """A piece of a run: `count` games from number `start` on, or the first moves of arrangement `start`."""

    kind: str
    spec: str
    players: tuple[str, ...]  # two; of openings none
    judge: str
    every: int  # one game in so many is judged
    seed: int
    start: int
    count: int
    networks: tuple[str, ...] = ()  # by their hashes, of those who play or judge with one

    @property
    def key(self) -> str:
        """All that determines it, as a line of JSON."""
        return json.dumps(asdict(self) | {"tables": TABLES, "ludejo": ludejo.__version__}, sort_keys=True)

    @property
    def file_name(self) -> str:
        """The same for the same key, different for others."""
        mark = hashlib.blake2b(self.key.encode(), digest_size=8).hexdigest()
        who = "-".join(file_name(player, 24) for player in self.players)
        return f"{self.kind}-{file_name(self.spec, 40)}-{who}-{self.start:08}-{mark}.parquet"

    def __str__(self) -> str:
        return f"{self.kind} {self.start + 1} to {self.start + self.count} of {self.spec} by {' – '.join(self.players)}"


@dataclass(frozen=True)
class Run:
    """What is asked for. Each player meets itself, and each the next one."""

    specs: tuple[str, ...]
    players: tuple[str, ...]  # the weakest first
    games: tuple[int, ...]  # of each player with itself
    pairs: int | None = None  # games between neighbours; none: as many as the stronger one plays with itself
    judge: str = JUDGE
    every: int = 10  # one game in so many is judged
    arrangements: int = 8  # whose first moves are judged, where the start is drawn; 0: nobody's
    seed: int = 1

    def chunks(self) -> list[Chunk]:
        """All of it, in an order in which all specs and players grow together."""
        lines = [self.line(spec, who, count) for spec in self.specs for who, count in self.pairings()]
        lines += [self.openings(spec) for spec in self.specs]
        longest = max(map(len, lines), default=0)
        return [line[k] for k in range(longest) for line in lines if k < len(line)]

    def pairings(self) -> list[tuple[tuple[str, str], int]]:
        """Who meets whom, and how often."""
        own = [((player, player), count) for player, count in zip(self.players, self.games, strict=True)]
        met = [
            ((stronger, weaker), count if self.pairs is None else self.pairs)
            for (weaker, _), (stronger, count) in pairwise(zip(self.players, self.games, strict=True))
        ]
        return [pairing for pairing in own + met if pairing[1] > 0]

    def line(self, spec: str, players: tuple[str, str], games: int) -> list[Chunk]:
        """The games of two players, in their order."""
        every = max(self.every, RECORDED_EVERY) if is_random(players) else self.every
        judge = self.judge
        if any(map(is_batched, players)):  # who say themselves what they think of every position
            judge, every = judge if is_batched(judge) else players[0], 1
        networks = _networks(spec, (*players, judge))
        whole = Chunk(GAMES, spec, players, judge, every, self.seed, 0, games, networks)
        size = chunk_size(whole)
        return [replace(whole, start=start, count=min(size, games - start)) for start in range(0, games, size)]

    def openings(self, spec: str) -> list[Chunk]:
        """A chunk for each start whose first moves are judged."""
        many = self.arrangements if ludejo.game(spec).is_arranged else min(self.arrangements, 1)
        networks = _networks(spec, (self.judge,))
        return [Chunk(OPENINGS, spec, (), self.judge, 1, self.seed, start, 1, networks) for start in range(many)]


def _networks(spec: str, players: tuple[str, ...]) -> tuple[str, ...]:
    """The networks that play a part, since they change more often than versions do."""
    marks = (network_mark(player, spec) for player in players)
    return tuple(sorted({mark for mark in marks if mark}))


def is_random(players: Sequence[str]) -> bool:
    """Whether nobody searches."""
    return all(player.strip() == "random" for player in players)


def is_batched(text: str) -> bool:
    """Whether a player plays in batches only, see batched.py."""
    return text.strip().startswith(BATCHED)


def refuse_batched(text: str) -> None:
    """Refuse who cannot play one game at a time."""
    if is_batched(text):
        raise BadPlayer(phrase("{given} plays many games at once, expected --on gpu", given=quoted(text)))


def meant_by(text: str) -> str:
    """The player that has the settings of one who plays in batches; of any other, itself."""
    return f"net:{text.strip().removeprefix(BATCHED)}" if is_batched(text) else text


def check_player(text: str, game: Game) -> None:
    """Refuse in a sentence who cannot play a game."""
    make_player(meant_by(text), game, 1).close()


def check_judge(text: str, game: Game) -> None:
    """Refuse in a sentence who cannot say what positions are worth."""
    check_player(text, game)
    if is_random((text,)):
        raise BadRun(phrase("a judge searches, expected such as {judge}", judge=JUDGE))


def batched_file(game: Game) -> Path | None:
    """The network that plays in batches: the master copy, or where there is none, the one that plays."""
    path = finest_file(game.name)
    return path if path == master_file(game.name) or usable_network(game) else None


def make_player(text: str, game: Game, seed: int) -> SearchPlayer | RandomPlayer:
    """A player who thinks for so many simulations and looks at no clock, so that the games can be played again."""
    refuse_batched(text)
    player = read_player(text)(game, seed)
    if isinstance(player, RandomPlayer):
        return player
    if not isinstance(player, SearchPlayer) or player.level.simulations is None:
        player.close()
        raise BadPlayer(
            phrase("{given} goes by the clock, expected such as 5, random or net:simulations=200", given=quoted(text))
        )
    player.level = replace(player.level, seconds=None)
    return player


@lru_cache(maxsize=256)
def effort(text: str, spec: str) -> int:
    """Simulations of a move, counted as those of the plain search."""
    player = make_player(meant_by(text), ludejo.game(spec), 1)
    if isinstance(player, RandomPlayer):
        return 0
    return (player.level.simulations or 0) * (WORTH if player.engine.has_network else 1)


@lru_cache(maxsize=256)
def network_mark(text: str, spec: str) -> str:
    """The hash of the network that a player uses, and of how it searches by itself; empty without one."""
    game = ludejo.game(spec)
    player = make_player(meant_by(text), game, 1)
    if isinstance(player, RandomPlayer) or not player.engine.has_network:
        return ""
    file = getattr(player, "file", None)
    network = None if file else usable_network(game)
    path = file or (network.path if network else None)
    path = batched_file(game) if is_batched(text) else path
    if path is None:
        return ""
    with open(path, "rb") as network_file:
        known = hashlib.sha256(network_file.read())
    known.update(f"{player.level} {player.engine.settings}".encode())
    return known.hexdigest()[:16]


def chunk_size(chunk: Chunk) -> int:
    """How many games are some seconds of work: a power of two, by the key's own figures and no clock."""
    if any(map(is_batched, chunk.players)):
        return BATCHED_CHUNK
    cells = ludejo.game(chunk.spec).board.cells
    playing = cells * sum(effort(player, chunk.spec) for player in chunk.players) / 2
    judging = 2 * cells * effort(chunk.judge, chunk.spec) / chunk.every
    games = CHUNK_WORK / (1 + playing + judging)
    return min(LARGEST_CHUNK, 1 << max(0, int(games).bit_length() - 1))


def check_run(run: Run) -> Run:
    """The run with its specs in canonical form, or in a sentence why it cannot be played."""
    if not run.specs or not run.players:
        raise BadRun(phrase("a run needs a game and a player"))
    specs = tuple(dict.fromkeys(ludejo.game(spec).spec for spec in run.specs))
    if len(set(run.players)) < len(run.players):
        raise BadRun(phrase("each player is given once, the weakest first"))
    if len(run.games) not in (1, len(run.players)):
        raise BadRun(phrase("the games are one number, or one for each player"))
    if not all(1 <= games <= MOST_GAMES for games in run.games):
        raise BadRun(phrase("{games} games cannot be played, expected 1 to 100000000", games=min(run.games)))
    if run.every < 1 or run.arrangements < 0 or (run.pairs is not None and run.pairs < 0):
        raise BadRun(
            phrase("numbers of games and arrangements are not below zero, and one in so many is not below one")
        )
    for spec in specs:
        check_judge(run.judge, ludejo.game(spec))
        for player in run.players:
            check_player(player, ludejo.game(spec))
    games = run.games * len(run.players) if len(run.games) == 1 else run.games
    return replace(run, specs=specs, games=games)


def read_players(text: str) -> tuple[str, ...]:
    """`random,3,search:simulations=100,exploration=1`: what is key=value alone belongs to the player before it."""
    players: list[str] = []
    for item in text.split(","):
        if "=" in item and ":" not in item and players:
            players[-1] += f",{item.strip()}"
        else:
            players.append(item.strip())
    return tuple(players)
