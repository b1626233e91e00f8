"""What visitors have stored in a day outlives the servers, and nothing else of them does."""

from pathlib import Path

from loops import run_apart

from ludejo.table.config import Config
from ludejo.table.limits import KINDS
from ludejo.table.refusals import Refusal
from ludejo.table.sitting.clock import now_ms
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.quotas import forget_quotas, keep_quotas, kept_quotas
from ludejo.table.storage.store import DAY_MS, Store
from ludejo.table.web.server import Server
from ludejo.table.web.study_routes import pay_for_growth

ALLOWED = KINDS["store"].size


def new_store(folder: Path) -> Store:
    engine = opened(f"sqlite:///{folder}/t.sqlite")
    upgrade(engine)
    return Store(engine)


def test_the_most_that_any_server_knows_is_kept_and_comes_back_with_time(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    keep_quotas(store, {"a": 5e6, "b": 1e6}, rate=100.0, now=0)
    keep_quotas(store, {"a": 3e6}, rate=100.0, now=1000)  # of a server that has heard less
    assert kept_quotas(store, 100.0, 1000) == {"a": 5e6 - 100, "b": 1e6 - 100}
    keep_quotas(store, {"a": 6e6}, rate=100.0, now=2000)
    assert kept_quotas(store, 100.0, 12_000_000) == {"a": 6e6 - 100 * 11_998}
    forget_quotas(store, DAY_MS + 2000)
    assert kept_quotas(store, 0.0, 2000) == {"a": 6e6}
    forget_quotas(store, DAY_MS + 2001)
    assert kept_quotas(store, 0.0, 2000) == {}


def test_no_address_is_kept_for_longer_than_a_day_by_a_server_that_goes_on(tmp_path: Path) -> None:
    new_store(tmp_path)
    server = Server(Config(f"sqlite:///{tmp_path}/t.sqlite", warm=False))
    keep_quotas(server.store, {"yesterday's": 5e6}, rate=0.0, now=now_ms() - DAY_MS - 1000)
    keep_quotas(server.store, {"today's": 5e6}, rate=0.0, now=now_ms())
    run_apart(server.keep_quotas())
    assert kept_quotas(server.store, 0.0, now_ms()) == {"today's": 5e6}


def test_what_is_kept_is_paid_by_its_bytes(tmp_path: Path) -> None:
    server = Server(Config(f"sqlite:///{tmp_path}/t.sqlite", warm=False))
    server.admit("192.0.2.1", 100)
    pay_for_growth(server, "192.0.2.1", "x" * 100, "ĉ" * 1000)
    assert round(server.limits.owed("store", "192.0.2.1"), -2) == 2000


def test_a_restart_gives_nobody_a_second_allowance(tmp_path: Path) -> None:
    new_store(tmp_path)

    def new_server() -> Server:
        return Server(Config(f"sqlite:///{tmp_path}/t.sqlite", warm=False))

    async def store_and_restart() -> tuple[float, str]:
        before, after = new_server(), new_server()
        before.admit("192.0.2.1", int(0.9 * ALLOWED))
        before.admit("192.0.2.2", 1000)
        await before.share_limits()
        await before.keep_quotas()
        await after.start()
        try:
            after.admit("192.0.2.1", int(0.2 * ALLOWED))
            refused = ""
        except Refusal as refusal:
            refused = refusal.code
        await after.stop()
        return after.limits.owed("store", "192.0.2.2"), refused

    assert run_apart(store_and_restart()) == (0.0, "limit/rate")
