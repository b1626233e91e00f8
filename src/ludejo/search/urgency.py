"""Which edge of a tree deserves the next simulation, and what policy a search recommends.

After "Policy improvement by planning with Gumbel" (Danihelka, Guez, Schrittwieser, Silver 2022). Each edge has a
*completed* value: its own where it was visited, else the mixed value of the node. The *improved* policy is the prior
reweighted by the completed values. Inside the tree a simulation takes the edge whose share of visits lags most behind
the improved policy. At the root a sample of the moves, drawn without replacement by Gumbel noise, is halved again and
again. Where the number of simulations is not known beforehand, PUCT or the inner rule serves at the root too.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE
from ludejo.games.dice import draw, roll
from ludejo.games.kernels import kernel
from ludejo.search.forest import NO_NODE, STARTED, WINNING

HALVING, IMPROVED, PUCT = range(3)  # rules of choice
NONE = np.float32(-1e30)  # less urgent than anything
WIDENING, WIDENING_VISITS = 0.3, 500.0  # PUCT: a long search trusts the priors less, so that it starves no move
LEAST_PRIOR = np.float32(1e-9)


class Plan(NamedTuple):
    """How a search chooses."""

    simulations: int
    considered: int  # moves sampled at the root
    root_rule: int  # HALVING, IMPROVED or PUCT
    inner_rule: int  # IMPROVED or PUCT
    value_scale: float  # how much a difference in value counts against one in the logarithm of the prior …
    visits_base: float  # … and after how many visits of one child it counts twice as much
    exploration: float  # of PUCT
    caution: float  # of PUCT: how much less than the mixed value a move that was not tried is worth
    noise: float  # of the Gumbel samples: 1 to learn, 0 to play; with PUCT a little, not to play the same game twice
    evenness: float  # of the root's policy, spread over all moves alike: one that it had given up is still looked at
    schedule: np.ndarray  # [considered + 1, simulations]  how often the root's move to try next was visited so far


def plan(
    simulations: int,
    considered: int = 16,
    root_rule: int = HALVING,
    inner_rule: int = IMPROVED,
    value_scale: float = 0.5,
    visits_base: float = 50.0,
    exploration: float = 1.5,
    caution: float = 0.0,
    noise: float = 0.0,
    evenness: float = 0.0,
) -> Plan:
    """A plan with its schedule."""
    lines = [halving_schedule(count, simulations if root_rule == HALVING else 0) for count in range(considered + 1)]
    return Plan(
        simulations, considered, root_rule, inner_rule, float(value_scale), float(visits_base), float(exploration),
        float(caution), float(noise), float(evenness), np.array(lines, np.int32).reshape(considered + 1, -1),
    )  # fmt: skip


def halving_schedule(considered: int, simulations: int) -> list[int]:
    """Sequential halving as a list: for each simulation, how many visits the move that it tries has before it.

    All moves considered get equal shares of a round of visits, then the better half of them, and so on down to two.
    """
    rounds = max(1, (considered - 1).bit_length())
    schedule: list[int] = []
    field, visits = considered, 0
    while len(schedule) < simulations:
        for _ in range(max(1, simulations // (rounds * max(1, field)))):
            schedule += [visits] * max(1, field)
            visits += 1
        field = max(min(2, considered), field // 2)
    return schedule[:simulations]


@kernel
def add_noise(tree, scale, dice):
    """Draw a Gumbel sample for each edge of the root."""
    for k in range(tree.edges[0]):
        tree.noise[k] = 0
        if scale > 0:
            uniform = (np.float64(draw(dice) >> np.uint64(12)) + 0.5) / 2.0**52
            tree.noise[k] = -scale * np.log(-np.log(uniform))


@kernel
def spread(tree, evenness):
    """Spread a part of the root's policy over all its moves."""
    even = np.float32(evenness) / np.float32(max(tree.edges[0], 1))
    for k in range(tree.edges[0]):
        tree.prior[k] = (1 - np.float32(evenness)) * tree.prior[k] + even


@kernel
def choose(tree, node, plan, dice, values, shares):
    """The edge that the next simulation follows, counted among the node's own."""
    if tree.mover[node] == CHANCE:
        return least_tried(tree, node, dice)
    most = complete(tree, node, values)
    rule = plan.inner_rule if node else plan.root_rule
    if rule == HALVING:
        return halve(tree, plan, most, values)
    if rule == PUCT:
        return explore(tree, node, plan, values)
    improve(tree, node, plan, most, values, shares)
    return lagging(tree, node, shares)


@kernel
def tries(tree, edge):
    """How often an edge was followed, on the way included."""
    child = tree.child[edge]
    return tree.visits[child] + tree.pending[child] if child >= 0 else 0


@kernel
def is_lost(tree, edge, mover):
    """Whether a move is known to lose."""
    child = tree.child[edge]
    return child >= 0 and tree.solved[child] and tree.exact[child] == mover


