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
        return f"When you {occasion}, {gained}: by itself, once a round."
    return f"{capital(_paid(found.pay))}: {gained}."


def _blueprint(blueprint: Blueprint) -> str:
    row = blueprint.row
    worth = f"{row.prestige} prestige" + (" and rising" if row.rising else "")
    price = amounts((("metal", row.cost.metal), ("energy", row.cost.energy)))
    return (
        f"{row.name} ({row.type}, {row.tool}, {worth}). "
        f"To build: {joined([*price, f'another {row.tool} card'])}. {effect(blueprint.id)}"
    )


def _monument(blueprint: Blueprint) -> str:
    row = blueprint.row
    said = []
    if row.rising:
        said.append("Each further one is worth 1 prestige more than the one before.")
    if row.monument_discount:
        said.append("Costs 1 metal less for each monument you have.")
    said.append("You may build several." if row.many else "You may build only one.")
    return " ".join(said)


def _contractor(contractor: Contractor) -> str:
    price = amounts((("metal", contractor.metal), ("energy", contractor.energy)))
    cost = joined(["a card with the label’s tool", *price])
    return f"{contractor.row.name} (contractor). To hire: {cost}. {effect(contractor.id)}"


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
    "pair": "place 2 equal dice",
    "triple": "place 3 equal dice",
    "run": "place 3 dice in a row, such as 2 3 4",
    "tool": "discard a card with the label’s tool",
    "rolled_die": "roll an extra die",
    "chosen_die": "take an extra die of any value",
    "paid_die": "take an extra die of that value",
    "flip": "turn an unplaced die upside down",
    "lower": "make an unplaced die 1 lower, but not a 1",
    "raise": "make an unplaced die 1 higher, but not a 6",
    "reroll": "roll any of your unplaced dice again",
    "copy": "use a blueprint of the market as if it stood here, at its own costs",
    "reveal_cost": "turn up a blueprint and gain what it costs",
    "reveal_build": "turn up blueprints until one may stand and build it for nothing",
    "name_dice": "get an extra die in the coming work phase, of any value",
}


def _phrase(sign: Sign, verb: str) -> str:
    kind, amount = sign
    match kind:
        case "die":
            return f"place a {amount}" if amount else "place any die"
        case "three":
            return f"place 3 dice that add up to {amount} or more"
        case "draw":
            return f"draw{'s' if verb == 'gains' else ''} {_cards(amount)}"
        case "discard":
            return f"discard {_cards(amount)}"
        case "goods":
            return "make a good" if amount == 1 else f"make {amount} goods"
        case "refund":
            return f"gain what that card costs, at most {amount} in all"
        case "set_dice":
            return f"name the values of up to {amount} dice before the coming roll"
        case "roll_dice":
            return f"roll {amount} more dice in the coming work phase"
        case _:
            return _PHRASES.get(kind) or f"{verb} {_resource(sign)}"


def _cards(amount: object) -> str:
    return many(int(str(amount)), "card")


def _resource(sign: Sign) -> str:
    kind, amount = sign
    if amount == "x":
        return f"1 to 6 {kind}"
    if amount == "die":
        return f"as much {kind} as the die shows"
    if isinstance(amount, tuple):
        return f"{amount[0]} {kind} for a 1, 2 or 3, {amount[-1]} for a 4, 5 or 6"
    return f"{amount} {kind}"
