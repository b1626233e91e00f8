"""The networks in the games' folders: each with its master copy, and the book that tells of both."""

import hashlib
from pathlib import Path
from random import Random

import numpy as np
import pytest

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.search.network import Network, master_file, network_file

pytest.importorskip("onnxruntime")

BOOK = Path(__file__).parents[2] / "NETWORKS.md"
SHIPPED = [name for name in names() if folder_of(name).is_ours and network_file(name).is_file()]
MOST_KL, MOST_VALUE = 0.03, 0.03  # how far bytes may be from halves, on average
GAMES = 4


def notes(path: Path) -> dict[str, str]:
    kept: dict[str, str] = Network.load(path).session.get_modelmeta().custom_metadata_map
    return kept


def seen(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """Planes of positions of random games, and which slots their legal moves have."""
    sight, look = sight_for(game), view_of(game.rules).look
    planes, legal = [], []
    for seed in range(GAMES):
        chance, position = Random(seed), game.start(seed=seed)
        while not position.is_over and position.turn < 80:
            if not position.is_chance and position.turn % 3 == 0:
                planes.append(np.zeros_like(sight.ground, np.uint8))
                look(game.board, sight, position.state, planes[-1])
                legal.append(np.isin(np.arange(sight.policy), sight.slot[list(position.legal)]))
            position = position.after(chance.choice(position.legal))
    return np.array(planes).reshape(len(planes), -1, sight.height, sight.width), np.array(legal)


def log_policy(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """The policy among the legal moves, as logarithms."""
    above = np.where(legal, logits, -1e9)
    above -= above.max(1, keepdims=True)
    known: np.ndarray = above - np.log(np.exp(above).sum(1, keepdims=True))
    return known


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_network_says_what_its_master_copy_says(name: str) -> None:
    planes, legal = seen(ludejo.game(name))
    (logits, value), (finer, finer_value) = (
        Network.load(file(name)).evaluate(planes) for file in (network_file, master_file)
    )
    ours, theirs = log_policy(logits, legal), log_policy(finer, legal)
    assert (np.exp(theirs) * (theirs - ours)).sum(1).mean() < MOST_KL
    assert np.abs(value - finer_value).mean() < MOST_VALUE


@pytest.mark.parametrize("name", SHIPPED)
def test_a_master_copy_is_of_the_same_training(name: str) -> None:
    own, masters = notes(network_file(name)), notes(master_file(name))
    assert masters["precision"] == "fp16"
    assert {**own, "precision": ""} == {**masters, "precision": ""}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_book_tells_of_the_network_that_is_there(name: str) -> None:
    told = BOOK.read_text("utf-8").partition(f"## {folder_of(name).about.title}\n")[2].partition("\n## ")[0]
    file, kept = network_file(name), notes(network_file(name))
    assert f"sha256 `{hashlib.sha256(file.read_bytes()).hexdigest()}`" in told
    assert f"{file.stat().st_size / 1e6:.2f} MB in int8" in told
    assert f"Trained for {kept['minutes']} minutes on {kept['device']}: {int(kept['games']):,} games" in told
