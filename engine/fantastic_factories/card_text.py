"""A card in words, made from the same signs that pictures draw."""

from engine.fantastic_factories.cards import BLUEPRINTS, CONTRACTORS, Blueprint, Contractor
from engine.fantastic_factories.phrases import amounts, many
from engine.fantastic_factories.signs import Sign, hire_recipe, recipe
from engine.kernel.phrases import capital, joined


def card(name: str) -> str:
    """Everything about a card."""
    if name in CONTRACTORS:
        return _contractor(CONTRACTORS[name])
    return _blueprint(BLUEPRINTS[name])


def effect(name: str) -> str:
    """What a card does, in one sentence."""
    if name in CONTRACTORS:
        return f"{capital(_gained(hire_recipe(CONTRACTORS[name]).get))}."
    found = recipe(BLUEPRINTS[name])
    if found is None:
        return _monument(BLUEPRINTS[name])
    gained = _gained(found.get)
    if found.trigger:
        occasion = {"good": "make a good", "build": "build another card"}[found.trigger]
        return f"The first time you {occasion} each round, {gained} automatically."
    return f"{capital(_paid(found.pay))}: {gained}."


def _blueprint(blueprint: Blueprint) -> str:
    row = blueprint.row
    worth = f"{row.prestige} prestige" + (", rising" if row.rising else "")
    price = amounts((("metal", row.cost.metal), ("energy", row.cost.energy)))
    return (
        f"{row.name} ({row.type}, {row.tool}, {worth}). "
        f"Cost: {joined([*price, f'another {row.tool} card'])}. {effect(blueprint.id)}"
    )


def _monument(blueprint: Blueprint) -> str:
    row = blueprint.row
    said = []
    if row.rising:
        said.append("Each extra copy you build is worth 1 more prestige than the last.")
    if row.monument_discount:
        said.append("Costs 1 less metal for each monument you have built.")
    said.append("You can build more than one." if row.many else "You can build only one.")
    return " ".join(said)


def _contractor(contractor: Contractor) -> str:
    price = amounts((("metal", contractor.metal), ("energy", contractor.energy)))
    cost = joined(["a card with the tool shown above this contractor", *price])
    return f"{contractor.row.name} (contractor). Cost: {cost}. {effect(contractor.id)}"


def _paid(signs: tuple[Sign, ...]) -> str:
    return joined(_phrase(sign, "pay") for sign in signs)


def _gained(signs: tuple[Sign, ...]) -> str:
    """Signs behind "or" belong to the one before; signs behind "opponent" to somebody else."""
    parts: list[str] = []
    joint = ""
    for sign in signs:
        if sign.kind in ("or", "opponent"):
            joint = sign.kind
        elif joint == "or":
            first = parts[-1].removeprefix("either ")
            parts[-1] = f"either {first} or {_phrase(sign, 'gain')}"
        else:
            verb = "gains" if joint else "gain"
            who = "an opponent of your choice " if joint else ""
            parts.append(who + _phrase(sign, verb))
        joint = "" if sign.kind not in ("or", "opponent") else joint
    return joined(parts)


_PHRASES = {
    "pair": "place 2 matching dice",
    "triple": "place 3 matching dice",
    "run": "place 3 dice in sequence, such as 2 3 4",
    "tool": "discard a card with the tool shown above this contractor",
    "rolled_die": "roll an extra die",
    "chosen_die": "take an extra die of any value",
    "paid_die": "take an extra die of that value",
    "flip": "flip an unplaced die to its opposite side",
    "lower": "lower an unplaced die by 1 (not a 1)",
    "raise": "raise an unplaced die by 1 (not a 6)",
    "reroll": "reroll any of your unplaced dice",
    "copy": "use a blueprint in the market as if you had built it, paying its costs",
    "reveal_cost": "reveal the top blueprint and gain its cost",
    "reveal_build": "reveal blueprints until you find one you may build, and build it for free",
    "name_dice": "get an extra die of any value in the next work phase",
}


def _phrase(sign: Sign, verb: str) -> str:
    kind, amount = sign
    match kind:
        case "die":
            return f"place a {amount}" if amount else "place any die"
        case "three":
            return f"place 3 dice with a total of {amount} or more"
        case "draw":
            return f"draw{'s' if verb == 'gains' else ''} {_cards(amount)}"
        case "discard":
            return f"discard {_cards(amount)}"
        case "goods":
            return "make a good" if amount == 1 else f"make {amount} goods"
        case "refund":
            return f"gain that card's cost, up to {amount} in total"
        case "set_dice":
            return f"choose the values of up to {amount} dice before your next roll"
        case "roll_dice":
            return f"roll {amount} extra dice in the next work phase"
        case _:
            return _PHRASES.get(kind) or f"{verb} {_resource(sign)}"


def _cards(amount: object) -> str:
    return many(int(str(amount)), "card")


def _resource(sign: Sign) -> str:
    kind, amount = sign
    if amount == "x":
        return f"1 to 6 {kind}"
    if amount == "die":
        return f"{kind} equal to the die"
    if isinstance(amount, tuple):
        return f"{amount[0]} {kind} for a 1–3, or {amount[-1]} for a 4–6"
    return f"{amount} {kind}"
