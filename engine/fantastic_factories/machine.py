"""Play the turn of The Machine, the solo opponent (rulings 27 to 29)."""

from engine.fantastic_factories.cards import BLUEPRINTS, Type, monuments
from engine.fantastic_factories.market import draw_one, fill_all, sweep
from engine.fantastic_factories.state import Machine, State
from engine.kernel.events import Fact

MADE_BY = (Type.TRAINING, Type.PRODUCTION, Type.SPECIAL, Type.UTILITY)  # red, blue, purple, yellow


def machine_turn(state: State, machine: Machine, events: list[Fact]) -> None:
    machine.dice = state.luck.dice(5, "machine", state.round)
    green, *others = machine.dice
    events.append(("machine_rolled", None, machine.dice))
    _take(state, machine, green, events)
    for die, kind in zip(others, MADE_BY, strict=True):
        if die <= count_of(machine, kind):
            machine.goods += 1
            events.append(("machine_made", None, (str(kind), die)))


def count_of(machine: Machine, kind: Type) -> int:
    return sum(BLUEPRINTS[card].row.type is kind for card in machine.compound)


def _take(state: State, machine: Machine, green: int, events: list[Fact]) -> None:
    shelf = state.blueprints
    if green <= 4:
        card, shelf.row[green - 1] = shelf.row[green - 1], None
    else:
        card = draw_one(state, shelf, events)
    machine.taken = card
    if card is not None:
        machine.compound.append(card)
        events.append(("machine_built", None, (card,)))
    if green >= 5:
        swept = state.blueprints if green == 5 else state.contractors
        sweep(swept)
        events.append(("machine_swept", None, (swept.deck.name,)))
    fill_all(state, events)


def machine_score(machine: Machine) -> int:
    """Count The Machine's points (ruling 29)."""
    return machine.goods + len(machine.compound) + monuments(machine.compound)
