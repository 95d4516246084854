"""Factory 42 at the command line, and files and options that do not fit."""

from pathlib import Path

import pytest

from engine.cli import main
from engine.kernel.refusal import Refused
from engine.kernel.scenario import ScenarioError, run_file
from tests.engine.factory_42.tables import GAME

STORED = "tests/replays/factory_42/3_expansion_by_autopilot.journal"


def test_a_stored_game_is_verified_and_shown(capsys):
    assert main(["verify", STORED]) == 0
    assert main(["show", STORED, "--at", "120", "--seat", "1", "--codes", "--log"]) == 0
    shown = capsys.readouterr().out
    assert "Verified: " in shown and "Round 2 of 6" in shown and "Warehouse" in shown


def test_a_game_of_autopilots_is_played_to_its_end(capsys):
    words = ["play", "factory_42", "--seats", "2", "--autopilot", "0,1", "--key", "42"]
    assert main([*words, "--option", "short=true", "--option", "expansion=true"]) == 0
    said = capsys.readouterr().out
    assert "wins with" in said or "share the win" in said
    assert "Round 5, the last one" in said


def test_a_simulation_counts_cards(capsys):
    words = ["simulate", "factory_42", "--seats", "2", "--games", "2", "--jobs", "1"]
    assert main([*words, "--policy", "random,autopilot"]) == 0
    assert "2 games, 2 seats" in capsys.readouterr().out


FAULTS = {
    'orders = ["nothing"]': "there is no order “nothing”",
    "pool = { silver = 1 }": "there is no resource “silver”",
    "pool = { gold = 11 }": "there are 12 gold in use, but only 10 exist",
    'phase = "guild"': "there is no phase “guild” at this table",
    "workers = { loading = [0, 1, 0, 1, 0] }": "loading has only 4 slots",
    "workers = { moon = [0] }": "no meeple can stand at “moon”",
    "commissars = { loading = 7 }": "there is no seat 7",
    "track = [{ car = 1, gold = 1 }, { car = 1, gold = 1 }]": "a Railcar is in two places",
    "track = [{ gold = 1 }]": "a Railcar needs its number: car",
    "station = [{ car = 2, flax = 7 }]": "Railcar 2 holds only 6 cubes",
    "supply = { gold = 10 }": "the supply can't have 10 gold",
    "rosettes = 31": "the supply can't have 31 Rosettes",
    "order_rosettes = { drill_heads = 1 }": "the order “drill_heads” does not lie there",
    'event = "sunday"': "there is no event “sunday”",
    "color = 1": "unknown key “start.color”",
}


@pytest.mark.parametrize("line", FAULTS)
def test_a_bad_scenario_gets_one_sentence_that_names_the_fault(line, tmp_path: Path):
    orders = "" if line.startswith("orders") else 'orders = ["pit_prop_timbers", "medal_blanks"]\n'
    file = tmp_path / "bad.toml"
    file.write_text(f'game = "factory_42"\nseats = 2\n[start]\n{orders}{line}\n')
    with pytest.raises(ScenarioError) as error:
        run_file(file, {GAME.id: GAME})
    assert FAULTS[line] in str(error.value) and "\n" not in str(error.value)


PLAYER_FAULTS = {
    "warehouse = { gold = 7 }": "the Warehouse of seat 0 holds 6 cubes",
    'improvements = ["moat"]': "there is no improvement “moat”",
    "private_steam = 1": "seat 0 has no room for 1 Private Steam",
    'inventions = ["moat"]': "there is no invention “moat”",
    "begun = { wind_chimes = 4 }": "“wind_chimes” can't have 4 pieces left",
    "uses = { wind_up_clerk = 1 }": "“wind_up_clerk” has uses but is not researched",
}


@pytest.mark.parametrize("line", PLAYER_FAULTS)
def test_a_bad_player_gets_one_sentence_that_names_the_fault(line, tmp_path: Path):
    file = tmp_path / "bad.toml"
    file.write_text(f'game = "factory_42"\nseats = 2\n[[start.player]]\n{line}\n')
    with pytest.raises(ScenarioError) as error:
        run_file(file, {GAME.id: GAME})
    assert PLAYER_FAULTS[line] in str(error.value)


@pytest.mark.parametrize(
    ("options", "name"),
    [({"start": "coin"}, "start"), ({"novice_rounds": 9}, "novice_rounds"), ({"pets": 1}, "pets")],
)
def test_a_bad_option_gets_one_sentence_that_names_it(options, name):
    with pytest.raises(Refused, match=f"option “{name}” isn't valid"):
        GAME.checked_options(options)


@pytest.mark.parametrize("drop", ['tower_out = [{ gold = 3 }]\nphase = "bureaucracy"'])
def test_written_luck_must_be_there(drop, tmp_path: Path):
    file = tmp_path / "bad.toml"
    text = f'game = "factory_42"\nseats = 2\n[start]\npool = {{ flax = 1 }}\n{drop}\n'
    file.write_text(text)
    with pytest.raises(ScenarioError, match="tower_out"):
        run_file(file, {GAME.id: GAME})
