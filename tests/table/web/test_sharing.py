"""Studies that are shared, pictures, frames, previews, the explorer and reports, over HTTP."""

import io
import json
import os
from pathlib import Path

import httpx
import pytest
from PIL import Image

import ludejo
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.play import records
from ludejo.play.records import Record
from ludejo.play.variations import Study, Variation
from ludejo.table.reading.shared import FORMAT, MOST_CHAPTERS, read_shared
from ludejo.table.reading.shots import MOST_FRAMES, _frames
from ludejo.table.refusals import Refusal
from ludejo.table.web.sharing.reports import BOXED, _boxed, listed

PATIENCE = 600.0


def study_text(*moves: str) -> str:
    position = ludejo.game("atoll:rhombus,size=4").start().play("b2").play("c2")
    study = Study((Variation(0, 1, moves or ("c3",), {2: "Not taken."}, {2: ("c3", "b2-c3")}),))
    return records.write(Record.from_position(position, ("Ada", "Bo"), study=study))


@pytest.fixture
def web(table):
    with httpx.Client(base_url=table.address, timeout=PATIENCE) as web:
        yield web


@pytest.fixture
def shared(web):
    asked = {"study": "Bridges", "title": "One", "record": study_text()}
    answer = web.post("/api/studies", json=asked)
    assert answer.status_code == 201
    return answer.json()


def edited(web, shared, chapter, secret=None, **changes):
    body = {"title": "One", "record": study_text("d4", "d3"), "version": 1, **changes}
    headers = {"Authorization": f"Bearer {secret or shared['secret']}"}
    return web.put(f"/api/studies/{shared['id']}/{chapter}", json=body, headers=headers)


def test_who_keeps_a_shared_study_may_change_it_on_every_device(web, shared):
    ada, bo = ({"Authorization": f"Bearer me.{'-'.join([word] * 6)}"} for word in ("lolol", "nunun"))
    place, kept = f"/api/studies/{shared['id']}", f"/api/me/studies/{shared['id']}"
    assert web.get("/api/me/studies", headers=ada).json() == {"studies": []}
    assert web.post(kept, json={"secret": "x" * 32}, headers=ada).status_code == 401
    assert web.post(kept, json={"secret": ada["Authorization"][7:]}, headers=ada).status_code == 401
    assert web.post(kept, json={"secret": shared["secret"]}).status_code == 401, "of nobody"
    for _ in range(2):
        (listed,) = web.post(kept, json={"secret": shared["secret"]}, headers=ada).json()["studies"]
    assert (listed["id"], listed["title"]) == (shared["id"], "Bridges")
    assert [web.get(place, headers=who).json()["may_edit"] for who in (ada, bo)] == [True, False]
    body = {"study": "Ladders", "version": 1, "chapters": [{"id": 1, "title": "One"}]}
    assert web.put(place, json=body, headers=bo).status_code == 401
    assert web.put(place, json=body, headers=ada).json()["may_edit"]
    assert [study["title"] for study in web.get("/api/me/studies", headers=ada).json()["studies"]] == ["Ladders"]
    assert web.delete(kept, headers=bo).status_code == 404
    assert web.delete(kept, headers=ada).json() == {"studies": []}
    assert not web.get(place, headers=ada).json()["may_edit"]
    web.post(kept, json={"secret": shared["secret"]}, headers=ada)
    assert web.delete(place, headers=ada).json() == {"deleted": True}
    assert web.get("/api/me/studies", headers=ada).json() == {"studies": []}


def test_a_shared_study_is_looked_at_and_changed_by_its_secret_alone(web, shared):
    place = f"/api/studies/{shared['id']}"
    seen = web.get(place).json()
    assert (seen["title"], seen["version"], seen["chapters"], seen["may_edit"]) == ("Bridges", 1, ["One"], False)
    assert shared["secret"] not in web.get(place).text
    chapter = web.get(f"{place}/1").json()
    assert chapter["history"] == ["b2", "c2"]
    assert chapter["study"]["lines"][0]["comments"] == {"2": "Not taken."}
    assert edited(web, shared, 1, secret="x" * 32).status_code == 401
    assert web.put(f"{place}/1", json={"title": "One", "record": study_text(), "version": 1}).status_code == 401
    assert edited(web, shared, 1).json()["version"] == 2
    assert web.get(f"{place}/1").json()["study"]["lines"][0]["moves"] == ["d4", "d3"]


