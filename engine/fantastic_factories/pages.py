"""Say in words everything that each picture shows: for screen readers and for the terminal."""

from collections.abc import Iterable

from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.phrases import amounts, card_name, plural
from engine.fantastic_factories.view import (
    BuildingView,
    HandCardView,
    MachineView,
    PlayerView,
    ShelfView,
    SlotView,
    View,
)
from engine.kernel.game import Names, Result
from engine.kernel.phrases import joined

MACHINE_DICE = ("green", "red", "blue", "purple", "yellow")


def pages(view: View, names: Names) -> dict[str, str]:
    """Return each picture's name and text; the hand only for the seat that holds it."""
    texts = {"market": market(view)}
    for player in view.players:
        is_first = player.seat == view.first and len(view.players) > 1
        texts[f"compound {player.seat}"] = compound(player, names[player.seat], is_first)
    if view.machine:
        texts["machine"] = machine(view.machine)
    if view.seat is not None:
        texts["hand"] = hand(view.hand)
    if view.result:
        texts["result"] = ending(view, names)
    return texts


def market(view: View) -> str:
    lines = ["Market"]
    lines += [f"  {_slot(slot)}" for slot in view.blueprints.row]
    lines += [f"  {_slot(slot)}" for slot in view.contractors.row]
    lines.append(f"  {_pile(view.blueprints, 'blueprint')}")
    lines.append(f"  {_pile(view.contractors, 'contractor')}")
    return "\n".join(lines)


def _slot(slot: SlotView) -> str:
    label = f"{slot.tool}: " if slot.tool else ""
    if slot.card is None:
        return f"{label}empty"
    facts = _price(slot.card)
    return f"{label}{card_name(slot.card)} ({facts}){', new' if slot.is_new else ''}"


def _price(name: str) -> str:
    if name in CONTRACTORS:
        contractor = CONTRACTORS[name]
        extra = amounts((("metal", contractor.metal), ("energy", contractor.energy)))
        return joined(["a card", *extra])
    card = BLUEPRINTS[name]
    return f"{card.tool}; {card.metal} metal, {card.energy} energy"


def _pile(shelf: ShelfView, kind: str) -> str:
    cards = [f"{card_name(card)}{f' x{n}' if n > 1 else ''}" for card, n in shelf.discards.items()]
    discards = f"discarded: {', '.join(cards)}" if cards else "none discarded"
    return f"{plural(shelf.deck, kind)} in the deck, {discards}"


def compound(player: PlayerView, name: str, is_first: bool) -> str:
    parts = f"{plural(player.goods, 'good')}, {player.prestige} prestige"
    points = f"{plural(player.score, 'point')} ({parts})"
    stock = (
        f"{player.metal} metal, {player.energy} energy, {plural(player.hand_size, 'card')} in hand"
    )
    lines = [f"{name}: {points}, {stock}{', done' if player.done else ''}"]
    if is_first:
        lines[0] += ", first player"
    if player.dice:
        lines.append(f"  unplaced dice: {_dice(player.dice)}")
    for floor in ("research", "generate", "mine"):
        if getattr(player, floor):
            lines.append(f"  {floor}: {_dice(getattr(player, floor))}")
    lines += [f"  next roll: {text}" for text in coming(player)]
    lines += [f"  {_building(building)}" for building in player.compound]
    return "\n".join(lines)


def coming(player: PlayerView) -> list[str]:
    lines = []
    if player.set_dice:
        lines.append(f"may choose up to {player.set_dice} dice")
    if player.rolled_dice:
        lines.append(f"{player.rolled_dice} extra dice")
    if player.named_dice:
        lines.append(f"{plural(player.named_dice, 'die')} of any value")
    return lines


def _dice(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def _building(building: BuildingView) -> str:
    text = f"{card_name(building.card)} ({BLUEPRINTS[building.card].row.type})"
    if building.copied:
        text += f", used as {card_name(building.copied)}"
    elif building.used:
        text += ", used"
    return text + (f", dice {_dice(building.dice)}" if building.dice else "")


def machine(view: MachineView) -> str:
    score = f"{plural(view.score, 'point')}, {plural(view.goods, 'good')}"
    lines = [f"The Machine ({view.difficulty}): {score}"]
    if view.dice:
        rolled = zip(MACHINE_DICE, view.dice, strict=True)
        took = card_name(view.taken) if view.taken else "nothing"
        lines.append("  last roll: " + ", ".join(f"{color} {die}" for color, die in rolled))
        lines[-1] += f"; it took {took}"
    lines += [f"  {card_name(card)} ({BLUEPRINTS[card].row.type})" for card in view.compound]
    return "\n".join(lines)


LACKS = {"partner": "another card with its tool"}


def hand(cards: Iterable[HandCardView]) -> str:
    lines = [f"  {_held(card)}" for card in cards]
    return "\n".join(["Your hand", *lines]) if lines else "Your hand is empty."


def _held(held: HandCardView) -> str:
    card = BLUEPRINTS[held.card]
    price = f"{held.metal} metal, {held.energy} energy"
    return f"{card.row.name} ({card.tool}; {price}): {_missing(held)}"


def _missing(held: HandCardView) -> str:
    lacks = dict(held.lacks)
    if "twin" in lacks:
        return "already built"
    needs = joined(LACKS.get(name) or f"{n} more {name}" for name, n in lacks.items())
    return f"needs {needs}" if needs else "ready to build"


def ending(view: View, names: Names) -> str:
    """Rank the seats at the end, with the parts of their scores and why."""
    result = view.result
    assert result
    ranked = [(rank, _score(result, names, seat)) for seat, rank in enumerate(result.ranks)]
    if view.machine:
        ranked.append((3 - result.ranks[0], _machine_score(view.machine)))
    lines = [
        f"  {rank}. {line}" for rank, line in sorted(ranked, key=lambda ranked_line: ranked_line[0])
    ]
    return "\n".join([_verdict(view, names), *lines])


def _machine_score(machine: MachineView) -> str:
    monuments = sum(BLUEPRINTS[card].is_monument for card in machine.compound)
    return (
        f"The Machine: {plural(machine.score, 'point')} = {plural(machine.goods, 'good')} + "
        f"{plural(len(machine.compound), 'card')} + {plural(monuments, 'monument')}"
    )


def _score(result: Result, names: Names, seat: int) -> str:
    """Count the points; what breaks a tie stands there only if there is one."""
    parts, points = result.parts[seat], result.scores[seat]
    counted = (
        f"{names[seat]}: {plural(points, 'point')} = "
        f"{plural(parts['goods'], 'good')} + {parts['prestige']} prestige"
    )
    if result.scores.count(points) == 1:
        return counted
    hand = plural(parts["hand"], "card")
    return f"{counted} ({parts['metal']} metal, {parts['energy']} energy, {hand} in hand)"


def _verdict(view: View, names: Names) -> str:
    result = view.result
    assert result
    if not result.winners:
        tied = view.machine and view.machine.score == result.scores[0]
        return "The Machine wins" + (": a tie isn't enough." if tied else ".")
    winners = joined(names[seat] for seat in result.winners)
    if result.reason == "shared":
        return f"{winners} share the win: tied on everything."
    tie = "" if result.reason == "points" else f" the tiebreak with more {result.reason}"
    return f"{winners} wins{tie}."
