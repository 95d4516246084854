"""The few words below a card's picture, made from its data row."""

from engine.fantastic_factories.cards import (
    Blueprint,
    Bundle,
    Contractor,
    ExtraDie,
    Slots,
    Train,
)
from engine.fantastic_factories.phrases import amounts

DICE = {
    Slots.PAIR: "matching pair",
    Slots.TRIPLE: "three of a kind",
    Slots.RUN: "three in a row",
}
TRAINING = {
    Train.FLIP: "flip: 1–6, 2–5, 3–4",
    Train.LOWER: "an unplaced die",
    Train.RAISE: "an unplaced die",
    Train.REROLL: "re-roll unplaced dice",
}
EXTRA = {
    ExtraDie.PAID: "extra die, you pick",
    ExtraDie.ROLLED: "roll an extra die",
    ExtraDie.CHOSEN: "extra die, you pick",
}
REVEALS = {"build": "build top card free", "cost": "gain top card’s cost"}


def blueprint(card: Blueprint) -> str:
    row = card.row
    if row.on_good or row.on_build:
        return "auto, once a round"
    if card.is_monument:
        return _monument(card)
    if row.copies_market:
        return "a usable market card"
    if row.train:
        return TRAINING[row.train]
    if row.extra_die and not row.slots:
        return EXTRA[row.extra_die]
    if row.refund:
        return f"at most {row.refund} in total"
    return _dice(card)


def _dice(card: Blueprint) -> str:
    row = card.row
    if row.slots is None:
        return "no dice needed"
    if row.slots is Slots.ONE:
        return f"exactly a {row.value}" if row.value else "any die"
    if row.slots is Slots.THREE:
        return f"sum of at least {row.sum}"
    return DICE[row.slots]


def _monument(card: Blueprint) -> str:
    if card.row.rising:
        return f"total for 1–{card.row.copies} {card.row.name}s"
    return "build as many as you like" if card.many else "one per compound"


def contractor(hired: Contractor) -> str:
    row = hired.row
    if row.opponent:
        return f"rival {_gains(row.opponent)}"
    if row.reveal:
        return REVEALS[row.reveal]
    if row.set_dice:
        return f"choose up to {row.set_dice} dice"
    if row.rolled_dice:
        return f"{row.rolled_dice} extra dice, rolled"
    return "extra die, you pick"


def _gains(bundle: Bundle) -> str:
    if bundle.cards:
        return f"draws {bundle.cards}"
    gained = (("metal", int(str(bundle.metal))), ("energy", int(str(bundle.energy))))
    return f"gains {' and '.join(amounts(gained))}"
