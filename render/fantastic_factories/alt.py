"""The pictures in words, from the same view; the engine's text twins where they fit."""

from collections.abc import Iterable, Sequence

from engine.fantastic_factories import pages as twins
from engine.fantastic_factories.phrases import card_name, many
from engine.fantastic_factories.view import PlayerView, View
from render.alt import fitting, newest


def market(view: View) -> str:
    """What lies in the rows; the piles' contents are in the text twin only."""
    *rows, _blueprints, _contractors = twins.market(view).splitlines()
    decks = (
        f"{view.blueprints.deck} blueprints and {view.contractors.deck} contractors in the decks"
    )
    return fitting(f"Round {view.round}. {_one_line(rows)}; {decks}.", _short_market(view))


def _short_market(view: View) -> str:
    cards = [card_name(slot.card) for slot in view.blueprints.row if slot.card]
    hired = [f"{card_name(slot.card)} ({slot.tool})" for slot in view.contractors.row if slot.card]
    return f"Market, round {view.round}. Blueprints: {', '.join(cards)}. Hire: {', '.join(hired)}."


def _one_line(lines: Iterable[str]) -> str:
    return "; ".join(line.strip() for line in lines)


def compound(view: View, seat: int, name: str) -> str:
    player = view.players[seat]
    first = seat == view.first and len(view.players) > 1
    whole = f"Round {view.round}. {_one_line(twins.compound(player, name, first).splitlines())}."
    return fitting(whole, _short_compound(player, name))


def _short_compound(player: PlayerView, name: str) -> str:
    lead = f"{name}: {_counters(player)}. Dice to place: {_dice(player)}. Newest cards: "
    return newest(lead, [card_name(built.card) for built in player.compound])


def _dice(player: PlayerView) -> str:
    return " ".join(map(str, player.dice)) or "none"


def _counters(player: PlayerView) -> str:
    return (
        f"{player.score} points, {many(player.goods, 'good')}, {player.prestige} prestige, "
        f"{len(player.compound)} built, {player.metal} metal, {player.energy} energy, "
        f"{many(player.hand_size, 'card')} in hand"
    )


def glance(view: View, names: Sequence[str]) -> str:
    """Every compound's counters; the cards too where there is room for all of them."""
    short = [_line(view, player, names[player.seat]) for player in view.players]
    full = [
        f"{line}; built: {', '.join(card_name(built.card) for built in player.compound) or 'none'}"
        for line, player in zip(short, view.players, strict=True)
    ]
    rival = [_machine_line(view)] if view.machine else []
    start = f"The table, round {view.round}. "
    return fitting(*(start + ". ".join([*lines, *rival]) + "." for lines in (full, short)))


def _line(view: View, player: PlayerView, name: str) -> str:
    return f"{name}: {_counters(player)}{_state(view, player)}"


def _state(view: View, player: PlayerView) -> str:
    words = []
    if player.seat == view.first and len(view.players) > 1:
        words.append("first player")
    if player.seat in view.to_act:
        words.append("to act")
    elif view.phase == "work" and player.done:
        words.append("done")
    if player.dice:
        words.append(f"dice to place {_dice(player)}")
    return f", {', '.join(words)}" if words else ""


def _machine_line(view: View) -> str:
    assert view.machine
    machine = view.machine
    return (
        f"The Machine: {machine.score} points, {many(machine.goods, 'good')}, "
        f"{len(machine.compound)} built"
    )


def machine(view: View, name: str) -> str:
    assert view.machine
    start = f"{name}: {_counters(view.players[0])}. "
    lead = f"{start}{_machine_line(view)}. Its newest cards: "
    short = newest(lead, [card_name(card) for card in view.machine.compound])
    return fitting(f"{start}{_one_line(twins.machine(view.machine).splitlines())}.", short)


def hand(view: View, page: int, shown: slice) -> str:
    """Private: says the same as the picture, so only its owner may get it."""
    cards = view.hand[shown]
    start = f"Your hand{f', part {page + 1}' if page else ''}. "
    said = [line.strip() for line in twins.hand(cards).splitlines()[1:]]
    full = start + "; ".join(said) + "." if said else "Your hand is empty."
    ready = [card_name(held.card) for held in cards if not held.lacks]
    lead = f"{start}{many(len(cards), 'card')}. Can be built now: {', '.join(ready) or 'none'}. "
    return fitting(full, newest(f"{lead}All: ", [card_name(held.card) for held in cards]))


def dice(view: View, seat: int, name: str) -> str:
    return f"{name}’s dice to place: {_dice(view.players[seat])}."


def ending(view: View, names: Sequence[str]) -> str:
    return fitting(_one_line(twins.ending(view, tuple(names)).splitlines()))
