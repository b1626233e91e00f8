"""Who moves when it is no person's turn: the random mover, or the engine at a level. And what the engine advises."""

from ludejo.games.errors import quoted
from ludejo.games.phrases import mark_text, phrase
from ludejo.play.position import Position
from ludejo.play.records import Player
from ludejo.terminal.errors import BadInput
from ludejo.terminal.language import count, said, t
from ludejo.terminal.play.chance import drawn

RANDOM = Player(mark_text("Random mover"), "program", "random")
LEVELS = {str(number): Player(f"Ludejo level {number}", "program", str(number)) for number in range(1, 9)}
HINT_SECONDS = 2.0


def named(text: str) -> Player:
    """The program that is meant by `random`, `4` or `level 4`."""
    word = "".join(text.lower().split()).removeprefix("level").removeprefix(":")
    if word == "random":
        return RANDOM
    if word not in LEVELS:
        told = {"given": quoted(text)}
        raise BadInput(phrase("--against {given} is unknown, expected random or a level from 1 to 8", **told))
    return LEVELS[word]


def is_program(player: Player) -> bool:
    """Whether a player moves by itself here."""
    return player == RANDOM or player in LEVELS.values()


def shown_name(player: Player) -> str:
    """What a player is called here; in records, programs have their English names."""
    return t("Ludejo level {number}", number=player.level) if player in LEVELS.values() else said(player.name)


class Opponent:
    """One program in one game; an engine keeps its thoughts from move to move."""

    def __init__(self, player: Player, position: Position) -> None:
        self.player = player
        self._engine = None
        if player != RANDOM:
            from ludejo.search.players import level_player

            assert player.level is not None
            self._engine = level_player(position.game, int(player.level), position.seed)

    def choose(self, position: Position) -> int:
        """Its move."""
        return drawn(position) if self._engine is None else self._engine.choose(position)


def advice(position: Position) -> str:
    """What the engine would play, how it stands then, and what it expects to follow."""
    from ludejo.search.players import hint

    thought = hint(position, HINT_SECONDS)
    best = thought.best
    standing = t("{share} % for {side}", share=f"{100 * best.value:.0f}", side=position.side_to_move)
    if best.solved and best.value in (0, 1):
        standing = t("a certain win") if best.value == 1 else t("a certain loss")
    if best.plies:
        standing = count("proven to win within {n} ply", "proven to win within {n} plies", best.plies)
    follows = t(", then {moves}", moves=" ".join(best.line[1:5])) if len(best.line) > 1 else ""
    return t("Hint: {move} ({standing}){follows}", move=best.text, standing=standing, follows=follows)
