"""Checkpoints: a folder with a few small files, replaced as a whole.

checkpoint/
  network.pt     the learning weights
  average.pt     the averaged weights, which are exported
  optimizer.pt   the optimizer's moments, in half precision
  state.json     what the network looks like, and the counters of the run
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from ludejo.games.phrases import phrase
from ludejo.play.files import folder_aside
from ludejo.training.network.model import load_weights
from ludejo.training.network.sources import CHECKPOINT, BadSource, read_state, read_weights
from ludejo.training.run.learner import Learner


def save(folder: Path, learner: Learner, counters: dict[str, Any]) -> None:
    """Write a checkpoint; until it is whole, the one before stays."""
    state = {"outline": asdict(learner.network.outline), "steps": learner.steps, "positions": learner.positions}
    with folder_aside(folder / CHECKPOINT) as new:
        torch.save(_at_home(learner.network.state_dict()), new / "network.pt")
        torch.save(_at_home(learner.average.state_dict()), new / "average.pt")
        torch.save(_halved(learner.optimizer.state_dict()), new / "optimizer.pt")
        (new / "state.json").write_text(json.dumps({**state, "counters": counters}, indent=1))


def _at_home(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {name: tensor.detach().cpu().contiguous() for name, tensor in state.items()}


def _halved(state: dict[str, Any]) -> dict[str, Any]:
    """Moments need no more than half precision; what stays is small enough to travel."""
    moments = {
        number: {name: part.cpu() if name == "step" else part.cpu().bfloat16() for name, part in entry.items()}
        for number, entry in state["state"].items()
    }
    groups = [
        {key: float(value) if key == "lr" else value for key, value in group.items()} for group in state["param_groups"]
    ]
    return {"state": moments, "param_groups": groups}


def restore(checkpoint: Path, learner: Learner) -> dict[str, Any]:
    """Bring a learner to where a checkpoint left off; the counters of the run."""
    state = read_state(checkpoint)
    if state["outline"] != learner.network.outline:
        raise BadSource(
            phrase(
                "{file} has a network of {outline}, the recipe asks for another one",
                file=str(checkpoint),
                outline=str(state["outline"]),
            )
        )
    load_weights(learner.network, read_weights(checkpoint / "network.pt"))
    load_weights(learner.average, read_weights(checkpoint / "average.pt"))
    if (checkpoint / "optimizer.pt").is_file():
        moments = read_weights(checkpoint / "optimizer.pt")
        for entry in moments["state"].values():
            entry.update({name: part.float() for name, part in entry.items()})
        learner.restore_optimizer(moments)
    learner.steps, learner.positions = state["steps"], state["positions"]
    return state["counters"]
