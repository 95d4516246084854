"""Every scenario file in the folder holds."""

from pathlib import Path

import pytest

from engine import ALL_GAMES
from engine.kernel.scenario import run_file
from testing.stored_cards import skip_if_changed

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


def test_there_are_scenarios_for_every_game() -> None:
    assert {file.parent.name for file in FILES} == set(ALL_GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_scenario(file: Path) -> None:
    skip_if_changed(file.parent.name)
    run_file(file, ALL_GAMES)
