"""Deal a new table."""

from engine.fantastic_factories.cards import BLUEPRINTS, RULES, TOOLS, all_blueprints
from engine.fantastic_factories.contractors import all_contractors
from engine.fantastic_factories.rounds import begin_market_turn
from engine.fantastic_factories.state import STARTING_CARDS, Machine, Options, Player, Shelf, State
from engine.kernel.deck import Deck
from engine.kernel.luck import AnyLuck

STARTING_HAND = 4
ROW_SLOTS = 4


def setup(options: Options, seats: int, luck: AnyLuck, rules: int = RULES) -> State:
    state = empty_table(options, seats, luck)
    state.blueprints.deck.shuffle_in(all_blueprints(rules), luck)
    state.contractors.deck.shuffle_in(all_contractors(rules), luck)
    for player in state.players:
        deal_hand(state, player)
    if state.machine:
        deal_machine(state, state.machine)
    begin_market_turn(state, state.first, [])
    return state


def empty_table(options: Options, seats: int, luck: AnyLuck) -> State:
    labels = list(TOOLS)
    luck.shuffle(labels, "labels")
    first = luck.below(seats, "first")  # Ruling 26
    return State(
        luck=luck,
        learning=options.learning,
        players=[Player() for _ in range(seats)],
        machine=Machine(options.difficulty) if seats == 1 else None,
        blueprints=empty_shelf("blueprints"),
        contractors=empty_shelf("contractors"),
        labels=tuple(labels),
        first=first,
    )


def empty_shelf(name: str) -> Shelf:
    return Shelf(Deck(name, [], []), [None] * ROW_SLOTS, [0] * ROW_SLOTS)


def deal_hand(state: State, player: Player) -> None:
    cards = [state.blueprints.deck.draw(state.luck) for _ in range(STARTING_HAND)]
    player.hold(card for card in cards if card)


def deal_machine(state: State, machine: Machine) -> None:
    """Deal The Machine's cards; monuments are discarded and replaced (ruling 27)."""
    monuments: list[str] = []
    while len(machine.compound) < STARTING_CARDS[machine.difficulty]:
        card = state.blueprints.deck.draw(state.luck)
        if card is None:
            break
        (monuments if BLUEPRINTS[card].is_monument else machine.compound).append(card)
    state.blueprints.deck.discards += monuments
