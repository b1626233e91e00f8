"""AlmaTafl as people write and see it: `j3-i3`, and `e6-c6-c8` for a bounce."""

import re
from collections import Counter

import numpy as np

from ludejo.games.almatafl import rules
from ludejo.games.contract import GameOf, PositionOf
from ludejo.games.drawing import BoardDrawing, Label, Mark, Pile, PositionDrawing, cells_of
from ludejo.games.errors import BadPosition, UnreadableMove, quoted
from ludejo.games.gestures import BOUNCE, STEP, STEP_LABEL, Gesture, copied, winning_ends
from ludejo.games.phrases import mark_text, phrase
from ludejo.games.position_text import fields

Game = GameOf[rules.Variant, rules.Board]
Position = PositionOf[rules.Variant, rules.Board, rules.State]

DISCS = ".bwk"  # in the order of the rules' NO_DISC, INVADER, DEFENDER, KING
COLOURS = ("", "black", "white", "king")
IN_PLAY = {"b": 24, "w": 12, "k": 1}
_POINT = r"[a-k][0-9]{1,2}"


def write_move(game: Game, state: rules.State, move: int) -> str:
    """Start and end; of a bounce every landing."""
    names, board = game.grid.names, game.board
    if move < board.first_king:
        return f"{names[board.move_from[move]]}-{names[board.move_to[move]]}"
    return "-".join(names[point] for point in bounce_path(game, state, int(board.move_to[move])))


def bounce_path(game: Game, state: rules.State, target: int) -> list[int]:
    """The King's way to a point: a shortest chain of landings, of several the alphabetically first."""
    home = int(state.counters[rules.KING_AT])
    chains = [[home]]
    seen = {home}
    while chains:
        longer = [[*chain, point] for chain in chains for point in king_landings(game, state, chain)]
        there = [chain for chain in longer if chain[-1] == target]
        if there:
            return min(there, key=lambda chain: "-".join(game.grid.names[point] for point in chain))
        longer = [chain for chain in longer if chain[-1] not in seen and rules.bounces(state, chain[-1])]
        seen.update(chain[-1] for chain in longer)
        chains = longer
    raise AssertionError("asked for the way to a point that the King cannot reach")


def king_landings(game: Game, state: rules.State, chain: list[int]) -> list[int]:
    """Where the King may land next, having come along a chain of landings that starts where he stands.

    He may pass through the point he started from, if the stack he left there shows black.
    """
    home, here = int(state.counters[rules.KING_AT]), chain[-1]
    bounces_at_home = state.stacks[home] >> 2 & 3 == rules.INVADER
    may_go_on = len(chain) == 1 or (bounces_at_home if here == home else rules.bounces(state, here))
    if not may_go_on:
        return []
    rise = int(rules.height(state.stacks[here])) + (here != home)
    landings = game.board.jumps[here, rise - 1].tolist()
    return [
        point for point in landings
        if (bounces_at_home if point == home else rules.may_land(state, rules.KING, point))
    ]  # fmt: skip


def bounce_paths(game: Game, state: rules.State) -> dict[int, list[int]]:
    """All points the King can reach, each with the same way to it as bounce_path gives, found together."""
    home, names = int(state.counters[rules.KING_AT]), game.grid.names
    ways: dict[int, list[int]] = {}
    chains = [[home]]
    while chains:
        found: dict[int, list[int]] = {}
        for chain in chains:  # in the order of their names, so that the first to arrive is the one to keep
            for point in king_landings(game, state, chain):
                if point != home and point not in ways:
                    found.setdefault(point, [*chain, point])
        ways.update(found)
        going_on = [chain for point, chain in found.items() if rules.bounces(state, point)]
        chains = sorted(going_on, key=lambda chain: "-".join(names[point] for point in chain))
    return ways


def gestures(position: Position) -> tuple[Gesture, ...]:
    """A disc from point to point; the King along his way, with the moves that stopping earlier would make."""
    game, state, board = position.game, position.state, position.game.board
    ways = bounce_paths(game, state) if position.legal and position.legal[-1] >= board.first_king else {}
    return tuple(
        _king_gesture(game, ways[int(board.move_to[move])]) if move >= board.first_king else _step(game, state, move)
        for move in position.legal
    )


def _step(game: Game, state: rules.State, move: int) -> Gesture:
    text = write_move(game, state, move)
    start, end = text.split("-")
    return Gesture(text, STEP, (start, end), STEP_LABEL, {"start": start, "end": end}, (start, end))


def _king_gesture(game: Game, way: list[int]) -> Gesture:
    cells = tuple(game.grid.names[point] for point in way)
    stops = tuple("-".join(cells[: count + 1]) for count in range(1, len(cells)))
    values = {"start": cells[0], "end": cells[-1]}
    label = mark_text("The King from {start} to {end}")
    if len(cells) > 2:
        label = mark_text("The King from {start} to {end}, bouncing on {way}")
        values["way"] = " ".join(cells[1:-1])
    return Gesture(stops[-1], BOUNCE, cells, label, values, (cells[0], cells[-1]), stops)


