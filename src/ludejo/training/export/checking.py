"""Whether onnxruntime says of a file what torch says of the network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
import torch
from torch import Tensor

from ludejo.training.export.tracing import OUTPUTS
from ludejo.training.network.folding import folded
from ludejo.training.network.model import FAR_BELOW, Answer, PolicyValueNet, flat_policy

CLOSE = {"fp32": 1e-3, "fp16": 2e-2}  # how far onnxruntime may be from torch
MOST_KL, MOST_VALUE = 0.02, 0.03  # how far bytes may be from torch on a board, on average


def check_same(network: PolicyValueNet, model: onnx.ModelProto, precision: str) -> float:
    """Ask torch and onnxruntime about the same made-up boards; the largest difference, which must be small."""
    import onnxruntime

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    plain, generator = folded(network).cpu().float(), torch.Generator().manual_seed(1)
    worst = 0.0
    for height, width in ((5, 5), (7, 9)):
        planes = torch.randint(0, 2, (3, network.outline.planes, height, width), generator=generator).float()
        planes[:, 0] = 1
        planes[1:, :, 0, : width // 2] = 0  # a corner that is off the board
        with torch.no_grad():
            answer = plain(planes)
        given = session.run(OUTPUTS, {"planes": planes.numpy()})
        for ours, theirs in zip((answer.cells, answer.extras, torch.sigmoid(answer.value)), given, strict=True):
            if ours.numel():
                worst = max(worst, float((ours - torch.from_numpy(theirs)).abs().max() / (1 + ours.abs().max())))
    if not worst <= CLOSE[precision]:
        raise RuntimeError(f"onnxruntime differs from torch by {worst:.2g}, expected at most {CLOSE[precision]}")
    return worst


def check_close(network: PolicyValueNet, model: onnx.ModelProto, boards: Sequence[np.ndarray]) -> float:
    """Ask torch and a file in bytes about the same positions; the largest mean difference, which must be small."""
    import onnxruntime

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    plain, worst = folded(network).cpu().float(), 0.0
    for planes in boards:
        seen = torch.from_numpy(planes).float()
        given = [torch.from_numpy(part) for part in session.run(OUTPUTS, {"planes": seen.numpy()})]
        with torch.no_grad():
            answer = plain(seen)
        ours, theirs = (_log_policy(part, seen) for part in (answer, Answer(*given)))
        away = float((ours.exp() * (ours - theirs)).sum(1).mean())
        apart = float((torch.sigmoid(answer.value) - given[2]).abs().mean())
        if not (away <= MOST_KL and apart <= MOST_VALUE):
            raise RuntimeError(f"bytes change the policy by {away:.2g} and the value by {apart:.2g}, which is too much")
        worst = max(worst, away, apart)
    return worst


def _log_policy(answer: Answer, planes: Tensor) -> Tensor:
    """What the policy says of the cells of the board and of the extras, [batch, policy]."""
    cells = answer.cells.masked_fill(planes[:, :1] == 0, FAR_BELOW)
    return torch.log_softmax(flat_policy(answer._replace(cells=cells)), 1)
