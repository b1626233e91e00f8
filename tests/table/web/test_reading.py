"""What visitors give the table to read: how large it may be, where it is read, what it costs, how much comes back.

The application runs in this process, so that one can see which thread does what.
"""

import gzip
import json
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import fastapi
import httpx
import pytest
import segno
import uvicorn

import ludejo
from ludejo.play import records
from ludejo.play.position import Position
from ludejo.play.records import Record
from ludejo.table.children import Child
from ludejo.table.config import Config
from ludejo.table.limits import Limits
from ludejo.table.people.lists import ListPage, Lists
from ludejo.table.reading.files import BOUNDS
from ludejo.table.storage.store import Store
from ludejo.table.web.app import create
from ludejo.table.web.front import guard, packing
from ludejo.table.web.server import LISTS
from ludejo.table.web.study_routes import CHARACTERS_A_TURN, TURNS_A_LOOK

LARGE = "atmalof:R=26,C=26,X=0,Y=0,P=300,N=20"
MEGABYTE = 1_000_000
LOOP = "loop"
PATIENCE = 600.0  # seconds; a watchdog, not an expectation


@contextmanager
def served(folder: Path, rate: float) -> Iterator[httpx.Client]:
    """A table in a thread of this process."""
    app = create(Config(f"sqlite:///{folder}/t.sqlite", rate=rate))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="on"))
    loop = threading.Thread(target=server.run, name=LOOP)
    loop.start()
    while not server.started:
        assert loop.is_alive()
        loop.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        fresh = httpx.Limits(max_keepalive_connections=0)  # a kept connection may be closed in the moment it is used
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=fresh) as client:
            yield client
    finally:
        server.should_exit = True
        loop.join()


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[httpx.Client]:
    with served(tmp_path_factory.mktemp("table"), rate=0) as client:
        yield client


@pytest.fixture
def limited(tmp_path, monkeypatch) -> Iterator[httpx.Client]:
    """A table with limits, which says at once that something was too much."""
    monkeypatch.setattr(guard, "REFUSED_SECONDS", 0.0)
    with served(tmp_path, rate=1) as client:
        yield client


def long_record(spec: str, turns: int) -> str:
    """Random moves, as a record."""
    position, chance = ludejo.game(spec).start(seed=1), random.Random(1)
    while position.turn <= turns:
        position = position.after(chance.choice(position.legal))
    while position.is_chance:
        position = position.after(position.legal[0])
    return records.write(Record.from_position(position))


def padded(record: str, turns: int) -> str:
    """The same record with a list of so many moves, which are not right."""
    document = json.loads(record)
    document["moves"] = (document["moves"] * turns)[:turns]
    return json.dumps(document)


@pytest.fixture
def threads_of(monkeypatch) -> Callable[[object, str], list[str]]:
    """Watch a function: the names of the threads that call it."""

    def watch(owner: object, name: str) -> list[str]:
        seen: list[str] = []
        work = getattr(owner, name)

        def watched(*arguments, **details):
            seen.append(threading.current_thread().name)
            return work(*arguments, **details)

        monkeypatch.setattr(owner, name, watched)
        return seen

    return watch


# ---------------------------------------------------------------- how much comes back


def test_a_long_record_comes_in_pages(table):
    text = long_record(LARGE, 70)
    seen, first = [], 0
    while True:
        answer = table.post("/api/study/look", json={"record": text, "first": first})
        assert len(answer.content) < MEGABYTE
        view = answer.json()
        assert view["first"] == first
        assert 1 <= len(view["positions"]) <= 20_000 // 676
        seen += [position["text"] for position in view["positions"]]
        first += len(view["positions"])
        if first > len(view["history"]):
            break
    assert seen == [position.text for position in records.positions(records.read(text))]


def test_a_page_is_as_long_as_one_wants(table):
    line = {"spec": "atoll:hex-9", "moves": ["e5", "c7", "d4"]}
    view = table.post("/api/study/look", json={**line, "first": 1, "most": 2}).json()
    whole = table.post("/api/study/look", json=line).json()
    assert (whole["first"], len(whole["positions"])) == (0, 4)
    assert (view["first"], view["positions"]) == (1, whole["positions"][1:3])
    beyond = table.post("/api/study/look", json={**line, "first": 99}).json()
    assert (beyond["first"], beyond["positions"]) == (3, whole["positions"][3:])


