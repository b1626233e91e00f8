"""What never changes once it is made: games and positions, and the arrays that they show."""

from collections.abc import Iterable
from typing import NoReturn, TypeVar

Arrays = TypeVar("Arrays", bound=Iterable)


class Unchanging:
    """Refuses to be assigned to, as a tuple does. What it is made of is written into `vars(self)` once."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be assigned to: it never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted: it never changes")


def read_only(arrays: Arrays) -> Arrays:
    """The same tuple, its arrays marked so that Python can no longer write to them."""
    for array in arrays:
        if hasattr(array, "setflags"):  # tables of a board have numbers between them
            array.setflags(write=False)
    return arrays
