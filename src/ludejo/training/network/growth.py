"""Growth: a network that is to be deeper or wider than the one it starts from begins as a copy of it.

What is new in the tower adds nothing yet, because its gain is zero, and nobody listens yet to new channels, because the
weights for them are zero. Both can be learnt at once.
"""

from __future__ import annotations

import torch
from torch import Tensor

from ludejo.training.network.folding import plain_weights, unfold
from ludejo.training.network.model import Outline, PolicyValueNet


class DoesNotFit(ValueError):
    """A network that another cannot start from."""


@torch.no_grad()
def grown(network: PolicyValueNet, outline: Outline) -> PolicyValueNet:
    """A network at least as large that says the same."""
    old = network.outline
    if (old.planes, old.channels, old.extras) != (outline.planes, outline.channels, outline.extras):
        raise DoesNotFit(f"a network of {old} sees or says something else than one of {outline}")
    if old.blocks > outline.blocks or old.width > outline.width:
        raise DoesNotFit(
            f"{old.blocks} blocks of {old.width} channels do not fit into {outline.blocks} of {outline.width}"
        )
    larger = PolicyValueNet(outline)
    weights = {name: part.clone() for name, part in plain_weights(larger).items()}
    known = plain_weights(network)
    for name, weight in weights.items():
        if name.endswith("second.weight"):
            weight.zero_()
        if name in known:
            _put_into(weight, known[name], old.width)
    unfold(weights, larger)
    return larger


def _put_into(larger: Tensor, smaller: Tensor, width: int) -> None:
    """Weights in their places among more; those outputs hear nothing else."""
    places = [_places(few, many, width) for few, many in zip(smaller.shape[:2], larger.shape[:2], strict=True)]
    if len(places) == 1:
        larger[places[0]] = smaller
    else:
        larger[places[0]] = 0
        larger[places[0][:, None], places[1]] = smaller


def _places(few: int, many: int, width: int) -> Tensor:
    """Where the inputs or outputs of a layer lie in a wider one: the mark of what is off the board is always last."""
    if few == many:
        return torch.arange(few)
    parts = few // width  # 1, or POOLED after pooling
    each = torch.arange(width)
    each[-1] = many // parts - 1
    return torch.cat([each + part * (many // parts) for part in range(parts)])
