"""The few words below a card's picture, made from its data row."""

from engine.fantastic_factories.cards import Blueprint, Slots
from engine.fantastic_factories.contractors import Contractor

DICE = {Slots.PAIR: "matching pair", Slots.TRIPLE: "three of a kind", Slots.RUN: "three in a row"}


def contractor(hired: Contractor) -> str:
    return hired.job.caption(hired.row.name, hired.row.copies)


def blueprint(card: Blueprint) -> str:
    caption = card.effect.caption(card.row.name, card.row.copies)
    if card.is_monument:
        return caption or ("build as many as you like" if card.many else "one per compound")
    return caption or _dice(card)


def _dice(card: Blueprint) -> str:
    row = card.row
    if row.slots is None:
        return "no dice needed"
    if row.slots is Slots.ONE:
        return f"exactly a {row.value}" if row.value else "any die"
    if row.slots is Slots.THREE:
        return f"sum of at least {row.sum}"
    return DICE[row.slots]
