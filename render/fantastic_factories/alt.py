"""Describes the public pictures in words, with the engine's text pages where they fit."""

from collections.abc import Iterable, Sequence

from engine.fantastic_factories import pages as twins
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.phrases import amounts, card_name, plural
from engine.fantastic_factories.view import BuildingView, PlayerView, SlotView, View
from engine.kernel.phrases import capital
from render.alt import fitting, isolated, newest
from render.fantastic_factories.moment import is_first, spoken
from render.theme import SEATS


def market(view: View) -> str:
    """Describe the rows; the contents of the piles are only in the text version."""
    offered = ", ".join(_offer(slot) for slot in view.blueprints.row)
    hired = ", ".join(_contractor(slot) for slot in view.contractors.row)
    decks = f"{view.blueprints.deck} blueprints and {view.contractors.deck} contractors"
    return fitting(
        f"Market, {spoken(view)}. Blueprints: {offered}. Contractors: {hired}. "
        f"In the decks: {decks}.{_waiting(view)}"
    )


def _offer(slot: SlotView) -> str:
    if slot.card is None:
        return "an empty place"
    card = BLUEPRINTS[slot.card]
    price = " and ".join(amounts((("metal", card.metal), ("energy", card.energy))))
    return f"{'new: ' if slot.is_new else ''}{card.row.name} ({card.tool} card, {price})"


def _contractor(slot: SlotView) -> str:
    if slot.card is None:
        return f"nobody under {slot.tool}"
    hired = CONTRACTORS[slot.card]
    price = amounts((("metal", hired.metal), ("energy", hired.energy)))
    cost = " and ".join([f"a {slot.tool} card", *price])
    return f"{'new: ' if slot.is_new else ''}{hired.row.name} for {cost}"


def _waiting(view: View) -> str:
    """Name who has to act by color, because the picture shows badges and not names."""
    if view.result or len(view.players) < 2 or view.phase != "market":
        return ""
    return f" {SEATS[view.to_act[0]].word.capitalize()} chooses." if view.to_act else ""


def _one_line(lines: Iterable[str]) -> str:
    return "; ".join(line.strip() for line in lines)


def compound(view: View, seat: int, name: str) -> str:
    player = view.players[seat]
    page = twins.compound(player, isolated(name), is_first(view, player))
    doing = "to act" if seat in view.to_act else "not to act"
    whole = f"{capital(spoken(view))}. {_one_line(page.splitlines())}; {doing}."
    return fitting(whole, _short_compound(player, name))


def more_of_compound(name: str, page: int, built: Sequence[BuildingView]) -> str:
    """Describe a further page, which shows only cards."""
    cards = [f"{card_name(each.card)}{', used' if each.used else ''}" for each in built]
    return fitting(f"{isolated(name)}, part {page + 1} of the compound: {'; '.join(cards)}.")


def _short_compound(player: PlayerView, name: str) -> str:
    lead = f"{isolated(name)}: {_counters(player)}. Dice to place: {_dice(player)}. Newest cards: "
    return newest(lead, [card_name(built.card) for built in player.compound])


def _dice(player: PlayerView) -> str:
    return " ".join(map(str, player.dice)) or "none"


def _counters(player: PlayerView) -> str:
    return (
        f"{plural(player.score, 'point')}, {plural(player.goods, 'good')}, "
        f"{player.prestige} prestige, "
        f"{len(player.compound)} built, {player.metal} metal, {player.energy} energy, "
        f"{plural(player.hand_size, 'card')} in hand"
    )


def glance(view: View, names: Sequence[str]) -> str:
    """Describe every compound's counters, and the cards if there is room for all of them."""
    short = [_line(view, player, names[player.seat]) for player in view.players]
    full = [
        f"{line}; built: {', '.join(card_name(built.card) for built in player.compound) or 'none'}"
        for line, player in zip(short, view.players, strict=True)
    ]
    rival = [_machine_line(view)] if view.machine else []
    start = f"The table, {spoken(view)}. "
    return fitting(*(start + ". ".join([*lines, *rival]) + "." for lines in (full, short)))


def _line(view: View, player: PlayerView, name: str) -> str:
    return f"{isolated(name)}: {_counters(player)}{_state(view, player)}"


def _state(view: View, player: PlayerView) -> str:
    words = []
    if is_first(view, player):
        words.append("first player")
    if player.seat in view.to_act:
        words.append("to act")
    elif view.phase == "work" and player.done:
        words.append("done")
    if player.dice:
        words.append(f"dice to place {_dice(player)}")
    words += twins.coming(player)
    return f", {', '.join(words)}" if words else ""


def _machine_line(view: View) -> str:
    assert view.machine
    machine = view.machine
    return (
        f"The Machine: {plural(machine.score, 'point')}, {plural(machine.goods, 'good')}, "
        f"{len(machine.compound)} built"
    )


def machine(view: View, name: str) -> str:
    assert view.machine
    start = f"Solo, {spoken(view)}. {isolated(name)}: {_counters(view.players[0])}. "
    lead = f"{start}{_machine_line(view)}. Its newest cards: "
    short = newest(lead, [card_name(card) for card in view.machine.compound])
    return fitting(f"{start}{_one_line(twins.machine(view.machine).splitlines())}.", short)


def hand(view: View, page: int, pages: int, shown: slice) -> str:
    """Describe the hand as the picture does; only its owner may read this."""
    assert view.seat is not None
    player, cards = view.players[view.seat], view.hand[shown]
    stock = f"{player.metal} metal, {player.energy} energy, {plural(player.hand_size, 'card')}"
    part = f", part {page + 1} of {pages}" if pages > 1 else ""
    start = f"Your hand{part}, {spoken(view)}; you have {stock}. "
    lines = [line.strip() for line in twins.hand(cards).splitlines()[1:]]
    ready = [card_name(held.card) for held in cards if not held.lacks]
    lead = f"{start}Affordable now: {', '.join(ready) or 'none'}. All: "
    short = newest(lead, [card_name(held.card) for held in cards])
    return fitting(f"{start}{'; '.join(lines)}." if lines else f"{start}It is empty.", short)


def ending(view: View, names: Sequence[str]) -> str:
    verdict, *places = twins.ending(view, tuple(map(isolated, names))).splitlines()
    return fitting(f"{verdict} {_one_line(places)}.")
