"""The sentences of the log and the labels, and when they are used."""

from engine import GAMES
from engine.fantastic_factories.amounts import Price
from engine.fantastic_factories.cards import BLUEPRINTS, Blueprint
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.effects import RolledDie
from engine.kernel.luck import FastLuck
from engine.kernel.scenario import load

GAME = GAMES["fantastic_factories"]
NAMES = ("Red", "Blue")

RUNNING_OUT = """
game = "fantastic_factories"
seats = 2
[start]
market_contractors = { hammer = "investor" }
[[start.player]]
hand = ["obelisk"]
"""


def emptied(tmp_path):
    """A market turn with an empty deck and a discard pile."""
    file = tmp_path / "each.toml"
    file.write_text(RUNNING_OUT)
    state = load(file, GAMES)[1]
    deck = state.blueprints.deck
    deck.discards, deck.cards = deck.cards, []
    return state


def test_a_reshuffle_is_told_when_an_investor_causes_it(tmp_path) -> None:
    state = emptied(tmp_path)
    events = GAME.apply(state, 0, ("hire", "investor", "hammer", "obelisk"))
    assert [event.kind for event in events][:3] == ["did", "reshuffled", "revealed"]


def test_a_reshuffle_is_told_when_a_row_is_refilled(tmp_path) -> None:
    state = emptied(tmp_path)
    events = GAME.apply(state, 0, ("take", next(filter(None, state.blueprints.row))))
    said = [GAME.words.sentence(event, NAMES) for event in events]
    assert "The discarded blueprints are shuffled into a new deck." in said


def test_in_the_last_round_nothing_can_be_planned_after_the_own_market_turn() -> None:
    state = GAME.setup(GAME.options(), 2, FastLuck(1))
    first, second = state.clockwise()
    state.final = True
    assert GAME.plans(state, second)
    GAME.apply(state, first, GAME.actions(state, first)[0])
    assert not GAME.plans(state, first)
    GAME.apply(state, second, GAME.actions(state, second)[0])
    assert state.phase == "work"
    assert not GAME.plans(state, second)


def test_a_market_pick_can_be_planned_for_the_next_round() -> None:
    state = GAME.setup(GAME.options(), 2, FastLuck(1))
    first = state.first
    GAME.apply(state, first, GAME.actions(state, first)[0])
    assert ("take", next(filter(None, state.blueprints.row))) in GAME.plans(state, first)


def test_every_card_says_all_that_its_row_holds() -> None:
    for card in BLUEPRINTS.values():
        said = GAME.words.card(card.id)
        assert card.row.name in said
        assert str(card.row.type) in said
        assert f"{card.metal} metal" in said
        assert f"another {card.tool} card" in said
        for name, count in (("goods", card.gain.goods), ("cards", card.gain.cards)):
            assert not count or name.rstrip("s") in said
    for contractor in CONTRACTORS.values():
        assert contractor.row.name in GAME.words.card(contractor.id)


def test_a_card_that_is_used_for_nothing_begins_with_what_it_does(monkeypatch) -> None:
    """No card of the game is: each takes a die, a card, metal or energy."""
    row = BLUEPRINTS["dojo"].row
    free = Blueprint(row.model_copy(update={"pay": Price(), "effect": RolledDie(do="rolled_die")}))
    monkeypatch.setitem(BLUEPRINTS, "dojo", free)
    assert GAME.words.card("dojo").endswith(" another gear card. Roll an extra die.")
