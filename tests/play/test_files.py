"""Files that survive a kill: killed, interrupted, without room, and with two programs at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludejo.play import files
from ludejo.play.files import (
    BadLines,
    HeldElsewhere,
    JsonLines,
    folder_aside,
    put_text,
    read_lines,
    whole_folder,
    written_aside,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, limits and locks of POSIX")


def documents(path: Path) -> list:
    return [line.document for line in read_lines(path)]


def grown(path: Path, *more: object) -> None:
    with JsonLines(path) as lines:
        for document in more:
            lines.append(document)


def child(code: str, *arguments: object) -> int:
    """Run some Python in a process of its own; its exit code."""
    preface = "import os, signal, sys\nfrom ludejo.play.files import *\nfrom pathlib import Path\n"
    return subprocess.run([sys.executable, "-c", preface + code, *map(str, arguments)], check=False).returncode


# ---------------------------------------------------------------- files replaced as a whole


def test_a_text_takes_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    put_text(path, "old")
    put_text(path, "ĝis\n")
    assert path.read_bytes() == "ĝis\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "note.txt", tmp_path / "link"
    link.symlink_to(path)
    put_text(link, "there")
    assert link.is_symlink()
    assert path.read_text() == "there"


def interrupted(path: Path) -> None:
    with written_aside(path) as file:
        file.write(b"half of the n")
        raise KeyboardInterrupt


def test_after_an_exception_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    put_text(path, "old")
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path) -> None:
    put_text(tmp_path / "file", "no folder")
    with pytest.raises(NotADirectoryError):
        put_text(tmp_path / "file" / "note.txt", "new")
    with pytest.raises(FileNotFoundError):
        put_text(tmp_path / "nowhere" / "note.txt", "new")


@posix
def test_killed_before_the_new_name_the_old_text_is_there_and_the_draft_is_taken_away_later(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    put_text(path, "old")
    code = "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\nput_text(sys.argv[1], 'new')"
    assert child(code, path) == -signal.SIGKILL
    assert path.read_text() == "old"
    (draft,) = set(tmp_path.iterdir()) - {path}
    put_text(path, "newer")
    assert draft.exists()  # its program might be alive
    old = time.time() - files.STALE_SECONDS - 60
    os.utime(draft, (old, old))
    put_text(path, "newest")
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_without_room_the_old_text_stays(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    put_text(path, "old")
    limited = "import resource\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limited += "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    code = f"{limited}try:\n    put_text(sys.argv[1], 'x' * 5000)\nexcept OSError:\n    sys.exit(7)"
    assert child(code, path) == 7
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_takes_the_place_of_another(tmp_path: Path) -> None:
    place = tmp_path / "checkpoint"
    for number in ("1", "2"):
        with folder_aside(place) as new:
            (new / "state").write_text(number)
    assert whole_folder(place, "state") == place
    assert (place / "state").read_text() == "2"
    assert list(tmp_path.iterdir()) == [place]


@posix
@pytest.mark.parametrize("step", [1, 2])
def test_killed_between_two_folders_one_of_them_is_whole(step: int, tmp_path: Path) -> None:
    place = tmp_path / "checkpoint"
    with folder_aside(place) as new:
        (new / "state").write_text("old")
    code = """
rename, steps = Path.rename, []
def killed(path, target):
    steps.append(path)
    if len(steps) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    rename(path, target)
Path.rename = killed
with folder_aside(Path(sys.argv[1])) as new:
    (new / "state").write_text("new")
