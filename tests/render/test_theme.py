"""Every color is defined once, and pictures say what people are doing."""

import re
from pathlib import Path

import pytest

from engine import GAMES
from engine.kernel.luck import FastLuck
from render.fantastic_factories.moment import doing
from testing.layout_rules import contrast

RENDER = Path(__file__).parents[2] / "render"
HOMES = ("theme.py", "look.py")


def test_every_color_stands_in_the_theme_or_in_a_game_s_look():
    strangers = [
        f"{file.relative_to(RENDER)}: {color}"
        for file in sorted(RENDER.rglob("*.py"))
        if file.name not in HOMES
        for color in re.findall(r'"(#[0-9A-Fa-f]{6,8})"', file.read_text(encoding="utf-8"))
    ]
    assert not strangers


def test_contrast_is_measured_as_it_is_defined():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("learning", (0, 2))
def test_who_waits_for_the_turn_at_a_learning_table_is_not_called_working(learning):
    game = GAMES["fantastic_factories"]
    state = game.setup(game.options(learning=learning), 3, FastLuck(4))
    while game.view(state, None).phase == "market":
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.actions(state, seat)[0])
    view = game.view(state, None)
    said = [doing(view, player).split(" · ")[1] for player in view.players]
    assert said.count("working") == len(view.to_act)
    assert said.count("waiting") == 3 - len(view.to_act)
    assert len(view.to_act) == (1 if learning else 3)
