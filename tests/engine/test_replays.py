"""Whole games, stored as journals, still end as they ended."""

from pathlib import Path

import pytest

from engine import ALL_GAMES
from engine.cli.common import NAMES
from engine.kernel.journal import read, verify
from testing.stored_cards import skip_if_changed
from testing.stored_replays import FOLDER, played_anew

FILES = sorted(FOLDER.rglob("*.journal"))


def test_there_are_replays_for_every_game() -> None:
    assert {file.parent.name for file in FILES} == set(ALL_GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_replay(file: Path) -> None:
    skip_if_changed(file.parent.name)
    journal = read(file.read_text(encoding="utf-8"))
    verdict = verify(journal, ALL_GAMES)
    game = ALL_GAMES[journal.game]
    said = game.words.status(game.view(verdict.state, None), NAMES)
    assert verdict.result is not None
    assert said == file.with_suffix(".txt").read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("is_random", [False, True])
def test_a_game_that_is_stored_anew_has_the_same_key_and_is_verified(game, is_random) -> None:
    old = read(min((FOLDER / game).glob("2*.journal")).read_text(encoding="utf-8"))
    new, ending = played_anew(old, is_random)
    assert (new.key, new.options) == (old.key, old.options)
    assert verify(read(new.text()), ALL_GAMES).result
    assert "win" in ending
