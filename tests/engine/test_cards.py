"""A change of the cards is reported once."""

import shutil

import pytest

from engine import ALL_GAMES
from engine.kernel.cards import DATA
from testing.stored_cards import card_files, changed_games, digest


def test_the_cards_are_those_with_which_games_were_stored() -> None:
    changed = ", ".join(changed_games())
    assert not changed, (
        f"The cards of {changed} are not those with which its games were stored. To try an idea, "
        "ignore this. To keep it: raise the game's `RULES` if stored games now mean something "
        "else, run `python -m testing.stored_cards`, then store the replays and pictures anew "
        "(CONTRIBUTING.md, “Add a card”). A new game only needs `python -m testing.stored_cards`."
    )


@pytest.mark.parametrize("game", [game for game in ALL_GAMES if card_files(game)])
def test_a_changed_amount_is_noticed_and_a_comment_is_not(game, tmp_path) -> None:
    shutil.copytree(DATA / game, tmp_path / game)
    file = card_files(game, tmp_path)[0]
    text = file.read_text(encoding="utf-8")
    file.write_text(f"# New.\n{text}", encoding="utf-8")
    assert digest(game, tmp_path) == digest(game)
    file.write_text(text.replace("1", "2", 1), encoding="utf-8")
    assert digest(game, tmp_path) != digest(game)
