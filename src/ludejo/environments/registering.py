"""Every game under its name in the registries of the libraries that are installed."""

import re
from importlib.util import find_spec

from ludejo.games.discovery import folder_of, whole

HERE = "ludejo.environments"


def register_all() -> None:
    """With whichever libraries there are."""
    if find_spec("gymnasium"):
        _register_with_gymnasium()
    if find_spec("pettingzoo"):
        _register_with_pettingzoo()
    if find_spec("pyspiel"):
        import ludejo.environments.openspiel  # noqa: F401  # registers by being imported


def _register_with_gymnasium() -> None:
    import gymnasium

    for name in whole():
        title = re.sub(r"\W", "", folder_of(name).about.title)
        gymnasium.register(
            f"ludejo/{title}-v0", f"{HERE}.gymnasium:OneAgent", vector_entry_point=f"{HERE}.gymnasium:ManyGames",
            kwargs={"spec": name}, disable_env_checker=True,  # it is checked by tests, and slow
        )  # fmt: skip


def _register_with_pettingzoo() -> None:
    import pettingzoo

    if hasattr(pettingzoo, "register"):  # since 1.27
        for name in whole():
            pettingzoo.register("aec", f"ludejo/{name}-v0", f"{HERE}.pettingzoo:TwoPlayers", kwargs={"spec": name})