def test_a_stored_study_comes_in_pages_too(table):
    text = long_record(LARGE, 40)
    id = table.post("/api/study", json={"record": text}).json()["id"]
    answer = table.get(f"/api/study/{id}")
    assert len(answer.content) < MEGABYTE
    assert len(answer.json()["positions"]) < 40
    assert table.get(f"/api/study/{id}", params={"first": 33, "most": 1}).json()["first"] == 33


# ---------------------------------------------------------------- how much goes in


@pytest.mark.parametrize("turns", [10_000, BOUNDS.places // 676 + 1])
@pytest.mark.parametrize("path", ["/api/study/look", "/api/study"])
def test_a_record_that_is_too_long_for_its_board_is_refused_before_a_move_is_played(table, monkeypatch, turns, path):
    text = padded(long_record(LARGE, 10), turns)
    played = []
    monkeypatch.setattr(Position, "play", lambda *move: played.append(move))
    answer = table.post(path, json={"record": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "record/bad")
    assert f"the record has {turns} turns" in answer.json()["sentence"]
    assert played == []


def test_a_line_that_is_too_long_for_its_board_is_refused(table, monkeypatch):
    monkeypatch.setattr(Position, "play", lambda *move: pytest.fail("it was played"))
    answer = table.post("/api/study/look", json={"spec": LARGE, "moves": ["R1:1"] * 4000})
    assert "on a board of 676 cells, expected at most 2958" in answer.json()["sentence"]


def test_other_formats_are_bounded_too(table):
    sgf = "(;GM[11]" + ";B[a1]" * 6000 + ")"
    foreign = json.dumps({"header": {}, "moves": [["a1"]] * 6000})
    for text in (sgf, foreign):
        assert "turns, expected at most 5000" in table.post("/api/study/look", json={"record": text}).json()["sentence"]


def test_the_command_line_reads_longer_records():
    text = long_record("atoll:rhombus,size=3", 3)
    with pytest.raises(ludejo.games.errors.BadRecord, match="expected at most 2"):
        records.read(text, records.Bounds(turns=2, places=100))
    assert len(records.read(text).moves) == 3


def test_refusals_are_charged_and_so_is_length(limited):
    text = padded(long_record(LARGE, 10), 20_000)
    codes = [limited.post("/api/study/look", json={"record": text}).json()["code"] for _ in range(4)]
    assert codes[0] == "record/bad"
    assert codes[-1] == "limit/rate"


def test_a_guarded_line_is_read_and_paid_for_once(limited, monkeypatch, threads_of):
    asked = threads_of(Child, "do")
    record = long_record("atoll:hex-9", 20)
    told = limited.post("/api/study/look", json={"record": record}).json()
    monkeypatch.setattr(Store, "are_guarded", lambda store, keys: True)
    guarded = limited.post("/api/study/look", json={"record": record + " " * 60_000})
    assert guarded.status_code == 200, guarded.text
    assert guarded.json() == told
    assert len(asked) == 2


def test_a_picture_of_a_study_is_paid_for_by_its_length(table, monkeypatch):
    paid: list[float] = []
    record = json.loads(long_record("atoll:hex-9", 30)) | {"comments": {str(turn): "x" * 1000 for turn in range(30)}}
    id = table.post("/api/study", json={"record": json.dumps(record)}).json()["id"]
    monkeypatch.setattr(Limits, "pay", lambda limits, kind, visitor, amount: paid.append(amount))
    assert table.get(f"/shots/study/{id}.svg").status_code == 200
    assert sum(paid) > 30 * 1000 / CHARACTERS_A_TURN / TURNS_A_LOOK


def test_long_lists_are_paid_for_before_the_next_is_looked_for(limited, monkeypatch):
    """Two hundred at once are refused when the first ones have told how long they are, and moves find threads free."""
    asked: list[str] = []

    def long_list(lists, key, first, most):
        asked.append(key)
        return ListPage([], 10**9, 0)

    monkeypatch.setattr(Lists, "page", long_list)
    with ThreadPoolExecutor(20) as many:
        codes = list(many.map(lambda _: limited.get("/api/me/games").status_code, range(40)))
    assert codes.count(200) == len(asked) <= LISTS
    assert codes.count(429) == 40 - len(asked)


def test_who_has_nothing_left_is_refused_before_a_large_body_is_taken_in(limited, monkeypatch):
    large, parsed = json.dumps({"record": "x" * 1_100_000}), []  # a little more than a record may have
    while limited.post("/api/study/look", content=large).json()["code"] != "limit/rate":
        pass
    monkeypatch.setattr(fastapi.Request, "json", lambda request: parsed.append(request))
    assert limited.post("/api/study/look", content=large).json()["code"] == "limit/rate"
    assert limited.post("/api/study/look", content=iter([large.encode()])).json()["code"] == "limit/rate"
    assert parsed == []


@pytest.mark.parametrize("text", ["🙂" * 300, "x" * 301, "é", "a b", ""])
def test_qr_codes_are_for_links(table, text):
    assert table.post("/api/qr", json={"text": text}).json()["code"] == "request/bad"


# ---------------------------------------------------------------- where it is done


def test_nothing_that_visitors_bring_is_read_or_drawn_in_our_own_process(table, threads_of):
    here = [threads_of(*work) for work in ((Position, "after"), (Position, "svg"), (segno, "make"))]
    compressed = threads_of(packing, "pack")
    line = {"spec": "atoll:hex-9", "moves": ["e5", "c7", "d4"]}
    assert table.post("/api/study/look", json=line).status_code == 200
    for form in ("json", "svg", "sgf"):
        assert table.post("/api/study/export", json={**line, "format": form}).status_code == 200
    assert table.post("/api/qr", json={"text": "http://localhost/g/abc#secret"}).status_code == 200
    id = table.post("/api/play", json={"spec": "atoll:hex-9", "opponent": "same-device"}).json()["id"]
    for form in ("json", "svg", "sgf"):
        assert table.get(f"/api/play/{id}/record.{form}").status_code == 200
    assert here == [[], [], []]
    assert compressed
    assert all(name.startswith("packing") for name in compressed)


def test_a_board_is_drawn_once_and_not_sent_again(table, threads_of):
    asked = threads_of(Child, "do")
    board = {"spec": "atoll:rhombus,size=8"}
    first, second = (table.get("/api/board", params=board) for _ in range(2))
    assert first.json() == second.json()
    assert len(asked) == 1
    assert asked[0].startswith("studying")
    third = table.get("/api/board", params=board, headers={"If-None-Match": first.headers["etag"]})
    assert (third.status_code, third.content) == (304, b"")


def test_an_arrangement_is_drawn_anew_for_everybody(table):
    setups = {table.get("/api/board", params={"spec": "mammalath"}).json()["setup"] for _ in range(5)}
    assert len(setups) > 1


# ---------------------------------------------------------------- compression


def test_long_answers_are_packed_and_short_ones_are_not(table):
    answer = table.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    plain = table.get("/api/games", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == answer.json()
    assert "content-encoding" not in table.get("/robots.txt").headers
    script = table.get("/static/js/main.js")
    assert script.headers["content-encoding"] == "gzip"
    again = table.get("/static/js/main.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304
    head = table.head("/")
    assert "content-encoding" not in head.headers


@pytest.mark.parametrize("path", ["/static/icon.svg", "/favicon.ico", "/worker.js", "/manifest.webmanifest"])
def test_files_are_told_whole_whatever_range_is_asked_for(table, path):
    whole = table.get(path)
    for wish in ("nonsense", "bytes=9-1", "bytes=0-3"):
        answer = table.get(path, headers={"Range": wish})
        assert (answer.status_code, answer.text) == (200, whole.text)


def test_the_same_text_is_packed_into_the_same_bytes():
    assert packing.pack(b"ludejo" * 500) == packing.pack(b"ludejo" * 500)
    assert gzip.decompress(packing.pack(b"ludejo" * 500)) == b"ludejo" * 500
