"""How a rules module refuses a family member. Apart from the kernels, so that it needs no Numba."""

from ludejo.games.phrases import phrase


class BadVariant(ValueError):
    """A family member that the rules do not allow, or a specification that cannot be read."""


def in_range(game: str, key: str, value: int, low: int, high: int) -> None:
    """Refuse a parameter out of its bounds, naming parameter, value and bounds."""
    if not low <= value <= high:
        raise BadVariant(
            phrase(
                "{game}: {key}={value} is out of range, expected {key} from {low} to {high}",
                game=game,
                key=key,
                value=value,
                low=low,
                high=high,
            )
        )
