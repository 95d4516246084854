"""What a new table is dealt."""

from collections import Counter

from engine import GAMES
from engine.fantastic_factories.cards import ALL_BLUEPRINTS
from engine.fantastic_factories.setup import setup
from engine.kernel.luck import FastLuck

GAME = GAMES["fantastic_factories"]


def test_earlier_rules_deal_the_blueprints_of_their_own_time() -> None:
    older = [card for card in ALL_BLUEPRINTS if card != "dojo"]
    state = setup(GAME.options(), 3, FastLuck(1), older)
    dealt = Counter(state.blueprints.deck.cards) + Counter(filter(None, state.blueprints.row))
    for player in state.players:
        dealt.update(player.cards)
    assert dealt == Counter(older)
