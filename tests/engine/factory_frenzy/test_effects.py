"""Each effect runs and describes itself; faulty rows are all named at once."""

from collections import Counter

import pytest

from engine.factory_frenzy.cards import CARDS, FOLDER, RECIPES, CardRow, RecipeRow
from engine.factory_frenzy.effects import Discard, Draw, Peek, Remove, Steal, Swap
from engine.kernel.cards import FaultyCards, load
from testing.every import with_every
from tests.engine.factory_frenzy.tables import GAME, kinds, laid_out, played


@pytest.mark.parametrize("count", [1, 2, 3])
def test_draw(count):
    state = laid_out({"hand": []}, {})
    events = []
    Draw(do="draw", cards=count).run(state, 0, None, events)
    assert len(state.players[0].hand) == count
    assert [event[0] for event in events] == ["drew", "drew_cards"]
    assert Draw(do="draw", cards=count).text.startswith(f"draw {count} card")


@pytest.mark.parametrize(("held", "asked"), [(0, None), (1, 1), (2, 2), (4, 2)])
def test_discard_asks_for_as_many_as_there_are(held, asked):
    state = laid_out({"hand": ["log_stack"] * held}, {})
    Discard(do="discard", cards=2).run(state, 0, None, [])
    assert [question.about[0] for question in state.pending] == ([asked] if asked else [])
    assert Discard(do="discard", cards=2).text == "discard 2 cards"


def test_remove_from_a_named_pile():
    effect = Remove(do="remove", pile="wood")
    state = laid_out({}, {}, piles={"wood": ["log_stack", "plank_mill"]})
    assert effect.choices(state, 0) == [()]
    effect.run(state, 0, None, [])
    assert state.piles["wood"] == ["log_stack"]
    assert state.deck.discards == ["plank_mill"]
    effect.run(state, 0, None, [])
    assert effect.choices(state, 0) == []
    assert effect.text == "remove the top card of wood"


def test_remove_from_any_pile():
    effect = Remove(do="remove", pile="any")
    state = laid_out({}, {}, piles={"wood": ["log_stack"], "steel": ["ingot_pallet"]})
    assert effect.choices(state, 0) == [("wood",), ("steel",)]
    effect.run(state, 0, "steel", [])
    assert effect.choices(state, 0) == [("wood",)]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 9])
def test_peek_shows_up_to_three_that_are_left(left):
    state = laid_out({}, {}, deck_size=left)
    events = []
    Peek(do="peek", cards=3).run(state, 0, None, events)
    seen = min(3, left)
    assert state.players[0].deck_top == state.deck.cards[::-1][:seen]
    assert [question.asks for question in state.pending] == (["order"] if seen > 1 else [])
    assert len(events) == (2 if seen else 0)


def test_peek_asks_also_when_all_cards_are_alike():
    state = laid_out({"hand": ["sample_lab"]}, {"hand": []}, deck=["log_stack"] * 3)
    played(state, "play sample_lab")
    assert GAME.choices(state, 0) == [("order", "log_stack", "log_stack", "log_stack")]


def test_a_later_peek_and_draws_end_what_others_knew():
    state = laid_out(
        {"hand": ["sample_lab"]},
        {"hand": ["surveyed_grove"]},
        deck=["rust", "termites", "cog_bin", "log_stack"],
    )
    played(state, "play sample_lab", "order rust termites cog_bin", "done")
    assert GAME.view(state, 0).deck_top == ("termites", "cog_bin")
    assert GAME.view(state, 0).players[1].known == ("rust",)
    assert GAME.view(state, 1).deck_top == ()
    played(state, "play surveyed_grove")
    assert GAME.view(state, 0).deck_top == ()
    assert GAME.view(state, 1).deck_top == ("termites", "cog_bin", "log_stack")


