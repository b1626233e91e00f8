"""Games between two players: how one is begun, played and recorded.

A match is a plan and its seed. Game 2k and game 2k + 1 are a pair: the same opening, the same arrangement and the same
dice, with the seats changed. Everything about a game follows from the plan and its number, so that games can be
played in any order, by any process, and again.
"""

import hashlib
import random
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime

import ludejo
from ludejo.games.dice import roll, seeded
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play import records
from ludejo.play.position import Position
from ludejo.play.records import UNFINISHED, Record, Result
from ludejo.search.engine import budget_for, engine_for
from ludejo.search.players import Forfeit, Player, read_player

DRAWN_TURNS = 2  # by default
OPENINGS_TRIED = 24  # for one that is not decided yet
OPENING_SIMULATIONS = 100  # of the plain search, where there is no network
EVEN = 0.2  # an opening whose value is so close to a half is taken


class BadStart(Unusable):
    """A position that nobody can play from."""


@dataclass(frozen=True)
class Plan:
    """What is played in a match."""

    spec: str
    players: tuple[str, str]
    games: int
    seconds: float = 1.0  # a move, for players who have no budget of their own
    seed: int = 1
    opening: int | None = None  # turns drawn at random before the players take over; none: see `drawn_turns`
    most_turns: int = 500  # a game is cut short after so many
    start: str | None = None  # a position text, where games begin from a given position
    start_moves: str | None = None  # played before everything else

    @property
    def drawn_turns(self) -> int:
        """So many that games differ and a swap, if there is one, is still the players' to take or to leave."""
        if self.opening is not None:
            return self.opening
        game = ludejo.game(self.spec)
        if game.is_arranged or self.start or self.start_moves:
            return 0
        return 1 if game.has_swap else DRAWN_TURNS

    def first(self, seed: int) -> Position:
        """Where all games begin; the seed draws the arrangement, where there is one."""
        game = ludejo.game(self.spec)
        position = game.start(seed=seed) if self.start is None else game.position(self.start)
        for move in (self.start_moves or "").split():
            position = position.play(move)
        return position

    def seat_of_first(self, number: int) -> int:
        """Where the first player sits."""
        return number % 2

    def score_of_first(self, number: int, winner: int | None) -> float:
        """What a result is worth to the first player."""
        if winner is None:
            return 0.5
        return float(winner == self.seat_of_first(number))


def seed_of(*parts: object) -> int:
    """A seed of 32 bits that belongs to these things and to no others."""
    text = "\0".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")


def check_plan(plan: Plan) -> None:
    """Refuse in a sentence what could not be played; all players are tried for the game's sake."""
    game = ludejo.game(plan.spec)
    if plan.first(seed=1).is_over:
        raise BadStart(phrase("the game is over there already, expected a start from which it goes on"))
    for text in plan.players:
        with closing(read_player(text)(game, 1)):
            pass


def opening(plan: Plan, pair: int) -> Position:
    """Where the games of a pair begin: after some random turns, undecided if that can be had.

    The best judge at hand is asked: what looks open to a weak one is decided between strong players, whoever they are.
    """
    first = plan.first(start_seed(plan, pair))
    turns = plan.drawn_turns
    if turns == 0:
        return first
    judge = engine_for(first.game, memory_mb=16)
    best, best_gap = None, 2.0
    for attempt in range(OPENINGS_TRIED):
        position = _random_turns(first, turns, random.Random(seed_of(plan.seed, "opening", pair, attempt)))
        if position.is_over:
            continue
        gap = abs(judge.think(position, simulations=budget_for(judge, OPENING_SIMULATIONS)).value - 0.5)
        if gap < best_gap:
            best, best_gap = position, gap
        if gap <= EVEN:
            break
    return best or first


def start_seed(plan: Plan, pair: int) -> int:
    """What the arrangement and the dice of a pair are drawn from."""
    return seed_of(plan.seed, "start", pair)


def _random_turns(first: Position, turns: int, chance: random.Random) -> Position:
    position = first
    while not position.is_over and (position.turn < first.turn + turns or position.is_chance):
        position = position.after(chance.choice(position.legal))
    return position


def rolled(position: Position, ply: int, seed: int | None = None) -> Position:
    """The position after the die that is due. It belongs to the ply and to a seed, the start's if none is given."""
    dice = seeded(seed_of(position.seed if seed is None else seed, "die", ply))
    return position.after(position.legal[roll(dice, len(position.legal))])


def play_game(plan: Plan, number: int) -> Record:
    """Play a game of a match."""
    game = ludejo.game(plan.spec)
    started = datetime.now(UTC)
    position = opening(plan, number // 2)
    order = plan.players if plan.seat_of_first(number) == 0 else plan.players[::-1]
    with ExitStack() as stack:
        players = [read_player(text)(game, seed_of(plan.seed, number, seat)) for seat, text in enumerate(order)]
        for player in players:
            stack.enter_context(closing(player))
        position, result, remark = play_on(
            position, players, plan.seconds, plan.most_turns, start_seed(plan, number // 2)
        )
    return Record.from_position(
        position,
        players=[records.Player(_one_line(text), "program") for text in order],
        result=result,
        event=f"game {number + 1}",
        started=started,
        ended=datetime.now(UTC),
        comments={len(position.history): remark} if remark else {},
    )


def play_on(
    position: Position, players: Sequence[Player], seconds: float | None, most_turns: int, seed: int | None = None
) -> tuple[Position, Result, str]:
    """Play from a position to the end: the last position, the result where the rules do not give it, a remark."""
    ply = len(position.line)
    while not position.is_over:
        if position.is_chance:
            position, ply = rolled(position, ply, seed), ply + 1
            continue
        if position.turn > most_turns:
            return position, UNFINISHED, f"cut short after {most_turns} turns"
        seat = position.to_move
        assert seat is not None
        try:
            move = players[seat].choose(position, seconds)
        except Forfeit as forfeit:
            return position, Result.lost_by(seat, forfeit.how), f"{players[seat].name}: {forfeit}"
        position, ply = position.after(move), ply + 1
    return position, UNFINISHED, ""


def _one_line(text: str, longest: int = 200) -> str:
    """A player's text as a record may have it."""
    plain = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
