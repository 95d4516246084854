"""Describes a seat's own pictures in words, for that seat only."""

from collections.abc import Callable, Iterable, Sequence

from engine.fantastic_factories.card_text import effect
from engine.fantastic_factories.cards import BLUEPRINTS
from engine.fantastic_factories.contractors import CONTRACTORS
from engine.fantastic_factories.pages import coming
from engine.fantastic_factories.phrases import amounts, card_name, plural
from engine.fantastic_factories.state import CARDS_TO_END, GOODS_TO_END, HAND_LIMIT, RESOURCE_LIMIT
from engine.fantastic_factories.view import BuildingView, HandCardView, PlayerView, SlotView, View
from engine.kernel.phrases import joined
from render.alt import fitting, newest
from render.fantastic_factories.moment import spoken
from render.fantastic_factories.placing import Chance, chances
from render.fantastic_factories.tiles import grouped
from render.fantastic_factories.works import hire_lacks, own_player, working


def workbench(view: View) -> str:
    """Describe the workbench, with what every card does if there is room for it."""
    player, used = own_player(view), working(view)
    start = f"Your workbench, {spoken(view)}. {_stock(player)} {_dice(player, used)} "
    built = [each for each, _ in grouped(player.compound)]
    full = [_building(each, each.card in used, with_effect=True) for each in built]
    short = [_building(each, each.card in used, with_effect=False) for each in built]
    versions = [
        f"{start}Built: {_listed(buildings)} {_hand(view.hand, how)}"
        for buildings, how in ((full, _held), (short, _held), (short, _brief))
    ]
    few = f"{start}Cards that work now: {_listed(map(card_name, used))} "
    ready = [card_name(held.card) for held in view.hand if not held.lacks]
    return fitting(*versions, f"{few}Can be built: {_listed(ready)}")


def shop(view: View) -> str:
    player = own_player(view)
    start = f"Market and hand, {spoken(view)}. {_stock(player)} "
    hired = ", ".join(_contractor(view, slot) for slot in view.contractors.row)
    start += f"To hire: {hired}. To take: "
    versions = [
        f"{start}{', '.join(_offer(slot, with_effect) for slot in view.blueprints.row)}. "
        f"{_hand(view.hand, how)}"
        for with_effect, how in ((True, _held), (False, _held), (False, _brief))
    ]
    taken = ", ".join(_offer(slot, with_effect=False) for slot in view.blueprints.row)
    lead = f"{start}{taken}. Your hand: "
    cards = [card_name(held.card) for held in view.hand]
    return fitting(*versions, newest(lead, cards))


def _listed(things: Iterable[str]) -> str:
    return f"{'; '.join(things) or 'nothing'}."


def _stock(player: PlayerView) -> str:
    total = player.metal + player.energy
    over = total - RESOURCE_LIMIT
    too_many = f", {over} too many" if over > 0 else ""
    return (
        f"{player.metal} metal and {player.energy} energy, {total} of {RESOURCE_LIMIT}{too_many}; "
        f"{player.goods} of {GOODS_TO_END} goods, {len(player.compound)} of {CARDS_TO_END} built, "
        f"{player.hand_size} of {HAND_LIMIT} cards in hand, {plural(player.score, 'point')}."
    )


def _dice(player: PlayerView, used: dict[str, set[int]]) -> str:
    parts = ["Dice to place: " + ("; ".join(map(_chance, chances(player, used))) or "none")]
    parts += [f"to come: {each}" for each in coming(player)]
    for floor in ("research", "generate", "mine"):
        if dice := getattr(player, floor):
            parts.append(f"on {floor}: {' '.join(map(str, dice))}")
    return f"{', '.join(parts)}."


def _chance(chance: Chance) -> str:
    times = f" ×{chance.dice}" if chance.dice > 1 else ""
    brings = chance.brings
    gain = [f"{brings.amount} {brings.thing}"] if brings else []
    where = [*gain, *map(card_name, chance.cards)]
    return f"{chance.value}{times} ({', '.join(where)})" if where else f"{chance.value}{times}"


def _building(built: BuildingView, is_working: bool, with_effect: bool) -> str:
    text = card_name(built.card)
    if built.copied:
        text += f", used as {card_name(built.copied)}"
    elif built.used:
        text += ", used"
    elif is_working:
        text += ", works now"
    if built.dice:
        text += f", dice {' '.join(map(str, built.dice))}"
    return f"{text} ({effect(built.card).rstrip('.')})" if with_effect else text


def _hand(hand: Sequence[HandCardView], how: Callable[[HandCardView], str]) -> str:
    if not hand:
        return "No card in hand."
    return f"Hand: {_listed(how(held) for held in hand)}"


def _held(held: HandCardView) -> str:
    price = joined(amounts((("metal", held.metal), ("energy", held.energy)))) or "free"
    return f"{card_name(held.card)} ({BLUEPRINTS[held.card].tool}; {price}): {_missing(held)}"


def _missing(held: HandCardView) -> str:
    lacks = dict(held.lacks)
    if "twin" in lacks:
        return "owned"
    words = [f"{count} {kind}" for kind, count in lacks.items() if kind != "partner"]
    words += [f"another {BLUEPRINTS[held.card].tool}"] if "partner" in lacks else []
    return f"lacks {joined(words)}" if words else "can be built"


def _brief(held: HandCardView) -> str:
    return f"{card_name(held.card)}{'' if held.lacks else ', can be built'}"


def _contractor(view: View, slot: SlotView) -> str:
    if slot.card is None:
        return f"nobody under {slot.tool}"
    hired = CONTRACTORS[slot.card]
    price = amounts((("metal", hired.metal), ("energy", hired.energy)))
    cost = joined([f"a {slot.tool} card", *price])
    new, lacks = "new, " if slot.is_new else "", hire_lacks(view, slot)
    can = f"lacks {joined(lacks)}" if lacks else "you can"
    what = effect(slot.card).rstrip(".").lower()
    return f"{hired.row.name} ({new}{can}; discard {cost}: {what})"


def _offer(slot: SlotView, with_effect: bool) -> str:
    if slot.card is None:
        return "an empty place"
    card = BLUEPRINTS[slot.card]
    price = joined(amounts((("metal", card.metal), ("energy", card.energy))))
    what = f": {effect(slot.card).rstrip('.')}" if with_effect else ""
    return f"{card.row.name} ({'new, ' if slot.is_new else ''}{card.tool}, {price}{what})"