def test_who_has_not_seen_the_latest_version_is_told_to_look_again(web, shared):
    assert edited(web, shared, 1).status_code == 200
    late = edited(web, shared, 1)
    assert (late.status_code, late.json()["code"]) == (409, "table/stale")


def test_chapters_are_added_at_the_end_and_are_bounded(web, shared):
    assert edited(web, shared, 3).status_code == 404
    added = edited(web, shared, 2, title="Two").json()
    assert added["chapters"] == ["One", "Two"]
    assert edited(web, shared, MOST_CHAPTERS + 1, version=2).status_code == 422
    assert web.get(f"/api/studies/{shared['id']}/3").status_code == 404


def arranged(web, shared, version, *chapters, secret=None):
    body = {"version": version, "study": "Ladders", "chapters": [{"id": id, "title": title} for id, title in chapters]}
    headers = {"Authorization": f"Bearer {secret or shared['secret']}"}
    return web.put(f"/api/studies/{shared['id']}", json=body, headers=headers)


def test_chapters_are_renamed_ordered_and_removed_and_keep_their_ids(web, shared):
    for number, title in ((2, "Two"), (3, "Three")):
        edited(web, shared, number, title=title, version=number - 1)
    after = arranged(web, shared, 3, (3, "Third"), (1, "First")).json()
    assert (after["title"], after["chapters"], after["ids"]) == ("Ladders", ["Third", "First"], [3, 1])
    place = f"/api/studies/{shared['id']}"
    assert web.get(f"{place}/1").json()["study"]["lines"][0]["moves"] == ["d4", "d3"]
    assert web.get(f"{place}/2").json()["study"]["lines"][0]["moves"] == ["c3"]
    added = edited(web, shared, 3, title="Fourth", version=4).json()
    assert added["ids"] == [3, 1, 4]
    assert web.get(f"{place}/4").status_code == 404
    arranged(web, shared, 5, (3, "Third"), (1, "First"))  # whoever still looks at the fourth looks at nothing now
    assert edited(web, shared, 3, title="Fifth", version=6).json()["ids"] == [3, 1, 5]


def test_chapters_are_arranged_by_who_may_and_has_seen_them(web, shared):
    assert arranged(web, shared, 1, (1, "Mine"), secret="x" * 32).status_code == 401
    assert arranged(web, shared, 2, (1, "Early")).status_code == 409
    for chapters in ((), ((2, "Nothing"),), ((1, "Once"), (1, "Twice"))):
        assert arranged(web, shared, 1, *chapters).status_code == 422
    assert web.get(f"/api/studies/{shared['id']}").json()["version"] == 1


def test_a_shared_study_is_deleted_by_who_may_change_it(web, shared):
    place = f"/api/studies/{shared['id']}"
    for secret in ("x" * 32, ""):
        assert web.delete(place, headers={"Authorization": f"Bearer {secret}"} if secret else {}).status_code == 401
    assert web.get(place).status_code == 200
    answer = web.delete(place, headers={"Authorization": f"Bearer {shared['secret']}"})
    assert answer.json() == {"deleted": True}
    for gone in (place, f"{place}/1", f"/shots/shared/{shared['id']}/1.png"):
        assert web.get(gone).status_code == 404


def test_a_study_of_before_chapters_had_ids_is_read():
    kept = {"format": FORMAT, "title": "Old", "key": "", "version": 2, "chapters": [
        {"title": "One", "record": "a"}, {"title": "Two", "record": "b"},
    ]}  # fmt: skip
    study = read_shared(json.dumps(kept))
    assert [(chapter.id, chapter.title) for chapter in study.chapters] == [(1, "One"), (2, "Two")]
    assert read_shared(study.text()) == study
    assert [chapter.id for chapter in study.arranged("Old", {1: "One"}).with_chapter(2, "New", "c").chapters] == [1, 3]


def test_what_is_no_record_is_refused_and_changes_nothing(web, shared):
    bad = edited(web, shared, 1, record="(;nothing")
    assert bad.status_code == 422
    assert web.get(f"/api/studies/{shared['id']}").json()["version"] == 1
    assert web.get(f"/api/study/{shared['id']}").status_code == 404
    assert web.get("/api/studies/nosuchstudy").status_code == 404


