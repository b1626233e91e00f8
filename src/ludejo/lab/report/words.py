"""What the measures are called, how their figures are written, and what they mean, in a sentence each."""

from __future__ import annotations

from typing import NamedTuple

from ludejo.games.phrases import mark_text, phrase

PERCENT, POINTS, PLAIN, SIGNED, TENS = "percent", "points", "plain", "signed", "tens"


class Words(NamedTuple):
    """A measure for readers."""

    title: str
    form: str  # PERCENT: of one; POINTS: hundredths; PLAIN: as it is; SIGNED: with its sign; TENS: a power of ten
    meaning: str


def called(player: str) -> str:
    """A player as it is told of: a level is more than a number."""
    return phrase("level {number}", number=player.strip()) if player.strip().isdecimal() else player


def short(player: str) -> str:
    """A player as there is room for in tables and plots: `network 32`; the foot of the report has all of it."""
    if player.strip().isdecimal():
        return called(player)
    kind, _, settings = player.partition(":")
    parts = [part for part in settings.split(",") if part and not part.startswith(("memory_mb=", "variety="))]
    return " ".join([kind, *(part.removeprefix("simulations=") for part in parts)])


SECTION_TITLES = {
    "fair": mark_text("Fair"),
    "decisive": mark_text("Decisive"),
    "lively": mark_text("Lively"),
    "deep": mark_text("Deep"),
    "size": mark_text("Size"),
}

MEASURES: dict[str, Words] = {
    "first_seat": Words(
        mark_text("Score of the first seat"), PERCENT,
        mark_text("Points of whoever moves first, a game; a draw counts half, games cut short are left out."),
    ),
    "first_side": Words(
        mark_text("Score of the first colour"), PERCENT,
        mark_text("Points of the colour that begins; a swap can give it to the other player."),
    ),
    "swaps": Words(mark_text("Swaps"), PERCENT, mark_text("Share of the games in which the second player swapped.")),
    "start_value": Words(
        mark_text("Value of the start"), PERCENT,
        mark_text("What the start is worth to the first player by a search of its own; two judges who should agree."),
    ),
    "first_moves_best": Words(
        mark_text("Best first move"), PERCENT,
        mark_text("What the best first move is worth to the first player, by search, if the other does not swap."),
    ),
    "first_moves_spread": Words(
        mark_text("Spread of the first moves"), POINTS, mark_text("Standard deviation of the first moves' values.")
    ),
    "swap_right": Words(
        mark_text("First moves to swap"), PERCENT,
        mark_text("Share of the first moves after which swapping is worth more to the second player than not."),
    ),
    "swap_left": Words(
        mark_text("Advantage left by a swap"), SIGNED,
        mark_text("What the first player has above one half with the best first move when every right swap is taken."),
    ),
    "starts_spread": Words(
        mark_text("Spread over arrangements"), POINTS,
        mark_text("Standard deviation of the best first move's value from arrangement to arrangement."),
    ),
    "draws": Words(mark_text("Draws"), PERCENT, mark_text("Share of the games that ended which nobody won.")),
    "cut_short": Words(mark_text("Cut short"), PERCENT, mark_text("Share of the games that were stopped for length.")),
    "turns_10": Words(
        mark_text("Turns, shortest tenth"), PLAIN,
        mark_text("One game in ten has at most so many turns."),
    ),
    "turns_50": Words(mark_text("Turns, median"), PLAIN, mark_text("Half of the games have at most so many turns.")),
    "turns_90": Words(
        mark_text("Turns, longest tenth"), PLAIN,
        mark_text("Nine games in ten have at most so many turns."),
    ),
    "ending": Words(mark_text("Ended by"), PERCENT, mark_text("Share of the games that ended in this way.")),
    "settled_10": Words(
        mark_text("Loser still at 10 %"), PERCENT,
        mark_text("When the loser last had a chance of 10 %, as a share of the game; 100 % is its very end."),
    ),
    "settled_25": Words(mark_text("Loser still at 25 %"), PERCENT, mark_text("The same with a chance of 25 %.")),
    "settled_50": Words(mark_text("Loser still at 50 %"), PERCENT, mark_text("The same with a chance of 50 %.")),
    "lead_changes": Words(
        mark_text("Changes of lead"), PLAIN,
        mark_text("How often a game's lead goes over; a side leads from 55 % on, until the other one does."),
    ),
    "behind": Words(
        mark_text("How far winners were behind"), POINTS,
        mark_text("How far below one half the winner's chance once was; nothing if it never was."),
    ),
    "behind_long": Words(
        mark_text("How long winners were behind"), PERCENT,
        mark_text("Share of a game's plies with the winner below 45 %."),
    ),
    "uncertainty": Words(
        mark_text("Openness"), PERCENT,
        mark_text("1 − |2p − 1| averaged over a game: 100 % where both have the same chance throughout."),
    ),
    "swing": Words(
        mark_text("Largest swing"), POINTS,
        mark_text("The largest change of the win probability by one choice in a game."),
    ),
    "killers": Words(
        mark_text("Games with a killer move"), PERCENT,
        mark_text("Share of the games with a choice that changed it by 30 points."),
    ),
    "matters": Words(
        mark_text("Turns that matter"), PERCENT,
        mark_text("Share of the turns looked at on which the best move is 10 points above the mean of all."),
    ),
    "narrowness": Words(
        mark_text("Good moves"), PERCENT, mark_text("Share of the legal moves within 5 points of the best one.")
    ),
    "forced": Words(mark_text("Forced turns"), PERCENT, mark_text("Share of the turns with one legal move.")),
    "different_games": Words(mark_text("Different games"), PERCENT, mark_text("The chance that two games differ.")),
    "different_openings": Words(
        mark_text("Different openings"), PERCENT, mark_text("The chance that the first four turns of two games differ.")
    ),
    "rating": Words(mark_text("Rating"), PLAIN, mark_text("Points of Elo above the weakest player.")),
    "rungs": Words(
        mark_text("Rungs of skill"), PLAIN, mark_text("The same in steps at which the stronger one scores 76 %.")
    ),
    "per_doubling": Words(
        mark_text("Gain of a doubling"), PLAIN,
        mark_text("Points of Elo that twice the simulations gain, from the player before."),
    ),
    "regret": Words(
        mark_text("Given away a turn"), POINTS,
        mark_text("What the move that was made gave away against the best one, on the turns looked at."),
    ),
    "luck": Words(
        mark_text("Luck"), PERCENT,
        mark_text(
            "Squared changes of the win probability at rolls, as a share of those at rolls and choices together."
        ),
    ),
    "branching": Words(mark_text("Legal moves a turn"), PLAIN, mark_text("All legal moves by all turns.")),
    "turns": Words(mark_text("Turns, mean"), PLAIN, mark_text("Turns of a game; a drop and its roll are one.")),
    "tree": Words(
        mark_text("Size of the game tree"), TENS,
        mark_text("The product of the legal moves along a game, its logarithm averaged over games."),
    ),
    "positions": Words(
        mark_text("Positions at the widest turn"), TENS,
        mark_text("By how often random games meet in the same position; where none meet, a lower bound."),
    ),
    "playouts": Words(
        mark_text("Random games a second"), PLAIN,
        mark_text("On one core of the machine that reported."),
    ),
}  # fmt: skip