"""
    assert child(code, place, step) == -signal.SIGKILL
    found = whole_folder(place, "state")
    assert found is not None
    assert (found / "state").read_text() == "old"
    with folder_aside(place) as new:
        (new / "state").write_text("next")
    assert (place / "state").read_text() == "next"
    assert list(tmp_path.iterdir()) == [place]


# ---------------------------------------------------------------- JSON lines


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "lines"
    grown(path, {"name": "ĝ\n"}, [1, 2.5, None])
    grown(path, {})
    assert documents(path) == [{"name": "ĝ\n"}, [1, 2.5, None], {}]
    assert path.read_bytes().splitlines()[0] == '{"name":"ĝ\\n"}'.encode()


@pytest.mark.parametrize("torn", [b"{", b'{"game":2', b'{"game":2}', b"\0\0\0", b"nonsense\n", b'{"a\n{"b\n'])
def test_a_torn_end_is_passed_over_and_then_cut_off(torn: bytes, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    grown(path, {"game": 1})
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert documents(path) == [{"game": 1}]
    with JsonLines(path) as lines:
        assert [line.document for line in lines.lines()] == [{"game": 1}]
        assert path.read_bytes() == whole + torn  # who only looks changes nothing
        lines.append({"game": 2})
    assert path.read_bytes() == whole + b'{"game":2}\n'


def test_a_line_that_is_wrong_in_the_middle_is_there_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text('{"game":1}\nnonsense\n{"game":2}\n')
    assert list(read_lines(path)) == [(1, {"game": 1}), (2, None), (3, {"game": 2})]


def test_a_kill_over_the_first_line_leaves_a_file_as_good_as_new(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text('{"format":"some')
    grown(path, {"format": "something"})
    assert documents(path) == [{"format": "something"}]


@pytest.mark.parametrize("text", ["Dear diary,\n", "no end of line", '{\n "spec": "atoll"\n}\n'])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(BadLines, match="holds no JSON lines"):
        JsonLines(path)
    assert path.read_text() == text


def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    grown(path, {"text": "x" * 3_000_000})
    monkeypatch.setattr(files, "LONGEST_LINE", 1_000_000)
    with pytest.raises(BadLines, match="a line of more than 1000000 bytes"):
        documents(path)
    monkeypatch.setattr(files, "LARGEST_LINES", 2_000_000)
    with pytest.raises(BadLines, match="more than 2000000 bytes"):
        JsonLines(path)


@posix
def test_two_programs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    code = "try:\n    JsonLines(sys.argv[1]).append({})\nexcept HeldElsewhere:\n    sys.exit(7)"
    with JsonLines(path) as lines:
        lines.append({"game": 1})
        with pytest.raises(HeldElsewhere, match="written by another program"):
            JsonLines(path)
        assert child(code, path) == 7
        lines.rewrite([{"game": 2}])  # the new file is held as the old one was
        assert child(code, path) == 7
        lines.append({"game": 3})
    assert child(code, path) == 0
    assert documents(path) == [{"game": 2}, {"game": 3}, {}]


@posix
def test_a_killed_program_lets_go_of_its_file_and_lost_no_line(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    code = """
lines = JsonLines(sys.argv[1])
lines.append({"game": 1})
lines._file.write(b'{"game":')
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert child(code, path) == -signal.SIGKILL
    assert path.read_bytes() == b'{"game":1}\n{"game":'
    grown(path, {"game": 2})
    assert documents(path) == [{"game": 1}, {"game": 2}]


@posix
def test_without_room_no_part_of_a_line_stays(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    code = """
import resource
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
lines = JsonLines(sys.argv[1])
lines.append({"game": 1})
for change in (lines.append, lambda document: lines.rewrite([document])):
    try:
        change({"text": "x" * 5000})
        sys.exit(1)
    except OSError:
        pass
lines.append({"game": 2})
sys.exit(7)
"""
    assert child(code, path) == 7
    assert path.read_bytes() == b'{"game":1}\n{"game":2}\n'
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_as_json_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with JsonLines(path) as lines:
        lines.append({"game": 1})
        for change in (lines.append, lambda document: lines.rewrite([{}, document])):
            with pytest.raises(TypeError):
                change({"game": object()})
    assert documents(path) == [{"game": 1}]
    assert list(tmp_path.iterdir()) == [path]