def test_pictures_for_other_pages(web, shared):
    place = f"/shots/shared/{shared['id']}/1"
    png = web.get(f"{place}.png")
    assert png.headers["content-type"] == "image/png"
    assert png.headers["cross-origin-resource-policy"] == "cross-origin"
    assert Image.open(io.BytesIO(png.content)).size[0] == 800
    gif = Image.open(io.BytesIO(web.get(f"{place}.gif").content))
    assert (gif.format, getattr(gif, "n_frames", 1)) == ("GIF", 3)
    assert web.get(f"{place}.svg?turn=0").text.startswith("<svg")
    assert web.get(f"/shots/puzzles/atoll/{puzzles_of('atoll')[0].id}.png").content.startswith(b"\x89PNG")
    assert web.get("/shots/puzzles/atoll/1.png").status_code == 404
    assert web.get("/shots/puzzles/chess/1.png").status_code == 404
    assert web.get("/shots/g/nosuchgame.png").status_code == 404


def test_a_film_has_so_many_pictures_however_long_the_game():
    start = ludejo.game("atoll:hex-9").start()
    assert len(_frames([start] * 5000)) == MOST_FRAMES
    assert len(_frames([ludejo.game("atoll:size=25").start()] * 5000)) < MOST_FRAMES


def test_a_study_grows_to_a_million_characters(web):
    start, cells = ludejo.game("atoll:hex-9").start(), [f"{column}{row}" for column in "abcdef" for row in range(1, 7)]
    lines = tuple(Variation(0, 0, (cell,), {1: "x" * 19_000}) for cell in cells[1:31])
    record = records.write(Record.from_position(start.play("a1"), ("Ada", "Bo"), study=Study(lines)))
    shared = web.post("/api/studies", json={"study": "Long", "title": "One", "record": record}).json()
    late = edited(web, shared, 2, record=record)
    assert (late.status_code, late.json()["code"]) == (422, "request/bad")
    assert "too long" in late.json()["sentence"]


def test_only_the_frame_may_stand_in_other_pages(web, shared):
    frame = web.get(f"/embed/shared/{shared['id']}/1")
    assert "frame-ancestors *" in frame.headers["content-security-policy"]
    assert "x-frame-options" not in frame.headers
    page = web.get(f"/shared/{shared['id']}/1")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("path", "picture"),
    [
        ("/g/abc123", "/shots/g/abc123.png"),
        ("/study/abc123", "/shots/study/abc123.png"),
        ("/shared/abc123/2", "/shots/shared/abc123/2.png"),
        ("/puzzles/atoll/p0123abcd", "/shots/puzzles/atoll/p0123abcd.png"),
    ],
)
def test_links_have_previews_with_a_picture(web, path, picture):
    page = web.get(path).text
    assert f'property="og:image" content="{str(web.base_url).rstrip("/")}{picture}"' in page
    assert 'property="og:title"' in page


def test_previews_say_nothing_of_other_addresses(web):
    assert "og:image" not in web.get("/study").text
    assert "og:image" not in web.get('/study/"><script>').text
    assert "Partio" in web.get("/g/abc", headers={"Accept-Language": "eo"}).text


def test_the_explorer_tells_what_strong_games_did(web):
    told = web.post("/api/study/explore", json={"spec": "atoll:hex-11", "moves": []}).json()
    assert told["spec"] == "atoll:hex-11"
    assert told["moves"]
    for move in told["moves"]:
        assert 0 <= move["low"] <= move["score"] <= move["high"] <= 1
        assert move["games"] <= told["games"]


def test_reports_are_listed_and_kept_in_a_box(web, tmp_path: Path):
    assert web.get("/api/reports").json() == {"reports": []}
    assert web.get("/reports/x.html").status_code == 404
    assert web.get("/reports/..%2Fx.html").status_code in (404, 422)
    (tmp_path / "new.html").write_text("<title>Hex 11</title>")
    (tmp_path / "old.html").write_text("nothing")
    (tmp_path / "secret.txt").write_text("nothing")
    (tmp_path / "link.html").symlink_to("/etc/hostname")
    (tmp_path / "hex").mkdir()
    (tmp_path / "hex" / "report.en.html").write_text("<title>A run</title>")
    (tmp_path / "there").symlink_to(tmp_path / "hex")
    os.utime(tmp_path / "hex" / "report.en.html", (9, 9))
    os.utime(tmp_path / "old.html", (0, 0))
    told = [(report["name"], report["title"]) for report in listed(str(tmp_path))]
    assert told == [("new.html", "Hex 11"), ("hex/report.en.html", "A run"), ("old.html", "old")]
    assert _boxed(str(tmp_path), "hex", "report.en.html").headers["content-security-policy"] == BOXED
    with pytest.raises(Refusal):
        _boxed(str(tmp_path), "there", "report.en.html")
    with pytest.raises(Refusal):
        _boxed("", "hex", "report.en.html")