def hops(position: Position) -> dict[str, tuple[str, ...]]:
    """Where the King can land next, from where he stands and from each landing where he may go on."""
    game, state, names = position.game, position.state, position.game.grid.names
    if not position.legal or position.legal[-1] < game.board.first_king:
        return {}
    home = int(state.counters[rules.KING_AT])
    ways = [[home], *bounce_paths(game, state).values()]
    found = {names[way[-1]]: [names[point] for point in king_landings(game, state, way)] for way in ways}
    return {cell: tuple(sorted(landings)) for cell, landings in found.items() if landings}


def threatened(position: Position) -> tuple[str, ...]:
    """The points where the other side would win at once if it had the turn."""
    game, turned = position.game, copied(position.state)
    turned.counters[rules.TURN] ^= 1
    seat = int(turned.counters[rules.TURN])
    return winning_ends(game, turned, seat, lambda move: int(game.board.move_to[move]))


def read_move(game: Game, state: rules.State, text: str) -> list[int]:
    """Start and end, with or without the landings between."""
    if not re.fullmatch(rf"{_POINT}(-{_POINT})+", text):
        raise UnreadableMove(
            phrase("is no move, expected start and end such as j3-i3, or every landing such as e6-c6-c8")
        )
    names = text.split("-")
    for name in names:
        if name not in game.cell:
            raise UnreadableMove(phrase("names {name}, which is no point of the board", name=name))
    points = [game.cell[name] for name in names]
    board, king = game.board, int(state.counters[rules.KING_AT])
    if points[0] == king:
        if len(points) > 2:
            _check_landings(game, state, points)
        return [board.first_king + points[-1]]
    if len(points) > 2:
        where = game.grid.names[king]
        raise UnreadableMove(
            phrase(
                "bounces from {cell}, but only the King bounces and he stands on {where}", cell=names[0], where=where
            )
        )
    moves = np.nonzero((board.move_from == points[0]) & (board.move_to == points[1]))[0]
    if not len(moves):
        raise UnreadableMove(
            phrase("is no straight line of one to three steps from {start} to {end}", start=names[0], end=names[1])
        )
    return [int(moves[0])]


def _check_landings(game: Game, state: rules.State, points: list[int]) -> None:
    for count in range(1, len(points)):
        if points[count] not in king_landings(game, state, points[:count]):
            here, there = game.grid.names[points[count - 1]], game.grid.names[points[count]]
            raise UnreadableMove(
                phrase("is no bounce: the King cannot go on from {here} to {there}", here=here, there=there)
            )


def why_illegal(game: Game, state: rules.State, move: int) -> str:
    """Why a move that can be read is not allowed."""
    board, names = game.board, game.grid.names
    turn = int(state.counters[rules.TURN])
    if move >= board.first_king:
        if turn == rules.BLACK:
            return phrase("moves the King, but Black is to move")
        return phrase("ends on {cell}, where the King cannot get in one move", cell=names[board.move_to[move]])
    start, end = int(board.move_from[move]), int(board.move_to[move])
    stack, target = int(state.stacks[start]), int(state.stacks[end])
    if stack & 3 != (rules.INVADER if turn == rules.BLACK else rules.DEFENDER):
        return phrase("starts on {cell}, where no active disc of {side} lies", cell=names[start], side=game.sides[turn])
    rise = int(rules.height(stack))
    if end not in board.jumps[start, rise - 1]:
        return phrase(
            "is the wrong distance: the stack on {cell} is {rise} high, so its top moves {rise}",
            cell=names[start],
            rise=rise,
        )
    if target & 3 == rules.KING and turn == rules.WHITE:
        return phrase("lands on the King, which White may never do")
    if rules.height(target) == rules.HIGHEST:
        return phrase("lands on {cell}, where a stack of three lies already", cell=names[end])
    return phrase("ends on {cell}, which only the King may enter", cell=names[end])


def reason(game: Game, state: rules.State, winner: int | None) -> tuple[str, str, tuple[str, ...]]:
    """Which of the rules ended the game."""
    king = game.grid.names[int(state.counters[rules.KING_AT])]
    if state.stacks[state.counters[rules.KING_AT]] & 3 != rules.KING:
        return phrase("the King on {king} is covered", king=king), mark_text("king covered"), (king,)
    if state.counters[rules.ACTIVE_DEFENDERS] == 0:
        return phrase("White has no active disc but the King"), mark_text("no defenders"), (king,)
    if winner == rules.WHITE and _escaped(game, state):
        return phrase("the King has escaped to {king}", king=king), mark_text("escape"), (king,)
    return (
        phrase("{side} has no legal move", side=game.sides[int(state.counters[rules.TURN])]),
        mark_text("no move"),
        (),
    )


def _escaped(game: Game, state: rules.State) -> bool:
    on_spot = game.board.kind[state.counters[rules.KING_AT]] == rules.SPOT
    return bool(on_spot and (not game.board.advanced or state.counters[rules.TURN] == rules.WHITE))


