"""`ludejo serve`: start the table. `ludejo think`: think for one that is served elsewhere."""

import contextlib
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase, spoken
from ludejo.play.extras import FOR_PASSKEYS, FOR_PUSH, FOR_TABLE, need
from ludejo.table.config import Config, default_database
from ludejo.table.network import where_to_listen

if TYPE_CHECKING:
    from ludejo.table.storage.store import Store

FIRST_PORT = 8765
PORTS = 50
BACKLOG = 2048

Database = Annotated[
    str | None, typer.Option(help="sqlite:///FILE or postgresql://…; your own file if not given", show_default=False)
]
Warm = Annotated[
    bool, typer.Option("--warm/--no-warm", help="Load all games at the start, not each when it is first needed.")
]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="8765 or the next free one", show_default=False)]

table_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def _days(what: str) -> Any:
    """An option that says for how many days something is kept."""
    return typer.Option(min=0, max=36_500, help=f"{what} Days that they are kept; 0: for ever.")


def serve_command(
    database: Database = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve.")] = 1,
    host: Annotated[
        str, typer.Option(help="The address to listen at; lan: for everybody in the same network.")
    ] = "127.0.0.1",
    port: Port = None,
    public_url: Annotated[str, typer.Option(help="What links begin with, behind a proxy: https://…")] = "",
    proxy: Annotated[str, typer.Option(help="Addresses of proxies whose X-Forwarded-For is believed.")] = "",
    rate: Annotated[float, typer.Option(min=0, help="Multiplies all rate limits; 0 for none.")] = 1.0,
    engine_threads: Annotated[
        int | None, typer.Option(min=1, max=64, help="Engines that think at once, a worker", show_default=False)
    ] = None,
    engine_seconds: Annotated[
        float, typer.Option(min=0, help="Engine time that one visitor may ask for a minute, beside games; 0: no limit")
    ] = 30.0,
    most_gigabytes: Annotated[
        float, typer.Option(min=0, help="From this size of the database on, no new games and studies are taken.")
    ] = 20.0,
    metrics_port: Annotated[
        int, typer.Option(min=0, max=65535, help="Tell Prometheus's numbers at this port of 127.0.0.1.")
    ] = 0,
    reports: Annotated[str, typer.Option(help="A folder of reports (.html) that everybody may read.")] = "",
    warm: Warm = True,
    lobby: Annotated[bool, typer.Option("--lobby", help="Let visitors meet: challenges, ratings.")] = False,
    push_keys: Annotated[str, typer.Option(help="Keys for Web Push, a file of `ludejo table keys`.")] = "",
    passkeys: Annotated[
        bool, typer.Option("--passkeys", help="Let a device's own key stand for a person, beside their words.")
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the table in a browser.")] = False,
) -> None:
    """Serve the table, where people play in the browser."""
    need("table", FOR_TABLE)
    if push_keys:
        need("push", FOR_PUSH)
    if passkeys:
        need("passkeys", FOR_PASSKEYS)
        _check_site(public_url)
    from ludejo.table.storage.database import normal_url, opened, upgrade

    url = normal_url(database or default_database())
    engine = opened(url)
    upgrade(engine)
    engine.dispose()
    host, known = where_to_listen(host)
    listening = listen(host, port)
    address = f"http://{known or shown_host(host)}:{listening.getsockname()[1]}/"
    threads = engine_threads or max(1, (os.cpu_count() or 2) // 2 // workers)
    Config(
        url, public_url=public_url, workers=workers, rate=rate, engine_threads=threads,
        engine_seconds_a_minute=engine_seconds, most_gigabytes=most_gigabytes, host=host, proxies=proxy,
        metrics_port=metrics_port, warm=warm, lobby=lobby, network_url=address if known else "",
        reports=os.path.abspath(reports) if reports else "", push_keys=push_keys, passkeys=passkeys,
    ).to_environment()  # fmt: skip
    print(f"The table is at {address}  (Ctrl-C ends it)", flush=True)
    if browser:
        threading.Thread(target=open_browser, args=[address], daemon=True).start()
    run(listening, workers, proxy, metrics_port)


def _check_site(public_url: str) -> None:
    """Refuse passkeys where browsers would."""
    from ludejo.table.people.passkeys import Site
    from ludejo.table.refusals import Refusal

    try:
        Site.of(public_url or "http://localhost")
    except Refusal:
        expected = phrase("--passkeys with --public-url {given}, expected https:// and a name", given=public_url)
        raise Unusable(expected) from None


@table_app.callback()
def table_command() -> None:
    """Look after a table's database."""


@table_app.command("tidy")
def tidy_command(
    database: Database = None,
    never_moved: Annotated[int, _days("Games without a move.")] = 30,
    abandoned: Annotated[int, _days("Games that were not played to the end.")] = 365,
    finished: Annotated[int, _days("Games that have ended.")] = 730,
    studies: Annotated[int, _days("Studies that nobody opens.")] = 365,
    people: Annotated[int, _days("People without a game who do not come any more.")] = 365,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count them.")] = False,
) -> None:
    """Take old games and studies out of the database; servers may run beside it."""
    need("table", FOR_TABLE)
    from ludejo.table.sitting.clock import now_ms
    from ludejo.table.storage.database import opened, upgrade
    from ludejo.table.storage.store import Store
    from ludejo.table.storage.tidying import Retention, tidy

    engine = opened(database or default_database())
    upgrade(engine)
    head = phrase("These would be removed:") if dry_run else phrase("Removed:")
    print(spoken(head))
    retention = Retention(never_moved, abandoned, finished, studies, people)
    for tidied in tidy(Store(engine), retention, now_ms(), dry_run):
        if tidied.days:
            print("  " + spoken(phrase(tidied.sentence, days=tidied.days, count=tidied.count)), flush=True)
    engine.dispose()


@table_app.command("keys")
def keys_command(
    file: Annotated[Path, typer.Argument(help="Where to keep them; for `ludejo serve --push-keys`.")],
) -> None:
    """Make keys for Web Push, by which browsers are told of turns when no page is open."""
    need("push", FOR_PUSH)
    from ludejo.table.people.push import make_keys

    try:
        make_keys(file)
    except OSError as error:
        raise Unusable(phrase("cannot write {file}: {reason}", file=str(file), reason=error.strerror or "")) from None


@table_app.command("reports")
def reports_command(database: Database = None) -> None:
    """What visitors of the lobby tell of each other: when, about whom, in which game, why."""
    from datetime import UTC, datetime

    from ludejo.table.people.company import Company

    with _store_of(database) as store:
        for told in Company(store).reports():
            at = datetime.fromtimestamp(told.created / 1000, UTC)
            print(f"{at:%Y-%m-%d %H:%M}  {told.about}  {told.name}  /g/{told.game}  {told.reason}")


@table_app.command("bar")
def bar_command(
    person: Annotated[str, typer.Argument(help="The id of whoever is meant, from `ludejo table reports`.")],
    database: Database = None,
    lift: Annotated[bool, typer.Option("--lift", help="Let them in again.")] = False,
) -> None:
    """Keep somebody out of the lobby. Their games go on."""
    from ludejo.table.people.company import Company

    with _store_of(database) as store:
        if not Company(store).bar(person, not lift):
            raise Unusable(phrase("nobody at this table has the id {id}", id=person))


@contextlib.contextmanager
def _store_of(database: str | None) -> Iterator["Store"]:
    """The store of a database, brought up to date."""
    need("table", FOR_TABLE)
    from ludejo.table.storage.database import opened, upgrade
    from ludejo.table.storage.store import Store

    engine = opened(database or default_database())
    upgrade(engine)
    yield Store(engine)
    engine.dispose()


def shown_host(host: str) -> str:
    """How a host is written in an address."""
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at the port that is wanted, or at the first free one."""
    ports = range(FIRST_PORT, FIRST_PORT + PORTS) if port is None else (port,)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for candidate in ports:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError as error:
            problem = error
            listening.close()
            continue
        listening.listen(BACKLOG)  # from now on browsers wait until the server is ready, instead of being refused
        listening.set_inheritable(True)
        return listening
    told = {"host": host, "port": ports[0], "reason": problem.strerror if problem else "no port"}
    raise Unusable(phrase("cannot listen at {host}, port {port}: {reason}", **told))


def open_browser(address: str) -> None:
    """Show the table, if there is a browser that can be seen."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def run(listening: socket.socket, workers: int, proxy: str, metrics_port: int) -> None:
    """Serve until told to stop."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "ludejo.table.web.app:create", factory=True, workers=workers, log_config=None, access_log=False,
        proxy_headers=bool(proxy), forwarded_allow_ips=proxy or None, server_header=False, date_header=False,
        ws_max_size=8 * 1024, ws_per_message_deflate=False, timeout_graceful_shutdown=3, backlog=BACKLOG,
        timeout_worker_healthcheck=60,
        http="ludejo.table.web.front.transport:Http", ws="ludejo.table.web.front.transport:Websocket",
    )  # fmt: skip
    if workers > 1:
        with tempfile.TemporaryDirectory(prefix="ludejo-metrics-") as folder:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # where the workers count together: see metrics.py
            _tell_numbers(metrics_port)
            Multiprocess(config, sockets=[listening]).run()
    else:
        _tell_numbers(metrics_port)
        uvicorn.Server(config).run(sockets=[listening])


def _tell_numbers(port: int) -> None:
    """Let Prometheus ask this machine, at a port that no proxy leads to."""
    if port:
        from ludejo.table import metrics

        metrics.serve(port)


def think_command(
    database: Annotated[str, typer.Option(help="postgresql://…, the one that the table uses")],
    threads: Annotated[int, typer.Option(min=1, max=256, help="Engines that think at once.")] = 1,
    warm: Warm = True,
) -> None:
    """Think for a table that is served elsewhere: engine moves, hints and analyses."""
    need("table", FOR_TABLE)
    import asyncio

    from ludejo.table.storage.database import BadDatabase, is_sqlite, normal_url, opened, upgrade
    from ludejo.table.thinking.thinker import Thinker
    from ludejo.table.thinking.warming import Warming
    from ludejo.table.web.logs import set_up_logs

    url = normal_url(database)
    if is_sqlite(url):
        raise BadDatabase(phrase("a table in a SQLite file thinks by itself, expected postgresql://…"))
    set_up_logs()
    engine = opened(url)
    upgrade(engine)
    engine.dispose()
    if warm:
        warming = Warming()
        warming.run()
        warming.start_provers()
    asyncio.run(Thinker(url, threads).run(lambda: print("Thinking (Ctrl-C ends it)", flush=True)))


if __name__ == "__main__":
    typer.run(serve_command)