def test_swap():
    state = laid_out({"recipe": "tin_robot"}, {}, {"recipe": "oil_stove", "declared": True})
    effect = Swap(do="swap")
    assert effect.choices(state, 0) == [(1,), (2,)]
    effect.run(state, 0, 2, [])
    assert [player.recipe for player in state.players][::2] == ["oil_stove", "tin_robot"]
    assert not state.players[0].declared and not state.players[2].declared


def test_steal():
    state = laid_out({"hand": []}, {"hand": ["rust"]}, {"hand": []})
    effect = Steal(do="steal")
    assert effect.choices(state, 0) == [(1,)]
    effect.run(state, 0, 1, [])
    assert (state.players[0].hand, state.players[1].hand) == (["rust"], [])
    assert effect.choices(state, 1) == [(0,)]
    assert effect.choices(state, 0) == [()]


@with_every("name", [name for name in CARDS if CARDS[name].resource])
def test_each_symbol_adds_one_resource_for_everybody(name):
    card = CARDS[name]
    singles = ("log_stack", "cog_bin", "ingot_pallet", "reagent_flask")
    piles = {CARDS[single].resource: [single] for single in singles}
    state = laid_out({"hand": [name, "rust"]}, {}, piles=piles)
    played(state, f"play {name}")
    while state.pending:
        GAME.apply(state, 0, GAME.choices(state, 0)[0])
    lost = Counter(str(each.pile) for each in card.effects if isinstance(each, Remove))
    for viewer in (None, 0, 1):
        for pile in GAME.view(state, viewer).piles:
            added = card.amount if pile.resource == card.resource else 0
            assert pile.total == 1 + added - lost[pile.resource]


@with_every("name", CARDS)
def test_every_card_can_be_played_to_its_end(name):
    piles = {"wood": ["log_stack"], "gears": ["cog_bin"]}
    piles |= {"chemicals": ["reagent_flask"], "steel": ["ingot_pallet"]}
    state = laid_out({"hand": [name, "bulk_delivery"]}, {"hand": ["log_stack"]}, piles=piles)
    plays = [action for action in GAME.choices(state, 0) if action[1] == name]
    events = GAME.apply(state, 0, plays[0])
    while state.pending:
        events += GAME.apply(state, 0, GAME.choices(state, 0)[0])
    card = CARDS[name]
    assert state.step == "declare" and state.playing is None
    assert ("added" in kinds(events)) == (card.resource is not None)
    where = state.piles[card.resource] if card.resource else state.deck.discards
    assert where[-1] == name


@with_every("name", [*CARDS, *RECIPES])
def test_every_card_says_all_that_its_row_holds(name):
    said = GAME.words.card(name)
    assert said.startswith(GAME.words.cards()[name]) and said.endswith(".")
    if name in CARDS:
        for effect in CARDS[name].effects:
            assert effect.text in said.lower()
        assert not CARDS[name].resource or f"add {CARDS[name].amount} " in said.lower()
    else:
        assert all(str(count) in said for _, count in RECIPES[name].needs)


FAULTY = """
[[card]]
name = "log stack"
copies = 4
[[card]]
name = "Rust"
copies = 1
effects = [{ do = "explode" }]
[[card]]
name = "Rust"
copies = 0
adds = { iron = 1 }
"""


def test_every_faulty_row_is_named_at_once(tmp_path):
    file = tmp_path / "cards.toml"
    file.write_text(FAULTY)
    with pytest.raises(FaultyCards) as faulty:
        load(file, "card", CardRow)
    said = str(faulty.value)
    for part in ("log stack: name", "Rust: effects.0", "Rust: copies", "Rust: adds", "twice"):
        assert part in said


def test_the_stored_tables_hold_thirty_nine_cards_and_twelve_recipes():
    assert len(load(FOLDER / "cards.toml", "card", CardRow)) == 39
    assert len(load(FOLDER / "recipes.toml", "recipe", RecipeRow)) == 12
    assert not set(CARDS) & set(RECIPES)
