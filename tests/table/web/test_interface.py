"""The interface as it describes itself, and what it offers beside games: boards, study, things to read."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from prometheus_client.parser import text_string_to_metric_families
from pydantic import TypeAdapter

import ludejo
from ludejo.play import records
from ludejo.play.records import Record
from ludejo.table.client import Refused
from ludejo.table.config import Config
from ludejo.table.messages import views
from ludejo.table.refusals import STATUS
from ludejo.table.web.app import create
from ludejo.table.web.front.bundling import lasting

SLOW = ("/api/study/evaluate", "/api/study/hint", "/api/play/{id}/hint", "/api/play/{id}/evaluate")


def test_every_address_answers_as_it_says(table):
    description = create(Config("sqlite:////nowhere/t.sqlite")).openapi()  # the requests go to the real server
    schema: Any = schemathesis.openapi.from_dict(description)
    for operation in schema.exclude(path=list(SLOW)).get_all_operations():
        _answers_as_it_says(operation.ok(), table.address)


def _answers_as_it_says(operation: Any, address: str) -> None:
    @settings(max_examples=8, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        response = case.call(base_url=address)
        assert response.status_code < 500, response.text
        if response.status_code >= 400:
            answer = response.json()
            assert STATUS[answer["code"]] == response.status_code
            assert set(answer) == {"code", "sentence", "template", "values"}
        else:
            case.validate_response(response)

    ask()


def test_every_code_is_documented():
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    for code, status in STATUS.items():
        assert f"| `{code}` | {status} |" in page, code


def test_the_example_of_the_documentation_plays_a_whole_game(table):
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    code = page.partition("```python\n")[2].partition("```")[0].replace("http://127.0.0.1:8765", table.address)
    code = code.replace("hex-9", "rhombus,size=3")  # the same, only shorter
    scope: dict = {}
    exec(code, scope)
    assert scope["game"].is_over
    scope["game"].close()


def described(kind: type, answer: Any) -> Any:
    """An answer, which must be as it is described."""
    TypeAdapter(kind).validate_python(answer)
    return answer


def test_families_with_presets_and_parameters(client):
    families = described(views.FamiliesView, client.ask("GET", "/api/games"))["games"]
    assert {family["name"] for family in families} == {"atmalof", "mammalath", "atoll", "almatafl"}
    for family in families:
        for preset in family["presets"]:
            assert ludejo.game(preset["spec"]).spec == preset["spec"]
    assert [family["name"] for family in families if family["has_dice"]] == ["atmalof"]


def test_a_board_for_a_picture(client):
    view = described(views.BoardView, client.ask("GET", "/api/board", params={"spec": "ATOLL:hexagon,size=4"}))
    assert view["spec"] == "atoll:hexagon,size=4"
    assert len(view["board"]["cells"]) == 37
    assert [level["level"] for level in view["levels"]] == list(range(1, 9))
    same = [client.ask("GET", "/api/board", params={"spec": "mammalath", "seed": 7})["setup"] for _ in range(2)]
    assert same[0] == same[1]


@pytest.mark.parametrize("spec", ["", "chess", "atoll:size=4", "atoll:size=99999", "atmalof:R=1,C=1", "x" * 201])
def test_a_bad_spec_is_explained(client, spec):
    with pytest.raises(Refused) as refused:
        client.ask("GET", "/api/board", params={"spec": spec})
    assert refused.value.code in ("spec/bad", "request/bad")


def test_looking_at_a_line_and_at_its_last_position_alone(client):
    line = {"spec": "atoll:hex-9", "moves": ["e5", "c7", "d4"]}
    view = described(views.LookView, client.ask("POST", "/api/study/look", json=line))
    assert view["history"] == ["e5", "c7", "d4"]
    assert [len(position["moves"]) for position in view["positions"]] == [0, 0, 0, 78]
    last = client.ask("POST", "/api/study/look", json={**line, "whole": False})
    assert len(last["positions"]) == 1
    with pytest.raises(Refused, match="move/illegal"):
        client.ask("POST", "/api/study/look", json={**line, "moves": ["e5", "e5"]})


@pytest.mark.parametrize("form", ["json", "sgf", "ap.json"])
def test_a_record_goes_out_and_comes_back(client, form):
    line = {"spec": "mammalath", "seed": 5, "moves": ["d4", "swap"]}
    exported = client.http.post(
        "/api/study/export", json={**line, "format": form, "comments": {"1": "In the middle."}}
    )  # fmt: skip
    assert exported.status_code == 200, exported.text
    view = client.ask("POST", "/api/study/look", json={"record": exported.text})
    assert view["history"] == ["d4", "swap"]
    assert view["comments"] == {"1": "In the middle."}


def test_an_uploaded_record_has_an_address(client):
    start = ludejo.game("atoll:hex-9").start()
    text = records.write(Record.from_position(start.play("e5").play("c7"), players=("Ada", "Bo")))
    id = client.ask("POST", "/api/study", json={"record": text})["id"]
    view = client.ask("GET", f"/api/study/{id}")
    assert (view["history"], view["players"][0]["name"]) == (["e5", "c7"], "Ada")
    for bad in ("{}", "(;GM[1])", "hello", text.replace("c7", "e5")):
        with pytest.raises(Refused, match="record/bad"):
            client.ask("POST", "/api/study", json={"record": bad})


def test_an_evaluation_comes_turn_by_turn(client):
    line = {"spec": "atoll:rhombus,size=4", "moves": ["b2", "c3", "b3", "a1"], "simulations": 100}
    judged = []
    with client.http.stream("POST", "/api/study/evaluate", json=line) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        for text in response.iter_lines():
            if text.startswith("data: "):
                judged.append(json.loads(text.removeprefix("data: ")))
    assert judged.pop() == {"turns": 4}
    turns = [described(views.JudgementView, one) for one in judged]
    assert [turn["text"] for turn in turns] == line["moves"]
    assert all(0 <= turn["chance"] <= 1 for turn in turns)
    assert all(turn["value"] in (0.0, 0.5, 1.0) for turn in turns if turn["certain"])


def test_texts_rules_lessons_and_puzzles(client):
    assert client.ask("GET", "/api/texts/en") == {}
    for name in ("atmalof", "mammalath", "atoll", "almatafl"):
        assert "R1" in client.ask("GET", f"/api/rules/{name}", params={"lang": "eo"})["html"]
        assert client.ask("GET", f"/api/lessons/{name}")["steps"]
        assert client.ask("GET", f"/api/puzzles/{name}")["game"] == name
    for path in (
        "/api/texts/xx",
        "/api/rules/chess",
        "/api/lessons/chess",
        "/api/puzzles/atoll/99999",
        "/api/puzzles/atoll/p00000000",
    ):
        with pytest.raises(Refused, match="text/none"):
            client.ask("GET", path)


PRELOAD = re.compile(r' *<link rel="modulepreload" href="([^"]+)">\n')
PAGES = {
    "/": "start", "/g/abc": "game", "/study": "study", "/study/abc": "study", "/learn/atoll": "learn",
    "/puzzles/atoll": "puzzles", "/rules/atoll": "rules", "/about": "about",
}  # fmt: skip


def test_the_page_is_the_same_shell_everywhere_but_for_the_modules_it_announces(client):
    shell = PRELOAD.sub("", client.http.get("/").text)
    assert "<script" in shell
    previewed = re.compile(r'  <meta (property="og:|name="twitter:)[^>]*>\n')
    for path, module in PAGES.items():
        response = client.http.get(path)
        announced = PRELOAD.findall(response.text)
        assert lasting(f"js/pages/{module}.js") in announced
        assert all(client.http.get(address).status_code == 200 for address in announced)
        assert previewed.sub("", PRELOAD.sub("", response.text)) == shell
        assert response.headers["content-type"].startswith("text/html")


def test_what_is_prepared_is_told(client):
    told = client.ask("GET", "/api/preparing")
    assert told["game"] is None
    assert told["done"] == told["of"]


def test_health_and_metrics(client):
    assert client.ask("GET", "/healthz") == {"ok": True, "warm": True, "room": True}
    client.start("atoll:hex-9").act("resign")
    counted = {sample.name for family in text_string_to_metric_families(client.http.get("/metrics").text)
               for sample in family.samples}  # fmt: skip
    page = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text()
    told = set(re.findall(r"`(ludejo_\w+)`", page))
    assert told == {name.removesuffix("_bucket") for name in counted if name.startswith("ludejo_")
                    and not name.endswith(("_created", "_sum", "_count"))}  # fmt: skip
