"""What the viewer could do now, worked out from the view: use a card, place a die, hire."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.fantastic_factories.cards import BLUEPRINTS, COPIER, TOOL_OF, Blueprint
from engine.fantastic_factories.codes import Codes, copied_uses, own_uses
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.state import FLOOR_SLOTS
from engine.fantastic_factories.view import PlayerView, SlotView, View

HIGHEST_TO_GENERATE = 3


def own_player(view: View) -> PlayerView:
    assert view.seat is not None
    return view.players[view.seat]


def working(view: View) -> dict[str, set[int]]:
    """Return the viewer's cards that can be used now, with the values of dice each would take."""
    if view.phase != "work" or view.asked or view.seat not in view.to_act:
        return {}
    player = own_player(view)
    values_by_card: dict[str, set[int]] = {}
    for built in player.compound:
        if built.used or not BLUEPRINTS[built.card].is_usable:
            continue
        ways = list(_ways(view, player, BLUEPRINTS[built.card]))
        if ways:
            values_by_card[built.card] = {value for dice in ways for value in dice}
    return values_by_card


def _ways(view: View, player: PlayerView, card: Blueprint) -> Iterator[tuple[int, ...]]:
    """Yield the dice that would be placed, for each way to use a card."""
    if card is not COPIER:
        codes = own_uses(card.id, player.metal, player.energy, player.dice)
        yield from _placed(player, card, codes, 2)
        return
    energy = player.energy - COPIER.pay_energy[0]
    offered = {slot.card for slot in view.blueprints.row if slot.card}
    for name in sorted(offered) if energy >= 0 else ():
        codes = copied_uses(name, player.metal, energy, player.dice)
        yield from _placed(player, BLUEPRINTS[name], codes, 3)


def _placed(
    player: PlayerView, card: Blueprint, codes: Codes, start: int
) -> Iterator[tuple[int, ...]]:
    if player.hand_size >= card.discards:
        yield from (tuple(map(int, code[start : start + card.dice])) for code in codes)


class Yield(NamedTuple):
    """What a die would bring at headquarters."""

    amount: int
    thing: str  # energy, metal or blueprint


def floor_yield(player: PlayerView, value: int) -> Yield | None:
    """Return what the die brings on the floor that asks for it; if it's full, at research."""
    if value <= HIGHEST_TO_GENERATE:
        floors = (player.generate, value, "energy"), (player.research, 1, "blueprint")
    else:
        floors = (player.mine, 1, "metal"), (player.research, 1, "blueprint")
    for dice, amount, thing in floors:
        if len(dice) < FLOOR_SLOTS:
            return Yield(amount + (value in dice), thing)
    return None


def hire_lacks(view: View, slot: SlotView) -> tuple[str, ...]:
    """List what the viewer lacks to hire somebody: metal, energy, a card with the tool."""
    assert slot.card
    player, hired = own_player(view), CONTRACTORS[slot.card]
    lacks = ["metal"] if player.metal < hired.metal else []
    lacks += ["energy"] if player.energy < hired.energy else []
    has_tool = any(TOOL_OF[held.card] == slot.tool for held in view.hand)
    return tuple(lacks if has_tool else [*lacks, "tool"])