@kernel
def complete(tree, node, values):
    """Write each edge's value for the mover, the mixed value where it was not followed; return the most visits.

    Simulations on their way count as lost, so that those that start together part.
    """
    first, count, mover = tree.first[node], tree.edges[node], tree.mover[node]
    visits, most = 0, 0
    weight, weighted = 0.0, 0.0
    for k in range(count):
        child = tree.child[first + k]
        values[k] = NONE
        if child >= 0:
            tried = tree.visits[child] + tree.pending[child]
            if tree.solved[child]:
                values[k] = tree.exact[child] if mover == 0 else 1 - tree.exact[child]
            elif tried:
                total = tree.total[child] if mover == 0 else tree.visits[child] - tree.total[child]
                values[k] = total / tried
            else:
                continue
            visits += tried
            most = max(most, tried)
            weight += max(tree.prior[first + k], LEAST_PRIOR)
            weighted += max(tree.prior[first + k], LEAST_PRIOR) * values[k]
        elif child == WINNING:
            values[k] = 1
    guess = tree.guess[node] if mover == 0 else 1 - tree.guess[node]
    mixed = (guess + visits * weighted / weight) / (1 + visits) if visits else guess
    for k in range(count):
        if values[k] == NONE:
            values[k] = mixed
    return most


@kernel
def improve(tree, node, plan, most, values, shares):
    """Write the improved policy: the prior, reweighted by the completed values."""
    first, count = tree.first[node], tree.edges[node]
    scale = (plan.visits_base + most) * plan.value_scale
    best = values[0]
    for k in range(1, count):
        best = max(best, values[k])
    plain, plain_value, total = 1.0, np.float32(NONE), 0.0
    for k in range(count):
        if values[k] != plain_value:  # edges that were not followed share one value, and one exponential
            plain, plain_value = np.exp(scale * (values[k] - best)), values[k]
        shares[k] = max(tree.prior[first + k], LEAST_PRIOR) * plain
        total += shares[k]
    for k in range(count):
        shares[k] /= total


@kernel
def lagging(tree, node, shares):
    """The edge whose visits lag most behind its share; moves known to lose need no more."""
    first, count, mover = tree.first[node], tree.edges[node], tree.mover[node]
    visits = 1
    for k in range(count):
        visits += tries(tree, first + k)
    best, urgency = 0, NONE
    for k in range(count):
        lag = shares[k] - np.float32(tries(tree, first + k)) / np.float32(visits)
        if lag > urgency and not is_lost(tree, first + k, mover):
            best, urgency = k, lag
    return best


@kernel
def explore(tree, node, plan, values):
    """PUCT: the value, and what the prior still promises. What is solved needs no more visits: `back_up` knows it."""
    first, count = tree.first[node], tree.edges[node]
    visits = tree.visits[node] + tree.pending[node]
    widening = 1 + WIDENING * np.log(1 + visits / WIDENING_VISITS)
    reach = np.float32(plan.exploration * widening * np.sqrt(visits))
    caution = np.float32(plan.caution)
    best, urgency = 0, NONE
    for k in range(count):
        child = tree.child[first + k]
        if child >= 0 and tree.solved[child]:
            continue
        fresh = caution if child == NO_NODE else np.float32(0)
        prior = tree.prior[first + k] if node else tree.prior[first + k] * np.exp(tree.noise[k])
        score = values[k] - fresh + reach * prior / np.float32(1 + tries(tree, first + k))
        if score > urgency:
            best, urgency = k, score
    return best


@kernel
def halve(tree, plan, most, values):
    """At the root: of the moves visited as often as the schedule says, the one that scores best."""
    wanted = plan.schedule[min(plan.considered, tree.edges[0]), min(tree.counters[STARTED], plan.schedule.shape[1] - 1)]
    best, urgency = NO_NODE, NONE
    for k in range(tree.edges[0]):
        if tries(tree, k) == wanted:
            score = root_score(tree, plan, most, values, k)
            if score > urgency:
                best, urgency = k, score
    return best if best != NO_NODE else most_visited(tree, plan, most, values)


@kernel
def root_score(tree, plan, most, values, k):
    """What speaks for a move at the root: noise, prior and completed value."""
    scale = (plan.visits_base + most) * plan.value_scale
    return np.float32(tree.noise[k] + np.log(max(tree.prior[k], LEAST_PRIOR)) + scale * values[k])


@kernel
def most_visited(tree, plan, most, values):
    """The move to play: one that wins for certain; else of the most visited the one that scores best."""
    mover = tree.mover[0]
    best, urgency = 0, NONE
    for k in range(tree.edges[0]):
        if is_won(tree, k, mover):
            return k
        score = root_score(tree, plan, most, values, k) + np.float32(1e6) * np.float32(tries(tree, k))
        score = NONE / 2 + values[k] if is_lost(tree, k, mover) else score
        if score > urgency:
            best, urgency = k, score
    return best


@kernel
def is_won(tree, edge, mover):
    """Whether a move is known to win."""
    child = tree.child[edge]
    return child == WINNING or (child >= 0 and tree.solved[child] and tree.exact[child] == 1 - mover)


@kernel
def recommend(tree, plan, values, shares):
    """Write the policy that the search recommends at the root; return the edge to play."""
    most = complete(tree, 0, values)
    mover = tree.mover[0]
    winning = 0
    for k in range(tree.edges[0]):
        winning += is_won(tree, k, mover)
    if winning:
        for k in range(tree.edges[0]):
            shares[k] = np.float32(is_won(tree, k, mover)) / np.float32(winning)
    else:
        improve(tree, 0, plan, most, values, shares)
    return most_visited(tree, plan, most, values)


@kernel
def least_tried(tree, node, dice):
    """At a die: of the faces that are not solved one that was tried least, so that all are tried alike."""
    first, count = tree.first[node], tree.edges[node]
    start = roll(dice, count)
    best, fewest = start, -1
    for k in range(count):
        face = (start + k) % count
        child = tree.child[first + face]
        if child >= 0 and tree.solved[child]:
            continue
        tried = tries(tree, first + face)
        if fewest < 0 or tried < fewest:
            best, fewest = face, tried
    return best
