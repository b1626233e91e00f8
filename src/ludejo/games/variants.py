"""How a rules module refuses a parameter of its family. Apart from the kernels, so that it needs no Numba."""

from ludejo.games.errors import BadVariant
from ludejo.games.phrases import phrase

__all__ = ["BadVariant", "in_range"]


def in_range(game: str, key: str, value: int, low: int, high: int) -> None:
    """Refuse a parameter out of its bounds, naming parameter, value and bounds."""
    if not low <= value <= high:
        told = {"key": key, "value": value, "low": low, "high": high}
        raise BadVariant(
            phrase("{key}={value} is out of range, expected {key} from {low} to {high}", **told), game=game
        )
