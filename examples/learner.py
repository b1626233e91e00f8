"""Learns Hex on 5 x 5 by playing against itself, on a CPU, until it beats a random mover 24 times in 25.

    python examples/learner.py [--spec atoll:rhombus,size=5] [--minutes 5] [--seeds 1]

A policy of one hidden layer sees the planes of the board and says how likely each move is. It plays many games at once
against itself in `ludejo.vector`, and after each round makes the moves of the winners likelier and those of the losers
less likely: REINFORCE (Williams 1992), with Adam (Kingma and Ba 2015). NumPy is all it needs. What it has learnt is
judged by games that played no part in when to stop: at least 19 of 20 are to be won.
"""

import argparse
import time

import numpy as np

import ludejo
import ludejo.environments.vector

SPEC = "atoll:rhombus,size=5"
GOAL, STOP_AT = 0.95, 0.96  # stopping at a lucky check must not bring it below the goal
CURIOSITY = 0.1  # the weight of entropy
Policy = dict[str, np.ndarray]


def new_policy(inputs: int, hidden: int, actions: int, random: np.random.Generator) -> Policy:
    """Small random weights into the hidden layer, none out of it: at first all moves are equally likely."""
    return {
        "in": random.normal(0, inputs**-0.5, (inputs, hidden)).astype(np.float32),
        "bias": np.zeros(hidden, np.float32),
        "out": np.zeros((hidden, actions), np.float32),
    }


def probabilities(policy: Policy, seen: np.ndarray, legal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How likely each move is in each game, [games, actions], and the hidden layer, [games, hidden]."""
    hidden = np.maximum(seen @ policy["in"] + policy["bias"], 0)
    logits = np.where(legal, hidden @ policy["out"], -np.inf)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True), hidden


def drawn(chances: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A move in each game, as likely as the policy says."""
    chosen = (chances.cumsum(axis=1) < random.random((len(chances), 1))).sum(axis=1)
    return np.minimum(chosen, chances.shape[1] - 1 - (chances[:, ::-1] > 0).argmax(axis=1))


def flat(games: ludejo.environments.vector.Vector) -> np.ndarray:
    """What is seen, a row a game."""
    return games.observations.reshape(games.count, -1).astype(np.float32)


def play(policy: Policy, games: ludejo.environments.vector.Vector, steps: int, random: np.random.Generator) -> tuple:
    """So many moves in all games: what was seen, was legal, was played, and its worth.

    The policy plays against itself; in half of the games one seat moves at random, from which nothing is learnt.
    """
    randomly = np.arange(games.count) % 4  # the seat that does so, if it is one
    seen, legal, moves, movers, rewards, ended = [], [], [], [], [], []
    for _ in range(steps):
        seen.append(flat(games))
        legal.append(games.legal.copy())
        movers.append(games.to_move.astype(int))
        wise = drawn(probabilities(policy, seen[-1], games.legal)[0], random)
        moves.append(np.where(movers[-1] == randomly, games.random_actions(), wise))
        games.step(moves[-1])
        rewards.append(games.rewards.copy())
        ended.append(games.ended.copy())
    worth, result = np.zeros((steps, games.count), np.float32), np.zeros((games.count, 2), np.float32)
    for turn in reversed(range(steps)):  # every move of a game is worth what its player won in the end
        result = np.where(ended[turn][:, None], rewards[turn], result)
        worth[turn] = result[np.arange(games.count), movers[turn]]
    learnt = (worth != 0) & (np.array(movers) != randomly)
    for kind in range(4):  # better or worse than usual in games of this kind
        worth[:, kind::4] -= worth[:, kind::4][learnt[:, kind::4]].mean()
    worth *= learnt
    return np.concatenate(seen), np.concatenate(legal), np.concatenate(moves), worth.ravel()


def gradient(policy: Policy, seen: np.ndarray, legal: np.ndarray, moves: np.ndarray, worth: np.ndarray) -> Policy:
    """Which way the weights go so that moves of winners become likelier, and none too certain (entropy)."""
    chances, hidden = probabilities(policy, seen, legal)
    surprise = -np.log(np.maximum(chances, 1e-9))
    slope = -chances
    slope[np.arange(len(moves)), moves] += 1
    slope *= worth[:, None]
    slope += CURIOSITY * chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
    slope /= len(moves)
    back = (slope @ policy["out"].T) * (hidden > 0)
    return {"in": seen.T @ back, "bias": back.sum(axis=0), "out": hidden.T @ slope}


class Adam:
    """Steps of a size that suits each weight."""

    def __init__(self, policy: Policy, rate: float = 0.002) -> None:
        self.rate, self.count = rate, 0
        self.mean = {name: np.zeros_like(weights) for name, weights in policy.items()}
        self.square = {name: np.zeros_like(weights) for name, weights in policy.items()}

    def step(self, policy: Policy, slopes: Policy) -> None:
        """Go uphill."""
        self.count += 1
        for name, slope in slopes.items():
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope**2 - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.count), self.square[name] / (1 - 0.999**self.count)
            policy[name] += self.rate * mean / (np.sqrt(square) + 1e-8)


def score_against_random(policy: Policy, spec: str, count: int = 1000, seed: int = 1) -> float:
    """The share of games won against a random mover, playing first in every other game."""
    games, won = ludejo.vector(spec, count, seed=seed, restart=False), np.zeros(count)
    seats = np.arange(count) % 2
    while not games.ended.all():
        legal = games.legal | games.ended[:, None]  # of games that are over nobody looks at the move
        wise = probabilities(policy, flat(games), legal)[0].argmax(axis=1)
        games.step(np.where(games.to_move == seats, wise, games.random_actions()))
        won += games.rewards[np.arange(count), seats] > 0
    return float(won.mean())


def learn(spec: str = SPEC, minutes: float = 5, rounds: int = 10**9, seed: int = 1) -> tuple[Policy, float]:
    """Rounds of play and learning until the goal is reached or the time is up; the policy and its score."""
    random, games, begun = np.random.default_rng(seed), ludejo.vector(spec, 256, seed=seed), time.monotonic()
    policy = new_policy(int(np.prod(games.observations.shape[1:])), 128, games.actions, random)
    adam, score = Adam(policy), 0.0
    for number in range(1, rounds + 1):
        adam.step(policy, gradient(policy, *play(policy, games, 32, random)))
        if number % 50 == 0 or number == rounds:
            score = score_against_random(policy, spec)
            print(f"round {number}, {time.monotonic() - begun:.0f} s: {score:.1%} against a random mover", flush=True)
            if score >= STOP_AT or time.monotonic() - begun > 60 * minutes:
                break
    return policy, score_against_random(policy, spec, 4000, seed + 1000)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learn a small game by playing against oneself.")
    parser.add_argument("--spec", default=SPEC)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seeds", type=int, default=1, help="how often, from another seed each time")
    asked = parser.parse_args()
    for seed in range(1, asked.seeds + 1):
        final = learn(asked.spec, asked.minutes, seed=seed)[1]
        print(
            f"seed {seed}: {final:.1%} of 4,000 new games, {'the' if final >= GOAL else 'not the'} goal of {GOAL:.0%}"
        )