def write_position(game: Game, state: rules.State) -> str:
    """Rows from the top, a point is . or its disc b, w or k, a stack is in brackets from bottom to top; the mover."""
    rows: dict[str, str] = {}
    for point, name in enumerate(game.grid.names):
        discs = "".join(DISCS[disc] for disc in _discs(int(state.stacks[point]))) or "."
        rows[name[0]] = rows.get(name[0], "") + (f"({discs})" if len(discs) > 1 else discs)
    return f"{'/'.join(rows[letter] for letter in sorted(rows, reverse=True))} {'bw'[state.counters[rules.TURN]]}"


def _discs(stack: int) -> list[int]:
    """The discs of a stack from bottom to top."""
    return [disc for disc in (stack >> 4, stack >> 2 & 3, stack & 3) if disc]


def read_position(game: Game, text: str) -> rules.State:
    """The state that a position text describes, if it can occur."""
    parts = fields(text.lower(), ("rows", "b|w"))
    if parts[1] not in ("b", "w"):
        raise BadPosition(phrase("{given} is no side to move, expected b or w", given=quoted(parts[1])))
    stacks = _read_stacks(game, parts[0])
    state = rules.new(game.board, stacks)
    king = int(state.counters[rules.KING_AT])
    state.counters[rules.TURN] = "bw".index(parts[1])
    _check_places(game, state, king)
    rules.judge(game.board, state, state.stacks[king] & 3 != rules.KING)
    return state


def _read_stacks(game: Game, text: str) -> np.ndarray:
    names = sorted({name[0] for name in game.grid.names}, reverse=True)
    rows = text.split("/")
    if len(rows) != len(names):
        told = {"given": quoted(text), "count": len(rows), "expected": len(names)}
        raise BadPosition(phrase("{given} has {count} rows, expected {expected}", **told))
    stacks = np.zeros(game.board.cells + 1, np.uint8)
    for letter, row in zip(names, rows, strict=True):
        points = [point for point, name in enumerate(game.grid.names) if name[0] == letter]
        piles = re.findall(r"\([bwk]{2,3}\)|[.bwk]", row)
        if "".join(piles) != row or len(piles) != len(points):
            expected = phrase("{count} points, each ., b, w, k or a stack such as (bw)", count=len(points))
            told = {"letter": letter, "row": quoted(row), "expected": expected}
            raise BadPosition(phrase("row {letter} is {row}, expected {expected}", **told))
        for point, pile in zip(points, piles, strict=True):
            for disc in pile.strip("()"):
                stacks[point] = stacks[point] << 2 | DISCS.index(disc)
    found = Counter(char for char in text if char in IN_PLAY)
    for disc, count in IN_PLAY.items():
        if found[disc] != count:
            told = {"found": found[disc], "disc": disc, "count": count}
            raise BadPosition(phrase("{found} discs {disc}, expected {count}", **told))
    return stacks


def _check_places(game: Game, state: rules.State, king: int) -> None:
    """Refuse discs where only the King may be, and a King covered by White or by more than one disc."""
    for point in range(game.board.cells):
        discs = _discs(int(state.stacks[point]))
        name = game.grid.names[point]
        if discs and game.board.kind[point] != rules.PLAIN and discs[0] != rules.KING:
            raise BadPosition(phrase("{cell} holds discs, but only the King may enter it", cell=name))
    above = _discs(int(state.stacks[king]))
    above = above[above.index(rules.KING) + 1 :]
    mover = int(state.counters[rules.TURN])
    if above and (above != [rules.INVADER] or mover == rules.BLACK):
        raise BadPosition(phrase("the King is covered in a way that no last move of Black can do"))
    if above and game.board.kind[king] == rules.SPOT and not game.board.advanced:
        raise BadPosition(phrase("the King is covered on an escape spot, where the basic game is over before"))


def draw_board(game: Game) -> BoardDrawing:
    """A star of points with letters to the left of the rows; numbers are read off the cells."""
    places = dict(zip(game.grid.names, game.grid.centres.tolist(), strict=True))
    marks = (
        Mark("throne", (rules.THRONE,), fill="rose", line="solid", sign="#", word=mark_text("throne")),
        Mark("escape spot", rules.ESCAPES, fill="mint", line="dotted", sign="+", word=mark_text("escape spot")),
    )
    first: dict[str, str] = {}
    for name in game.grid.names:
        first.setdefault(name[0], name)
    last = {name[0]: name for name in game.grid.names}
    left = [Label(name, (places[name][0] - 0.95, places[name][1])) for name in first.values()]
    right = [Label(name, (places[name][0] + 0.95, places[name][1])) for name in last.values()]
    return BoardDrawing(cells_of(game), tuple(left + right), marks)


def draw_position(position: Position) -> PositionDrawing:
    """Stacks of black and white discs and the King; a bounce shows its way."""
    game, state = position.game, position.state
    piles = tuple(
        Pile(name, tuple(COLOURS[disc] for disc in _discs(int(state.stacks[point]))))
        for point, name in enumerate(game.grid.names) if state.stacks[point]
    )  # fmt: skip
    path: tuple[str, ...] = ()
    if position.move is not None and position.parent is not None:
        path = tuple(write_move(game, position.parent.state, position.move).split("-"))
    winning = position.outcome.cells if position.outcome else ()
    return PositionDrawing(piles, (path[0], path[-1]) if path else (), path, winning)
