"""Describe a card in words, made from the same signs that pictures draw."""

from engine.fantastic_factories.amounts import Bundle
from engine.fantastic_factories.cards import BLUEPRINTS, Blueprint
from engine.fantastic_factories.contractors import CONTRACTORS, Contractor
from engine.fantastic_factories.phrases import amounts
from engine.fantastic_factories.signs import phrases, signs_of
from engine.kernel.phrases import capital, joined


def card(name: str) -> str:
    """Describe everything about a card."""
    if name in CONTRACTORS:
        return _contractor(CONTRACTORS[name])
    return _blueprint(BLUEPRINTS[name])


def effect(name: str) -> str:
    """Say what a card does, in one sentence."""
    if name in CONTRACTORS:
        contractor = CONTRACTORS[name]
        return f"{capital(_gained(contractor.row.gain, contractor.job.text))}."
    card = BLUEPRINTS[name]
    if card.is_monument:
        number = "You can build more than one." if card.many else "You can build only one."
        return f"{card.effect.text} {number}".strip()
    if not card.is_usable:
        return card.effect.text
    paid = joined(phrases(card.recipe.pay, "pay"))
    gained = _gained(card.row.gain, card.effect.text)
    return f"{capital(f'{paid}: {gained}' if paid else gained)}."


def _gained(gain: Bundle, effect_text: str) -> str:
    return joined(filter(None, [*phrases(signs_of(gain), "gain"), effect_text]))


def _blueprint(blueprint: Blueprint) -> str:
    row = blueprint.row
    worth = f"{row.prestige} prestige" + (", rising" if blueprint.effect.more_prestige(1) else "")
    price = amounts((("metal", row.cost.metal), ("energy", row.cost.energy)))
    return (
        f"{row.name} ({row.type}, {row.tool}, {worth}). "
        f"Cost: {joined([*price, f'another {row.tool} card'])}. {effect(blueprint.id)}"
    )


def _contractor(contractor: Contractor) -> str:
    price = amounts((("metal", contractor.metal), ("energy", contractor.energy)))
    cost = joined(["a card with the tool shown above this contractor", *price])
    return f"{contractor.row.name} (contractor). Cost: {cost}. {effect(contractor.id)}"
