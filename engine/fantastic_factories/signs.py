"""What a card does as a row of signs, made from its data; pictures draw them, words say them."""

from typing import Literal, NamedTuple

from engine.fantastic_factories.cards import (
    Amount,
    Blueprint,
    Bundle,
    Contractor,
    ExtraDie,
    Price,
    Slots,
)


class Sign(NamedTuple):
    """One thing paid, placed or gained. "die": as much as the die shows; "x": 1 to 6."""

    kind: str
    amount: Amount | Literal["x"] = 1


class Recipe(NamedTuple):
    """Pay the left side, get the right side; a trigger takes the place of the left side."""

    pay: tuple[Sign, ...]
    get: tuple[Sign, ...]
    trigger: str | None = None  # "good" or "build"


def recipe(card: Blueprint) -> Recipe | None:
    """Nothing for monuments."""
    row = card.row
    if row.on_good:
        return Recipe((), _signs(row.on_good, "draw"), "good")
    if row.on_build:
        return Recipe((), _signs(row.on_build, "draw"), "build")
    if not card.is_usable:
        return None
    pay = _dice(card) + _signs(row.pay, "discard")
    if row.extra_die is ExtraDie.PAID:
        pay = tuple(Sign(sign.kind, "x") for sign in pay)
    return Recipe(pay, _gets(card))


def hire_recipe(contractor: Contractor) -> Recipe:
    row = contractor.row
    pay = (Sign("tool"), *(Sign(name, n) for name, n in row.cost if n))
    get = _signs(row.gain, "draw")
    counts = (("set_dice", row.set_dice), ("roll_dice", row.rolled_dice))
    get += tuple(Sign(kind, n) for kind, n in (*counts, ("name_dice", row.named_dice)) if n)
    if row.reveal:
        get += (Sign(f"reveal_{row.reveal}"),)
    if row.opponent:
        get += (Sign("opponent"), *_signs(row.opponent, "draw"))
    return Recipe(pay, get)


def _dice(card: Blueprint) -> tuple[Sign, ...]:
    row = card.row
    if row.slots is None:
        return ()
    if row.slots is Slots.ONE:
        return (Sign("die", row.value or 0),)  # 0: any value
    return (Sign(str(row.slots), row.sum or 0),)


def _signs(bundle: Price | Bundle, cards: str) -> tuple[Sign, ...]:
    order = ("goods", "metal", "energy", "cards")
    found = [(name, getattr(bundle, name, 0)) for name in order]
    return tuple(Sign(cards if name == "cards" else name, n) for name, n in found if n)


def _gets(card: Blueprint) -> tuple[Sign, ...]:
    row = card.row
    signs = _signs(row.gain, "draw")
    for number, bundle in enumerate(row.choose):
        signs += (*((Sign("or"),) if number else ()), *_signs(bundle, "draw"))
    if row.extra_die:
        signs += (Sign(f"{row.extra_die}_die"),)
    if row.train:
        signs += (Sign(str(row.train)),)
    if row.refund:
        signs += (Sign("refund", row.refund),)
    if row.copies_market:
        signs += (Sign("copy"),)
    return signs
