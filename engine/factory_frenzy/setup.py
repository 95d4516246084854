"""Deal a new table."""

from engine.factory_frenzy.cards import RULES, deck_for, recipes_of
from engine.factory_frenzy.state import STARTING_HAND, Options, Player, State
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck
from engine.kernel.undo import checkpoint


def setup(options: Options, seats: int, luck: AnyLuck, rules: int = RULES) -> State:
    state = empty_table(options, seats, luck, rules)
    state.deck.shuffle_in(deck_for(seats, rules), luck)
    for player in state.players:
        player.pick_up(state.deck.draw_many(STARTING_HAND, luck))
    begin_mulligan(state)
    return state


def empty_table(options: Options, seats: int, luck: AnyLuck, rules: int = RULES) -> State:
    """Make a table with recipes dealt, but no cards."""
    recipes = recipes_of(rules)
    luck.shuffle(recipes, "deck", "recipes")
    return State(
        luck=luck,
        learning=options.learning,
        players=[Player(recipe) for recipe in recipes[:seats]],
        deck=Deck("main", [], []),
        undealt=sorted(recipes[seats:]),
        first=luck.below(seats, "first"),
    )


def begin_mulligan(state: State) -> None:
    """Ask everybody at once; their cards change when they answer (ruling 3)."""
    state.step = "mulligan"
    state.seat, state.acting = state.first, (state.first,)
    checkpoint(state)
