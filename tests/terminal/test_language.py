"""The terminal in Esperanto: --lang, or the environment's locale."""

import io
from pathlib import Path

import pytest

from ludejo.language.catalogues import catalogue
from ludejo.terminal.command import built, main
from ludejo.terminal.help import FRAME, parameters, places
from ludejo.terminal.play.session import HELP


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):
    """What a player types, line by line."""
    return lambda *lines: monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_in_esperanto(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("helpo", "e5", "e5", "zz", "retiri", "e5", "d4", "pecoj", "rezigni")
    assert main(["play", "atoll:hex-9", "--lang", "eo"]) == 0
    said = capsys.readouterr().out
    for part in (
        "Atoll (hex-9), ludo de Mark Steere.",
        "Tajpu agon, aŭ «helpo».",
        "Ludvico 1, Nigro> ",
        "  konservi [DOSIERO]  ",
        "Nigro ludas e5.",
        '"e5" estas okupita de Nigro. Tajpu «helpo» aŭ «agoj»',
        '"zz" ne estas ago; necesas ĉelo kiel',
        "Retirita: e5.",
        "nigra: e5",
        "Nigro rezignas. Blanko venkas.",
    ):
        assert part in said


def test_english_commands_serve_too(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("moves", "quit")
    assert main(["play", "atoll:rhombus,size=2,islands=4", "--lang", "eo"]) == 0
    assert "4 laŭregulaj agoj:\na1  b1  a2  b2" in capsys.readouterr().out


def test_a_die_in_esperanto(typed, capsys: pytest.CaptureFixture[str]) -> None:
    typed("R4", "R4:3", "eliri")
    assert main(["play", "atmalof", "--seed", "3", "--lang", "eo"]) == 0
    said = capsys.readouterr().out
    assert "Ruĝo anoncas: vico 4 …\n… ĵetas 5: nova peco sur 4.5." in said
    assert '"R4:3" alportas propran ĵeton' in said


@pytest.mark.parametrize("variable", ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_locale_says_which_language(
    variable: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "eo.UTF-8")
    assert main(["show", "chess"]) == 2
    assert capsys.readouterr().err.startswith('ludejo: "chess" ne estas ludo de ĉi tie; eblas ')
    assert main(["show", "atoll", "--lang", "en"]) == 0
    assert "Turn 1, Black to move." in capsys.readouterr().out
    monkeypatch.delenv(variable)
    assert main(["show", "chess"]) == 2
    assert "is no game here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show"], '"spec" mankas'),
        (["show", "atoll", "--frob"], 'la opcio "--frob" ne ekzistas'),
        (["show", "atoll", "--seed", "x"], '"--seed" ne estas uzebla: necesas entjero.'),
        (["match", "atoll", "1"], '"B" mankas'),
        (["frob"], 'la ordono "frob" ne ekzistas.'),
        (["rulez"], "la ordono \"rulez\" ne ekzistas, sed ja 'rules'."),
        (["table"], "tio estas nekomprenebla: mankas ordono."),
        (["games", "too", "many"], 'estas tro multe: "too many".'),
        (["match", "atoll", "1", "2", "--games", "0"], '"--games" ne estas uzebla: necesas 1 aŭ pli.'),
        (["check", "/nowhere/game.json"], "ne eblas legi /nowhere/game.json: tia dosiero aŭ dosierujo ne ekzistas"),
        (["play", "atoll", "--against", "9"], '--against "9" estas nekonata; eblas random aŭ nivelo'),
        (["perft", "atoll", "101"], "depth 101 estas ekster la limoj; eblas 0 ĝis 100"),
        (["rules", "go"], '"go" ne estas ludo de ĉi tie'),
        (["show", "atoll", "--moves", "a1 a1"], '"a1" estas okupita de Nigro (Atoll, ludvico 2)'),
    ],
)
def test_errors_of_commands(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "eo")
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_no_help_of_any_command_is_untranslated() -> None:
    command = built()
    assert {"lab", "play", "serve", "table", "think", "train"} <= set(command.commands)
    texts = {place.text for place in places(command)} | set(FRAME.values())
    assert {"Show this message and exit.", "as --wish", "[OPTIONS]", "Only count them."} <= texts
    assert not texts - set(catalogue("eo"))


@pytest.mark.parametrize("path", [[], ["play"], ["serve"], ["table", "tidy"], ["lab", "explore"]], ids=" ".join)
def test_help_is_in_one_language(
    path: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 300)  # no text is broken over lines
    command = built()
    for name in path:
        command = command.commands[name]
    sentences = {place.text for place in places(command) if place.holder in (command, *parameters(command))}
    shown = {}
    for language in ("eo", "en"):  # the second is not spoken as the first
        monkeypatch.setenv("LANGUAGE", language)
        assert main([*path, "--help"]) == 0
        shown[language] = capsys.readouterr().out
    words = catalogue("eo")
    assert len(sentences) > 4
    assert not [text for text in sentences if text not in shown["en"] or words[text] not in shown["eo"]]
    assert not [text for text in sentences if " " in text and (text in shown["eo"] or words[text] in shown["en"])]
    assert shown["eo"].strip().startswith("Uzo: ludejo ")
    assert shown["en"].strip().startswith("Usage: ludejo ")
    assert ("─ Opcioj ─" in shown["eo"], "─ Options ─" in shown["en"]) == (True, True)


@pytest.mark.parametrize(
    "words",
    [["--lang", "eo", "--help"], ["--help", "--lang=eo"], ["--lang", "eo"], ["--lang", "eo", "lab"]],
    ids=" ".join,
)
def test_help_heeds_the_option_wherever_it_stands(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    told = capsys.readouterr()
    assert "─ Ordonoj ─" in told.out
    assert not told.err


def test_records_in_esperanto(tmp_path: Path, typed, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.json"
    typed("a1", f"save {game}", "rezigni")
    main(["play", "atoll:hex-9", "--lang", "eo"])
    capsys.readouterr()
    assert main(["check", str(game), "--lang", "eo"]) == 0
    assert "en ordo: atoll:hex-9, 1 ludvico. Nefinita. Ludvico 2, ludas Blanko." in capsys.readouterr().out
    assert main(["replay", str(game), "--lang", "eo"]) == 0
    assert "Nigro: Unua ludanto, Blanko: Dua ludanto\nLa komenco." in capsys.readouterr().out
    game.write_text(game.read_text().replace('"a1"', '"z1"'))
    assert main(["check", str(game), "--lang", "eo"]) == 2
    assert 'ludvico 1, "z1": ne estas ĉelo de ĉi tiu tabulo' in capsys.readouterr().err


def test_games_and_rules_in_esperanto(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--lang", "eo"]) == 0
    assert "Atmalof (Kvinigu), de Richard S. Forsyth, 1984. Ruĝo kaj Bluo." in capsys.readouterr().out
    assert main(["rules", "atmalof", "--lang", "eo"]) == 0
    assert "ĵetkubo" in capsys.readouterr().out


def test_a_language_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "atoll", "--lang", "de"]) == 2
    assert 'there is nothing in the language "de", expected en or eo' in capsys.readouterr().err


def test_commands_are_single_words_in_every_language() -> None:
    for entry in HELP:
        command, colon, what = catalogue("eo")[entry].partition(": ")
        assert colon
        assert what
        assert command.split()[0].isalpha()
