"""Which child of a node deserves the next simulation, and what policy a search recommends.

`by_uct`: UCT with RAVE, for playouts. A child has two means: of its visits, and of all playouts in which the same
player made the same move at any time (all moves as first, AMAF). The second is trusted while the first rests on little.

`by_prior`: for a network that gives each move a prior. PUCT, or the rules of "Policy improvement by planning with
Gumbel" (Danihelka, Guez, Schrittwieser, Silver 2022): each child has a *completed* value, its own where it was visited,
else the mixed value of the node; the *improved* policy is the prior reweighted by the completed values. Inside the tree
a simulation takes the child whose share of visits lags most behind the improved policy. At the root a sample of the
moves, drawn without replacement by Gumbel noise, is halved again and again (sequential halving). Where the number of
simulations is not known beforehand, PUCT or the inner rule serves at the root too.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.dice import draw
from ludejo.games.kernels import kernel, plain_kernel
from ludejo.search.tree import STARTED

HALVING, IMPROVED, PUCT = range(3)  # rules with priors
NONE = np.float32(-1e30)  # less urgent than anything
NO_CHOICE = -1
LONE_EXPLORATION = 0.4  # UCT: for moves that RAVE cannot reach, such as a swap: nothing else would ever try them
WIDENING, WIDENING_VISITS = 0.3, 500.0  # PUCT: a long search trusts the priors less, so that it starves no move
LEAST_PRIOR = np.float32(1e-9)


# ---------------------------------------------------------------- UCT with RAVE


class UctPlan(NamedTuple):
    """How a search with playouts chooses, expands and plays out."""

    exploration: float
    rave_bias: float  # how soon the visits outweigh RAVE
    expand_after: int  # visits
    is_awaited: bool  # never: a playout's result is there at once
    most_turns: int  # of a playout
    uses_rave: bool
    is_wise: bool  # playouts by the game's heuristics instead of at random


@kernel
def by_uct(tree, node, plan, scores, shares):
    """The child with the highest upper confidence bound, a solved one only where there is no other."""
    weigh(tree, node, plan, scores)
    best = 0
    for k in range(1, tree.children[node]):
        if scores[k] > scores[best]:
            best = k
    return np.int32(tree.first[node] + best)


@kernel
def weigh(tree, node, plan, scores):
    """Write each child's upper confidence bound, seen by the mover.

    Written without branches and in single precision, so that it is compiled into vector instructions.
    """
    first = tree.first[node]
    sign, shift = np.float32(1 - 2 * tree.mover[node]), np.float32(tree.mover[node])
    root_log = np.sqrt(np.log(tree.visits[node] + 1.0))
    spread = np.float32(plan.exploration * root_log)
    wider = np.float32(max(plan.exploration, LONE_EXPLORATION) * root_log)
    bias = np.float32(plan.rave_bias)
    one, half, tiny, closed = np.float32(1), np.float32(0.5), np.float32(1e-6), np.float32(1e6)
    fresh = half if tree.visits[node] == 0 else np.float32(tree.total[node] / tree.visits[node])
    for k in range(tree.children[node]):
        child = first + k
        visits, raves = np.float32(tree.visits[child]), tree.rave_visits[child]
        mean = np.float32(tree.total[child]) / max(visits, one) if visits > 0 else fresh
        rave = tree.rave_total[child] / (raves + tiny)
        trust = raves / (raves + visits + bias * raves * visits + tiny)
        width = spread if raves > 0 else wider
        bound = sign * (mean + trust * (rave - mean)) + shift + width / np.sqrt(visits + one)
        known = sign * tree.exact[child] + shift - closed
        scores[k] = known if tree.solved[child] else bound


# ---------------------------------------------------------------- with priors


class PriorPlan(NamedTuple):
    """How a search with a network chooses."""

    simulations: int
    considered: int  # moves sampled at the root
    root_rule: int  # HALVING, IMPROVED or PUCT
    inner_rule: int  # IMPROVED or PUCT
    value_scale: float  # how much a difference in value counts against one in the logarithm of the prior …
    visits_base: float  # … and after how many visits of one child it counts twice as much
    exploration: float  # of PUCT
    caution: float  # first-play urgency of PUCT: how much less than the mixed value a move that was not tried is worth
    noise: float  # of the Gumbel samples: 1 to learn, 0 to play; with PUCT a little, not to play the same game twice
    evenness: float  # of the root's policy, spread over all moves alike: one that it had given up is still looked at
    playouts: int  # at each leaf …
    playout_share: float  # … their share in what it is worth …
    most_turns: int  # … and when they are cut short
    expand_after: int  # visits: none
    is_awaited: bool  # always: new children wait for the network
    schedule: np.ndarray  # [considered + 1, simulations]  how often the root's move to try next was visited so far


DEFAULT_PLAN = PriorPlan(
    simulations=0,
    considered=16,
    root_rule=HALVING,
    inner_rule=IMPROVED,
    value_scale=0.5,
    visits_base=50.0,
    exploration=1.5,
    caution=0.0,
    noise=0.0,
    evenness=0.0,
    playouts=0,
    playout_share=0.0,
    most_turns=2000,
    expand_after=0,
    is_awaited=True,
    schedule=np.zeros((1, 1), np.int32),
)


def prior_plan(simulations: int, **changes: float) -> PriorPlan:
    """A plan with its schedule. Each number gets the type of its default, so that one compilation serves all."""
    typed = {name: type(getattr(DEFAULT_PLAN, name))(value) for name, value in changes.items()}
    plan = DEFAULT_PLAN._replace(simulations=simulations, **typed)
    planned = simulations if plan.root_rule == HALVING else 0
    lines = [halving_schedule(count, planned) for count in range(plan.considered + 1)]
    return plan._replace(schedule=np.array(lines, np.int32).reshape(plan.considered + 1, -1))


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


@plain_kernel
def add_noise(tree, scale, dice):
    """Draw a Gumbel sample for each child of the root."""
    for k in range(tree.children[0]):
        tree.noise[k] = 0
        if scale > 0:
            uniform = (np.float64(draw(dice) >> np.uint64(12)) + 0.5) / 2.0**52
            tree.noise[k] = -scale * np.log(-np.log(uniform))


@plain_kernel
def spread(tree, evenness):
    """Spread a part of the root's policy over all its moves."""
    even = np.float32(evenness) / np.float32(max(tree.children[0], 1))
    for child in range(tree.first[0], tree.first[0] + tree.children[0]):
        tree.prior[child] = (1 - np.float32(evenness)) * tree.prior[child] + even


