"""Games for OpenSpiel, with dice as explicit chance nodes.

    import ludejo.environments.openspiel
    game = pyspiel.load_game("ludejo_NAME(spec=PRESET;key:value)")

`spec` is a specification without its name; by default each is the game of its name. Since OpenSpiel's parameters have
commas and equals signs of their own, it has semicolons and colons instead; in a dictionary,
`load_game("ludejo_NAME", {"spec": …})`, it may be written as everywhere. Where the start is an arrangement, `seed` says
which. A game that may go on without end is a draw after LONGEST moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludejo.play.extras import importing

with importing("environments"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ludejo.games.contract import Capabilities
from ludejo.games.discovery import folder_of, whole
from ludejo.play.game import Game, game
from ludejo.play.position import Position

LONGEST = 10_000  # moves


class OpenSpielGame(pyspiel.Game):
    """One variant. Each family has a class of its own."""

    name: str
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked: dict[str, Any] = {"spec": "", "seed": 0} | (params or {})
        self.game, self.seed = _meant(self.name, asked["spec"]), int(asked["seed"])
        board = self.game.board
        self.longest = board.cells + 1 if self.game.capabilities.monotone else LONGEST
        info = pyspiel.GameInfo(
            num_distinct_actions=board.moves,
            max_chance_outcomes=board.moves if self.game.has_dice else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.kind, info, asked | {"spec": _written(asked["spec"])})

    def new_initial_state(self) -> OpenSpielState:
        """The start."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What is seen of a state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Planes(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):
    """A position of it."""

    def __init__(self, played: OpenSpielGame) -> None:
        super().__init__(played)
        self.position: Position = played.game.start(seed=played.seed)
        self._left = played.longest

    def current_player(self) -> int:
        """The seat to move, chance, or the end."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        if self.position.is_chance:
            return pyspiel.PlayerId.CHANCE
        assert self.position.to_move is not None
        return self.position.to_move

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die that is due, equally likely."""
        faces = self.position.legal
        return [(face, 1 / len(faces)) for face in faces]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move_text(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended, or has gone on for too long."""
        return self.position.is_over or self._left <= 0

    def returns(self) -> list[float]:
        """1 for who has won, −1 for who has lost."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.text


class Planes:
    """The board as the player to move sees it, for OpenSpiel's observers."""

    def __init__(self, played: Game) -> None:
        shape = played.start(seed=0).observe().planes.shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Look at a state."""
        self.dict["observation"][...] = state.position.observe().planes

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The state in a line."""
        return state.position.text


def _meant(name: str, spec: str) -> Game:
    given = _written(spec).replace(";", ",").removeprefix(f"{name}:").replace(":", "=")
    return game(f"{name}:{given}" if given and given != name else name)


def _written(spec: str) -> str:
    """A specification as it can stand in a parameter."""
    return spec.strip().replace(",", ";").replace("=", ":")


def _kind(name: str, title: str, capabilities: Capabilities) -> pyspiel.GameType:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"ludejo_{name}",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if capabilities.dice else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"spec": "", "seed": 0},
    )


def _register(name: str) -> None:
    folder = folder_of(name)
    kind = _kind(name, folder.about.title, folder.rules.CAPABILITIES)
    # A class, and no function: OpenSpiel lets go of it only when Python has ended, and must not be the last to do so.
    pyspiel.register_game(kind, type(f"{name.title()}Game", (OpenSpielGame,), {"name": name, "kind": kind}))


for _name in whole():
    _register(_name)
