"""How a server is set up. It travels to the worker processes in an environment variable."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

VARIABLE = "LUDEJO_TABLE"
Offered = Literal["lobby", "push", "passkeys"]


@dataclass(frozen=True)
class Config:
    """Where the database is, and how much is allowed."""

    database: str
    public_url: str = ""  # what links begin with; empty: what the browser asked for
    workers: int = 1
    rate: float = 1.0  # all limits on how often something may be done, times this; 0 for none
    engine_threads: int = 1  # a worker
    engine_seconds_a_minute: float = 30.0  # for one visitor
    most_connections: int = 100  # websockets of one visitor, a worker; twice as many connections of any kind
    most_gigabytes: float = 20.0  # of the database; from there on no new games and studies are taken
    host: str = ""  # the name or address at which it listens
    proxies: str = ""  # addresses whose word for whom they speak is believed
    metrics_port: int = (
        0  # where numbers are told, on this machine alone; 0: at /metrics, unless people come by a proxy
    )
    network_url: str = ""  # what links for others begin with where it is opened on its own machine
    reports: str = ""  # a folder of the lab's reports, to be shown to everybody
    warm: bool = True  # load all games at the start, not each when it is first needed
    lobby: bool = False  # open challenges, and ratings for those who want them
    push_keys: str = ""  # the file with the keys for Web Push; empty: none is sent
    passkeys: bool = False  # a device's own key may stand for a person

    @property
    def offers(self) -> tuple[Offered, ...]:
        """What the host allows beside games."""
        allowed: dict[Offered, bool] = {"lobby": self.lobby, "push": bool(self.push_keys), "passkeys": self.passkeys}
        return tuple(name for name, is_on in allowed.items() if is_on)

    def to_environment(self) -> None:
        """Leave it for the workers."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> "Config":
        """What to_environment left."""
        return cls(**json.loads(os.environ[VARIABLE]))


def data_folder() -> Path:
    """Where the user's games are kept."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "ludejo"


def default_database() -> str:
    """The user's own database."""
    return f"sqlite:///{data_folder() / 'table.sqlite'}"