@kernel
def by_prior(tree, node, plan, values, shares):
    """The child that the next simulation visits."""
    most = complete(tree, node, values)
    rule = plan.inner_rule if node else plan.root_rule
    if rule == HALVING:
        best = halve(tree, plan, most, values)
    elif rule == PUCT:
        best = puct(tree, node, plan, values)
    else:
        improve(tree, node, plan, most, values, shares)
        best = lagging(tree, node, shares)
    return np.int32(tree.first[node] + best)


@kernel
def complete(tree, node, values):
    """Write each child's value for the mover, the mixed value where it was not visited; return the most visits."""
    first, count, mover = tree.first[node], tree.children[node], tree.mover[node]
    visits, most = 0, 0
    weight, weighted = 0.0, 0.0
    for k in range(count):
        child = first + k
        tried = tree.visits[child]
        values[k] = NONE
        if tree.solved[child]:
            values[k] = tree.exact[child] if mover == 0 else 1 - tree.exact[child]
        elif tried:
            values[k] = (tree.total[child] if mover == 0 else tried - tree.total[child]) / tried
        if tried:
            visits += tried
            most = max(most, tried)
            weight += max(tree.prior[child], LEAST_PRIOR)
            weighted += max(tree.prior[child], LEAST_PRIOR) * values[k]
    guess = tree.guess[node] if mover == 0 else 1 - tree.guess[node]
    mixed = (guess + visits * weighted / weight) / (1 + visits) if visits else guess
    for k in range(count):
        if values[k] == NONE:
            values[k] = mixed
    return most


@kernel
def puct(tree, node, plan, values):
    """PUCT: the value, and what the prior still promises. What is solved needs no more visits: `back_up` knows it."""
    first = tree.first[node]
    visits = tree.visits[node]
    widening = 1 + WIDENING * np.log(1 + visits / WIDENING_VISITS)
    reach = np.float32(plan.exploration * widening * np.sqrt(visits))
    caution = np.float32(plan.caution)
    best, urgency = 0, NONE
    for k in range(tree.children[node]):
        child = first + k
        if tree.solved[child]:
            continue
        tried = tree.visits[child]
        fresh = np.float32(0) if tried else caution
        prior = tree.prior[child] if node else tree.prior[child] * np.exp(tree.noise[k])
        score = values[k] - fresh + reach * prior / np.float32(1 + tried)
        if score > urgency:
            best, urgency = k, score
    return best


