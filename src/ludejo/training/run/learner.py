"""The learner: cross-entropy of the policy and of the value, AdamW at a rate that falls along a cosine.

Beside the learning weights goes their exponential moving average, which plays and is exported.

On a GPU a whole step (forward in bfloat16, backward, clipping, the optimizer, the average) is one CUDA graph for each
board shape, so that a step costs the CPU next to nothing and self-play goes on beside it, on other streams.
"""

from __future__ import annotations

import contextlib
import copy
import math
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from ludejo.training.network.inference import CATCHING
from ludejo.training.network.model import PolicyValueNet, flat_policy, parameters_to_decay
from ludejo.training.recipe import LearningPlan
from ludejo.training.run.buffer import LearningBatch

CLIP = 1.0  # the largest norm of a step's gradient
WARM_UPS = 3
AHEAD = 128  # steps that may wait on a GPU before the caller does
SECOND_MOMENT = 0.99  # short, since what is learnt from changes as the play does


def losses(network: PolicyValueNet, batch: LearningBatch) -> tuple[Tensor, Tensor]:
    """The policy's and the value's, means over a batch. Where a die was due nobody chose, and nobody is judged."""
    device = batch.value.device.type
    planes = batch.planes.to(torch.bfloat16 if device == "cuda" else torch.float32)
    if device == "cuda":
        planes = planes.contiguous(memory_format=torch.channels_last)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda", cache_enabled=False):
        answer = network(planes)
    target = batch.policy.float()
    policy = -(target * F.log_softmax(flat_policy(answer).float(), 1)).sum(1).mean()
    value = F.binary_cross_entropy_with_logits(answer.value.float(), batch.value)
    return policy, value


def entropies(batch: LearningBatch) -> tuple[Tensor, Tensor]:
    """How low the losses can be at best: the entropy of the targets."""
    target, value = batch.policy.float(), batch.value
    return torch.special.entr(target).sum(1).mean(), (torch.special.entr(value) + torch.special.entr(1 - value)).mean()


