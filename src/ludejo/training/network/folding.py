"""Folding: standardised filters become plain weights, for play and self-play, and plain weights filters again."""

from __future__ import annotations

import copy
import math

import torch
from torch import Tensor, nn

from ludejo.training.network.model import SPREAD_FLOOR, BoardConv, DeafLinear, PolicyValueNet


def plain_weights(network: PolicyValueNet) -> dict[str, Tensor]:
    """The weights of the folded network, by name."""
    weights = dict(network.named_parameters())
    for name, module in network.named_modules():
        if isinstance(module, BoardConv | DeafLinear):
            weight, bias = module.plain()
            weights |= {f"{name}.weight": weight, f"{name}.bias": bias}
    return {name: weight for name, weight in weights.items() if weight is not None and not name.endswith(".gain")}


@torch.no_grad()
def folded(network: PolicyValueNet) -> PolicyValueNet:
    """A copy with plain layers, for inference alone; a network that is folded already is copied as it is."""
    plain = copy.deepcopy(network)
    for name, module in list(plain.named_modules()):
        if isinstance(module, BoardConv | DeafLinear):
            owner, _, last = name.rpartition(".")
            setattr(plain.get_submodule(owner), last, _plain_layer(module))
    return plain.requires_grad_(False).eval()


def _plain_layer(module: BoardConv | DeafLinear) -> nn.Module:
    weight, bias = module.plain()
    outward, inward, *side = weight.shape
    if side:
        layer = nn.Conv2d(inward, outward, side[0], padding=side[0] // 2)
    else:
        layer = nn.Linear(inward, outward, bias=bias is not None)
    layer.weight, layer.bias = nn.Parameter(weight), None if bias is None else nn.Parameter(bias)
    return layer


@torch.no_grad()
def refold(network: PolicyValueNet, plain: PolicyValueNet) -> None:
    """Bring a folded copy up to date, in place, so that whoever holds its tensors sees the new weights."""
    into = dict(plain.named_parameters())
    for name, weight in plain_weights(network).items():
        into[name].copy_(weight)


@torch.no_grad()
def unfold(weights: dict[str, Tensor], network: PolicyValueNet) -> None:
    """Give a network the plain weights of a folded one of its size, as exactly as floats can."""
    into = dict(network.named_parameters())
    for name, module in network.named_modules():
        if isinstance(module, BoardConv):
            del into[f"{name}.gain"]
            _take_filters(module, weights[f"{name}.weight"].view_as(into.pop(f"{name}.weight")))
        elif isinstance(module, DeafLinear):
            heard = weights[f"{name}.weight"].unflatten(1, (module.parts, -1))[: module.out_features, :, :-1]
            into.pop(f"{name}.weight").copy_(heard.flatten(1))
    for name, parameter in into.items():
        parameter.copy_(weights[name][: len(parameter)])


def _take_filters(module: BoardConv, plain: Tensor) -> None:
    """Filters of length one and the gains that make them what they are; one that is zero keeps its direction.

    Standardising takes the mean away. What a filter has for the channel that says what is off the board is never used,
    so it is made such that the mean is zero.
    """
    is_free = module.free > 0
    filters = torch.where(is_free, (plain - module.fixed) / module.free.clamp_min(1e-12), 0.0)
    unused = (~is_free).flatten(1).sum(1).clamp_min(1).view(-1, 1, 1, 1)
    filters = torch.where(is_free, filters, -filters.sum((1, 2, 3), keepdim=True) / unused)
    length = filters.flatten(1).norm(dim=1)
    is_zero = (length == 0).view(-1, 1, 1, 1)
    module.weight.copy_(torch.where(is_zero, module.weight, filters / length.clamp_min(1e-12).view(-1, 1, 1, 1)))
    module.gain.copy_(length * math.sqrt(1 + SPREAD_FLOOR * plain[0].numel()))