@kernel
def improve(tree, node, plan, most, values, shares):
    """Write the improved policy: the prior, reweighted by the completed values."""
    first, count = tree.first[node], tree.children[node]
    scale = (plan.visits_base + most) * plan.value_scale
    best = values[0]
    for k in range(1, count):
        best = max(best, values[k])
    plain, plain_value, total = 1.0, np.float32(NONE), 0.0
    for k in range(count):
        if values[k] != plain_value:  # children that were not visited share one value, and one exponential
            plain, plain_value = np.exp(scale * (values[k] - best)), values[k]
        shares[k] = max(tree.prior[first + k], LEAST_PRIOR) * plain
        total += shares[k]
    for k in range(count):
        shares[k] /= total


@kernel
def lagging(tree, node, shares):
    """The child whose visits lag most behind its share; moves known to lose need no more."""
    first, count, mover = tree.first[node], tree.children[node], tree.mover[node]
    visits = 1
    for k in range(count):
        visits += tree.visits[first + k]
    best, urgency = 0, NONE
    for k in range(count):
        lag = shares[k] - np.float32(tree.visits[first + k]) / np.float32(visits)
        if lag > urgency and not is_lost(tree, first + k, mover):
            best, urgency = k, lag
    return best


@kernel
def is_lost(tree, child, mover):
    """Whether a move is known to lose."""
    return tree.solved[child] and tree.exact[child] == mover


@kernel
def is_won(tree, child, mover):
    """Whether a move is known to win."""
    return tree.solved[child] and tree.exact[child] == 1 - mover


@kernel
def halve(tree, plan, most, values):
    """Sequential halving: of the root's moves visited as often as the schedule says, the one that scores best."""
    first, count, last = tree.first[0], tree.children[0], plan.schedule.shape[1] - 1
    wanted = plan.schedule[min(plan.considered, count), min(tree.counters[STARTED], last)]
    best, urgency = NO_CHOICE, NONE
    for k in range(count):
        if tree.visits[first + k] == wanted:
            score = root_score(tree, plan, most, values, k)
            if score > urgency:
                best, urgency = k, score
    return best if best != NO_CHOICE else most_visited(tree, plan, most, values)


@kernel
def root_score(tree, plan, most, values, k):
    """What speaks for a move at the root: noise, prior and completed value."""
    scale = (plan.visits_base + most) * plan.value_scale
    prior = max(tree.prior[tree.first[0] + k], LEAST_PRIOR)
    return np.float32(tree.noise[k] + np.log(prior) + scale * values[k])


@plain_kernel
def most_visited(tree, plan, most, values):
    """The move to play: one that wins for certain; else of the most visited the one that scores best."""
    first, mover = tree.first[0], tree.mover[0]
    best, urgency = 0, NONE
    for k in range(tree.children[0]):
        if is_won(tree, first + k, mover):
            return k
        score = root_score(tree, plan, most, values, k) + np.float32(1e6) * np.float32(tree.visits[first + k])
        score = NONE / 2 + values[k] if is_lost(tree, first + k, mover) else score
        if score > urgency:
            best, urgency = k, score
    return best


@kernel
def recommend(tree, plan, values, shares):
    """Write the policy that the search recommends at the root; return the child to play."""
    most = complete(tree, 0, values)
    first, count, mover = tree.first[0], tree.children[0], tree.mover[0]
    winning = 0
    for k in range(count):
        winning += is_won(tree, first + k, mover)
    if winning:
        for k in range(count):
            shares[k] = np.float32(is_won(tree, first + k, mover)) / np.float32(winning)
    else:
        improve(tree, 0, plan, most, values, shares)
    return first + most_visited(tree, plan, most, values)


@kernel
def improved_worth(tree, values, shares):
    """Seat 0's share at the root, if moves are played as `recommend` wrote: completed values, by the improved policy.

    Under halving the root's mean is of no use: equal shares of the visits go to every move considered, however bad it
    turns out, so that the mover seems to stand worse than he does.
    """
    if tree.solved[0]:
        return np.float64(tree.exact[0])
    own = 0.0
    for k in range(tree.children[0]):
        own += np.float64(shares[k]) * np.float64(values[k])
    return own if tree.mover[0] == 0 else 1 - own
