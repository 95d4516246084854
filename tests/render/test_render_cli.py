"""The preview command, run as a person runs it."""

import re
import sys
from pathlib import Path

import pytest
from PIL import Image

from render.__main__ import main

ROOT = Path(__file__).parents[2]
GAME, OTHER = "fantastic_factories", "factory_frenzy"
SCENARIO = ROOT / "tests/scenarios" / GAME / "matching_bonus.toml"
JOURNAL = ROOT / "tests/replays" / GAME / "3_by_autopilot.journal"
LINE = re.compile(r"^(?P<file>.+\.png)  (?P<w>\d+) x (?P<h>\d+), (?P<kb>\d+) kB$")


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """Runs the command; gives the files it told of, each with what it said about it."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["render", *map(str, words), "--out", str(tmp_path)])
        main()
        said = capsys.readouterr().out.splitlines()
        files = [LINE.match(line) for line in said[::2]]
        assert all(files) and all(line.startswith("  ") for line in said[1::2])
        return {Path(found["file"]).stem: found for found in files}

    return run


@pytest.fixture
def refused(monkeypatch, tmp_path, capsys):
    """Runs a command that must fail; gives the one sentence it said."""

    def refused(*words):
        monkeypatch.setattr(sys, "argv", ["render", *map(str, words), "--out", str(tmp_path)])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        assert ended.value.code == 2
        assert not told.out
        assert not list(tmp_path.iterdir())
        (sentence,) = told.err.splitlines()
        return sentence

    return refused


def assert_true_to_the_files(told):
    assert told
    for found in told.values():
        file = Path(found["file"])
        with Image.open(file) as image:
            assert image.format == "PNG"
            assert image.size == (int(found["w"]), int(found["h"]))
        assert round(file.stat().st_size / 1000) == int(found["kb"])


def test_a_seed_shows_every_picture_of_the_table(run):
    told = run("show", GAME, "--seats", 2, "--seed", 3, "--moves", 40)
    assert_true_to_the_files(told)
    assert list(told) == ["glance", "market", "compound_0", "compound_1"]


def test_a_seat_also_sees_its_hand(run):
    told = run("show", GAME, "--seats", 2, "--moves", 40, "--seat", 1)
    assert_true_to_the_files(told)
    assert "hand" in told


def test_a_game_played_to_the_end_shows_the_end(run):
    told = run("show", GAME, "--seats", 1, "--option", "difficulty=hard", "--moves", 10_000)
    assert_true_to_the_files(told)
    assert {"machine", "final", "share"} <= told.keys()


def test_a_scenario_file_is_shown(run):
    told = run("show", GAME, SCENARIO)
    assert_true_to_the_files(told)
    assert {"glance", "market", "compound_0"} <= told.keys()


def test_a_journal_is_shown_as_it_ended(run):
    told = run("show", GAME, JOURNAL)
    assert_true_to_the_files(told)
    assert {"compound_2", "final"} <= told.keys()
    assert "compound_3" not in told


def test_one_picture_may_be_asked_for(run, tmp_path):
    told = run("show", GAME, "--seats", 3, "--picture", "compound 2")
    assert_true_to_the_files(told)
    assert [file.name for file in tmp_path.iterdir()] == ["compound_2.png"]


def test_names_are_drawn(run, tmp_path):
    picture = tmp_path / "glance.png"
    found = set()
    for names in ("Ada,Ben", "Ada,Cleo"):
        run("show", GAME, "--seats", 2, "--picture", "glance", "--names", names)
        found.add(picture.read_bytes())
    assert len(found) == 2


@pytest.mark.parametrize("card", ["biolab", "hired_hands"])
def test_a_card_is_shown_alone(run, card):
    told = run("card", card)
    assert_true_to_the_files(told)
    assert list(told) == [card]


def test_another_game_is_shown_too(run):
    told = run("show", OTHER, "--seats", 3, "--moves", 20, "--seat", 1)
    assert_true_to_the_files(told)
    assert {"board", "hand", "recipes"} <= told.keys()


@pytest.mark.parametrize("card", ["big_order_small_shelf", "tin_robot"])
def test_a_card_of_another_game_is_shown_alone(run, card):
    told = run("card", card, "--game", OTHER)
    assert_true_to_the_files(told)
    assert list(told) == [card]


@pytest.mark.parametrize("game", [(), ("--game", OTHER)], ids=str)
def test_the_contact_sheet_is_shown(run, game):
    told = run("sheet", *game)
    assert_true_to_the_files(told)
    assert list(told) == ["cards"]


@pytest.mark.parametrize("names", ["Ada", "Ada,Ben,Cleo,Dirk,Emil"])
def test_the_lobby_is_shown(run, names):
    told = run("lobby", "--names", names)
    assert_true_to_the_files(told)
    assert list(told) == ["lobby"]


def test_the_alt_text_is_told(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sys, "argv", ["render", "lobby", "--names", "Ada", "--out", str(tmp_path)])
    main()
    assert "Seated: Ada; 4 seats are free." in capsys.readouterr().out


# --- mistakes


def test_a_picture_that_is_not_there_is_one_sentence(refused):
    said = refused("show", GAME, "--picture", "portrait")
    assert said.startswith("There is no picture “portrait” here. There are: glance, market,")


def test_the_public_gets_no_hand(refused):
    assert "no picture “hand”" in refused("show", GAME, "--picture", "hand")


def test_a_seat_that_is_not_there_is_one_sentence(refused):
    for seat in (4, -1):
        said = refused("show", GAME, "--seats", 4, "--seat", seat)
        assert said == f"There is no seat {seat} at this table."


def test_a_card_that_is_not_there_is_one_sentence(refused):
    assert refused("card", "casino") == "Fantastic Factories has no card “casino”."


def test_a_table_of_six_is_one_sentence(refused):
    said = refused("show", GAME, "--seats", 6)
    assert said == "Fantastic Factories is for 1 to 5 players, not 6."


def test_an_option_that_is_not_there_is_one_sentence(refused):
    assert "difficulty" in refused("show", GAME, "--option", "difficulty=absurd")


@pytest.mark.parametrize("name", ["missing.toml", "missing.journal"])
def test_a_file_that_is_not_there_is_one_sentence(refused, tmp_path, name):
    assert name in refused("show", GAME, tmp_path / name)


@pytest.mark.parametrize("text", ["", "game fantastic_factories\n", "game chess\nrules 1\n"])
def test_a_file_that_is_no_journal_is_one_sentence(refused, tmp_path_factory, text):
    file = tmp_path_factory.mktemp("elsewhere") / "torn.journal"
    file.write_text(text)
    assert refused("show", GAME, file).startswith(f"{file}: ")


def test_a_scenario_that_is_no_scenario_is_one_sentence(refused, tmp_path_factory):
    file = tmp_path_factory.mktemp("elsewhere") / "torn.toml"
    file.write_text("game = [")
    assert refused("show", GAME, file).startswith(f"{file}: ")


@pytest.mark.parametrize("words", [(), ("paint",), ("show", "chess")])
def test_other_commands_and_games_end_with_the_usage(monkeypatch, capsys, words):
    monkeypatch.setattr(sys, "argv", ["render", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: python -m render")


def test_too_few_or_too_many_names_are_refused_in_one_sentence(refused):
    assert "1 name" in refused("show", GAME, "--names", "Ada")
    assert "5 seats" in refused("lobby", "--names", "Ada,Ben,Cleo,Dirk,Emil,Fay")