class Learner:
    """A network that learns, and the average of its recent weights."""

    def __init__(self, network: PolicyValueNet, plan: LearningPlan, device: torch.device) -> None:
        self.plan, self.device = plan, device
        self.network = network.to(device)
        if device.type == "cuda":
            self.network.to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).requires_grad_(False)
        self.rate = torch.tensor(plan.rate, device=device)
        self.rate_now = 0.0
        self.optimizer = self._new_optimizer()
        self.steps = 0
        self.positions = 0
        self.sums = torch.zeros(4, device=device)  # losses and entropies since the last report
        self.counted = 0
        self.average_pull = torch.tensor(1.0, device=device)
        self.stream = torch.cuda.Stream() if device.type == "cuda" else None
        self._graphs: dict[tuple[int, ...], _GraphStep] = {}
        self._pending: list[torch.cuda.Event] = []
        if self.stream is not None:
            torch.cuda.synchronize()  # what was made on another stream must be there before this one begins

    def _new_optimizer(self) -> torch.optim.AdamW:
        on_gpu = self.device.type == "cuda"
        return torch.optim.AdamW(
            parameters_to_decay(self.network), lr=self.rate if on_gpu else self.plan.rate,
            betas=(0.9, SECOND_MOMENT), weight_decay=self.plan.decay, capturable=on_gpu, fused=on_gpu or None,
        )  # fmt: skip

    def at_work(self) -> contextlib.AbstractContextManager:
        """What the learner and its buffer do, they do on a stream of their own."""
        return torch.cuda.stream(self.stream) if self.stream is not None else contextlib.nullcontext()

    def learn(self, batch: LearningBatch, share: float) -> None:
        """Take one step, at some share of the run."""
        self._set_rate(share)
        if self.device.type == "cuda":
            self._graph_for(batch).run(batch)
            self._hold_back()
        else:
            self.step(batch)
        self.steps += 1
        self.counted += 1
        self.positions += len(batch.value)

    def step(self, batch: LearningBatch) -> None:
        """The step itself, without any waiting for numbers, so that a CUDA graph can hold it."""
        self.optimizer.zero_grad(set_to_none=True)
        policy, value = losses(self.network, batch)
        (policy + self.plan.value_weight * value).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), CLIP, foreach=True)
        self.optimizer.step()
        with torch.no_grad():
            self._pull_average()
            self.sums += torch.stack((policy.detach(), value.detach(), *entropies(batch)))

    def _pull_average(self) -> None:
        """Bring the averaged weights a little closer to the learning ones."""
        average = list(self.average.parameters())
        away = torch._foreach_sub(list(self.network.parameters()), average)
        torch.ops.aten._foreach_mul_.Tensor(away, self.average_pull)  # by a tensor: a number would be frozen in a graph
        torch._foreach_add_(average, away)

    def _set_rate(self, share: float) -> None:
        """Up in the warm-up, then down along a cosine; the average forgets its beginnings at first."""
        plan = self.plan
        cosine = (1 + math.cos(math.pi * min(1.0, max(0.0, share)))) / 2
        rate = plan.final_rate + (plan.rate - plan.final_rate) * cosine
        rate *= min(1.0, (self.steps + 1) / max(1, plan.warm_up))
        self.average_pull.fill_(1 - min(plan.average, (1 + self.steps) / (10 + self.steps)))
        self.rate.fill_(rate)
        self.rate_now = rate
        if self.device.type != "cuda":
            for group in self.optimizer.param_groups:
                group["lr"] = rate

    def _graph_for(self, batch: LearningBatch) -> _GraphStep:
        key = tuple(batch.planes.shape)
        if key not in self._graphs:
            with CATCHING:
                self._graphs[key] = _GraphStep(self, batch)
        return self._graphs[key]

    def _hold_back(self) -> None:
        """Let no more than a few steps wait on the GPU."""
        event = torch.cuda.Event()
        event.record()
        self._pending.append(event)
        if len(self._pending) > AHEAD:
            self._pending.pop(0).synchronize()

    def report(self) -> dict[str, float]:
        """Mean losses since the last report, and how low they could be."""
        means = (self.sums / max(1, self.counted)).tolist() if self.counted else [float("nan")] * 4
        self.sums.zero_()
        self.counted = 0
        names = ("policy_loss", "value_loss", "policy_entropy", "value_entropy")
        return dict(zip(names, means, strict=True))

    def restore_optimizer(self, state: dict[str, Any]) -> None:
        """Go on with the moments of a checkpoint, perhaps from another kind of device."""
        own = self.optimizer.state_dict()["param_groups"]
        habits = [{key: mine[key] for key in ("lr", "fused", "capturable", "foreach")} for mine in own]
        groups = [{**group, **mine} for group, mine in zip(state["param_groups"], habits, strict=True)]
        parameters = [parameter for group in self.optimizer.param_groups for parameter in group["params"]]
        moments = {  # of another shape where matrices were convolutions of 1 × 1 before
            number: {name: part.reshape_as(parameters[number]) if part.ndim else part for name, part in entry.items()}
            for number, entry in state["state"].items()
        }
        self.optimizer.load_state_dict({"state": moments, "param_groups": groups})
        for group in self.optimizer.param_groups:  # the loaded rate is a copy; ours is the one that is set
            group["lr"] = self.rate if self.device.type == "cuda" else float(self.rate)
        self._graphs.clear()


class _GraphStep:
    """A step for one shape of batch, caught in a CUDA graph."""

    def __init__(self, learner: Learner, batch: LearningBatch) -> None:
        self.batch = LearningBatch(*(part.clone() for part in batch))
        kept = _snapshot(learner)
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM_UPS):
                learner.step(self.batch)
        torch.cuda.synchronize()
        _put_back(learner, kept)
        learner.optimizer.zero_grad(set_to_none=True)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, stream=side, capture_error_mode="thread_local"):
            learner.step(self.batch)
        torch.cuda.synchronize()

    def run(self, batch: LearningBatch) -> None:
        """Take the step with other positions."""
        for mine, new in zip(self.batch, batch, strict=True):
            mine.copy_(new)
        self.graph.replay()


def _moving_parts(learner: Learner) -> list[Tensor]:
    """The tensors that a step changes, as far as they exist."""
    states = [part for entry in learner.optimizer.state.values() for part in entry.values() if torch.is_tensor(part)]
    return [*learner.network.parameters(), *learner.average.parameters(), learner.sums, *states]


def _snapshot(learner: Learner) -> tuple[bool, list[Tensor]]:
    """What is to be put back after steps that were only for warming up."""
    return bool(learner.optimizer.state), [part.detach().clone() for part in _moving_parts(learner)]


@torch.no_grad()
def _put_back(learner: Learner, kept: tuple[bool, list[Tensor]]) -> None:
    had_moments, parts = kept
    now = _moving_parts(learner)
    for part, old in zip(now, parts, strict=False):
        part.copy_(old)
    if not had_moments:  # the optimizer's moments came into being while warming up
        for part in now[len(parts) :]:
            part.zero_()
