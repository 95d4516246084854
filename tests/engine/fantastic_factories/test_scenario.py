"""How scenario files of this game lay out the cards that they don't name."""

import pytest

from engine import GAMES
from engine.fantastic_factories.cards import all_blueprints
from engine.kernel.scenario import ScenarioError, load

HEAD = """
game = "fantastic_factories"
seats = 2
[start]
market_blueprints = ["golem", "foundry"]
[[start.player]]
hand = ["dojo"]
"""


def laid_out(tmp_path, text):
    file = tmp_path / "each.toml"
    file.write_text(HEAD + text)
    return load(file, GAMES)[1]


@pytest.mark.parametrize("cards", ['hand = ["robot", "*"]', 'hand = []\ncompound = ["robot", "*"]'])
def test_a_star_is_every_blueprint_that_the_file_does_not_name(tmp_path, cards) -> None:
    state = laid_out(tmp_path, f"[[start.player]]\n{cards}\n")
    player = state.players[1]
    held = [*player.cards, *player.compound]
    assert sorted([*held, "dojo", "golem", "foundry"]) == sorted(all_blueprints())
    assert not state.blueprints.deck.cards


def test_two_stars_are_refused(tmp_path) -> None:
    with pytest.raises(ScenarioError, match="used once"):
        laid_out(tmp_path, '[[start.player]]\nhand = ["*"]\ncompound = ["*"]\n')
