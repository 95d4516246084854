"""Recipes as sentences of icons, made from the same signs that words are made from."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import NamedTuple

from engine.fantastic_factories.cards import Blueprint
from engine.fantastic_factories.contractors import Contractor
from engine.fantastic_factories.signs import Recipe, Sign
from render.fantastic_factories.discs import seal, type_disc
from render.fantastic_factories.look import GLYPHS, TYPES
from render.marks import (
    At,
    Item,
    Piece,
    piece,
    piece_item,
    space,
    sprite_item,
    words_item,
)
from render.marks import (
    sign as drawn,
)
from render.theme import INK, RED, TAUPE
from render.widgets.dice import face
from render.widgets.sentences import PLUS, SLASH, Token, arrow, number_style

DICE_WORDS = {"pair": ("X", "X"), "triple": ("X", "X", "X")}
PLAIN_SIGNS = {"metal": "metal", "energy": "energy", "goods": "goods"}
CARD_SIGNS = {"draw": "blueprint_draw", "discard": "blueprint_discard"}
BADGE_PLUS = "common/badge_plus"
LEAST_FOR_ANY = 50  # px of a die


class Ink(NamedTuple):
    """What a sentence is drawn with: the ground it lies on and the colour of its arrow."""

    on: str
    arrow: str
    tallest: int = 100  # px of a die


# --- the words of the language


def _number(amount: object, ink: Ink) -> Callable[[float], Item]:
    words = "X" if amount in ("die", "x") else str(amount)
    return lambda scale: words_item(words, number_style(scale), INK, ink.on)


def _glyph(name: str, scale: float, size: float = 54) -> Item:
    return sprite_item(GLYPHS + name, size * scale)


def _counted(amount: object, glyph: str, ink: Ink) -> Token:
    number = _number(amount, ink)
    return Token(lambda scale: [number(scale), space(4 * scale), _glyph(glyph, scale)])


def _die(wish: str, scale: float, ink: Ink, badge: str = "") -> Item:
    """A die too small for the word ANY is blank: it says the same."""
    size = min(62 * scale, ink.tallest / (1.16 if badge else 1))
    shown = "" if wish == "ANY" and size < LEAST_FOR_ANY else wish
    return piece_item(face(shown, int(size), badge))


def _dice(sign: Sign, counts: bool, ink: Ink) -> Token:
    """Which dice a card takes; `counts` when their value matters."""
    if sign.kind == "die":
        wish = str(sign.amount) if sign.amount else ("X" if counts else "ANY")
        return Token(lambda scale: [_die(wish, scale, ink)])
    if sign.kind == "run":
        return Token(lambda scale: [piece_item(_stair(round(58 * scale)))])
    if sign.kind == "three":
        return Token(lambda scale: _sum_of_three(sign, scale, ink))
    wishes = DICE_WORDS[sign.kind]
    return Token(lambda scale: _equal(wishes, scale, ink))


def _equal(wishes: Sequence[str], scale: float, ink: Ink) -> list[Item]:
    bars = sprite_item("common/equals", 19 * scale, INK)
    items: list[Item] = []
    for wish in wishes:
        items += [*([space(3), bars, space(3)] if items else []), _die(wish, scale * 0.97, ink)]
    return items


@lru_cache(maxsize=32)
def _stair(size: int) -> Piece:
    step, lift = size + 3, size // 6
    dice = [
        At(step * n, lift * (2 - n), face(wish, size)) for n, wish in enumerate(("X", "+1", "+2"))
    ]
    return piece(step * 2 + size, size + 2 * lift, dice)


def _sum_of_three(sign: Sign, scale: float, ink: Ink) -> list[Item]:
    blank = [_die("", scale * 0.86, ink) for _ in range(3)]
    words = words_item(f"{sign.amount}+", number_style(scale), INK, ink.on)
    return [blank[0], space(2), blank[1], space(2), blank[2], space(6 * scale), words]


def _words(words: str, ink: Ink) -> Callable[[float], Item]:
    return lambda scale: words_item(words, number_style(scale * 0.82), INK, ink.on)


def _flipped(sign: Sign, ink: Ink) -> Token:
    return Token(
        lambda scale: [
            _die("2", scale, ink),
            space(5 * scale),
            sprite_item("common/swap", 34 * scale, INK),
            space(5 * scale),
            _die("5", scale, ink),
        ]
    )


def _stepped(name: str, height: int) -> Callable[[Sign, Ink], Token]:
    def token(sign: Sign, ink: Ink) -> Token:
        one = _number(1, ink)
        return Token(
            lambda scale: [
                _die("X", scale, ink),
                space(6 * scale),
                sprite_item(f"common/{name}", height * scale, INK),
                space(6 * scale),
                one(scale),
            ]
        )

    return token


def _rolled_again(sign: Sign, ink: Ink) -> Token:
    return Token(lambda scale: [piece_item(_rerolled(round(min(62 * scale, ink.tallest / 1.2))))])


@lru_cache(maxsize=32)
def _rerolled(size: int) -> Piece:
    arc, die = round(size * 0.36), round(size * 0.84)
    curve = drawn("common/reroll", die / 2, arc / 2, arc - 2, RED)
    return piece(die, die + arc, [curve, At(0, arc, face("?", die))])


def _gained(sign: Sign, ink: Ink) -> Token:
    kind, amount = sign
    if kind in PLAIN_SIGNS:
        return _counted(amount, PLAIN_SIGNS[kind], ink)
    if kind in CARD_SIGNS:
        return _counted(amount, CARD_SIGNS[kind], ink)
    return _EFFECTS.get(kind, _in_words)(sign, ink)


def _in_words(sign: Sign, ink: Ink) -> Token:
    """A sign that nobody has drawn yet."""
    words = _words(sign.kind.replace("_", " "), ink)
    return Token(lambda scale: [words(scale)])


def _extra_die(wish: str) -> Callable[[Sign, Ink], Token]:
    return lambda sign, ink: Token(lambda scale: [_die(wish, scale, ink, BADGE_PLUS)])


def _extra_dice(sign: Sign, ink: Ink) -> Token:
    count = int(str(sign.amount))
    return Token(lambda scale: [_die("?", scale, ink, BADGE_PLUS) for _ in range(count)])


def _chosen_dice(sign: Sign, ink: Ink) -> Token:
    count = int(str(sign.amount))

    def draw(scale: float) -> list[Item]:
        dice = [[_die("1–6", scale, ink), space(3)] for _ in range(count)]
        return [item for pair in dice for item in pair][:-1]

    return Token(draw)


def _its_cost(sign: Sign, ink: Ink) -> Token:
    words = _words("its cost", ink)
    return Token(
        lambda s: [
            words(s),
            space(8 * s),
            _glyph("metal", s, 48),
            space(2),
            _glyph("energy", s, 48),
        ]
    )


def _used(sign: Sign, ink: Ink) -> Token:
    words = _words("use", ink)
    return Token(lambda scale: [words(scale), space(8 * scale), _glyph("blueprint", scale)])


def _revealed(result: Sequence[str]) -> Callable[[Sign, Ink], Token]:
    def token(sign: Sign, ink: Ink) -> Token:
        leads_to = arrow(ink.arrow)
        return Token(
            lambda scale: [
                _glyph("blueprint", scale),
                *leads_to.draw(scale),
                *(item for name in result for item in (_glyph(name, scale), space(1))),
            ]
        )

    return token


_EFFECTS: dict[str, Callable[[Sign, Ink], Token]] = {
    "flip": _flipped,
    "lower": _stepped("minus", 11),
    "raise": _stepped("plus", 28),
    "reroll": _rolled_again,
    "rolled_die": _extra_die("?"),
    "chosen_die": _extra_die("1–6"),
    "paid_die": _extra_die("X"),
    "name_dice": _extra_die("1–6"),
    "roll_dice": _extra_dice,
    "set_dice": _chosen_dice,
    "refund": _its_cost,
    "copy": _used,
    "reveal_cost": _revealed(("metal", "energy")),
    "reveal_build": _revealed(("build",)),
}


# --- sentences


def _is_dice(sign: Sign) -> bool:
    return sign.kind in ("die", "run", "three", *DICE_WORDS)


def _paid(found: Recipe, ink: Ink, with_dice: bool) -> list[Token]:
    counts = any(sign.amount in ("die", "x") for sign in (*found.pay, *found.get))
    tokens: list[Token] = []
    for sign in found.pay:
        if _is_dice(sign):
            token = _dice(sign, counts, ink) if with_dice else _least_sum(sign, ink)
        else:
            token = _gained(sign, ink)
        if token:
            tokens += [*([PLUS] if tokens else []), token]
    return tokens


def _least_sum(sign: Sign, ink: Ink) -> Token | None:
    """Where the dice are drawn elsewhere, only the sum they need is left to say."""
    if sign.kind != "three":
        return None
    words = f"{sign.amount}+"
    return Token(lambda scale: [words_item(words, number_style(scale), INK, ink.on)])


def _got(signs: Sequence[Sign], ink: Ink) -> list[Token]:
    """What comes out; the share of an opponent is left to the caption."""
    choices: list[list[Token]] = []
    joint = None
    for sign in takewhile(lambda each: each.kind != "opponent", signs):
        if sign.kind == "or":
            joint = SLASH
        elif joint:
            choices[-1] += [joint, _gained(sign, ink)]
            joint = None
        else:
            choices.append([_gained(sign, ink)])
    tokens: list[Token] = []
    for choice in choices:
        is_bracketed = len(choice) > 1 and len(choices) > 1
        part = _bracketed(choice, ink) if is_bracketed else choice
        tokens += [*([PLUS] if tokens else []), *part]
    return tokens


def _bracketed(tokens: Sequence[Token], ink: Ink) -> list[Token]:
    """One of these."""

    def bracket(words: str) -> Token:
        return Token(lambda scale: [words_item(words, number_style(scale), TAUPE, ink.on)])

    return [bracket("("), *tokens, bracket(")")]


def _triggered(trigger: str, ink: Ink) -> Token:
    if trigger == "build":
        return Token(lambda scale: [_glyph("build", scale, 62)])
    words = _words("gain", ink)
    return Token(lambda scale: [words(scale), space(8 * scale), _glyph("goods", scale)])


def blueprint_rows(
    card: Blueprint, on: str, with_dice: bool = True, tallest: int = 100
) -> list[list[Token]]:
    """A card's sentence, or its two for two ranges of a die."""
    ink = Ink(on, TYPES[card.row.type].dark, tallest)
    found = card.recipe
    if card.is_monument:
        return [_MONUMENTS.get(card.effect.do, _many)(card, ink)]
    ranges = [sign for sign in found.get if isinstance(sign.amount, tuple)]
    if ranges:
        return _by_range(ranges[0], ink, with_dice)
    start = [_triggered(found.trigger, ink)] if found.trigger else _paid(found, ink, with_dice)
    return [[*start, arrow(ink.arrow), *_got(found.get, ink)]]


def _by_range(sign: Sign, ink: Ink, with_dice: bool) -> list[list[Token]]:
    """What the lower values of a die bring, then what the higher do."""
    assert isinstance(sign.amount, tuple)
    rows = []
    for amount in dict.fromkeys(sign.amount):
        values = [n for n, each in enumerate(sign.amount, 1) if each == amount]
        when = _range(f"{values[0]}–{values[-1]}", ink, with_dice)
        rows.append([when, arrow(ink.arrow), _counted(amount, PLAIN_SIGNS[sign.kind], ink)])
    return rows


def _range(values: str, ink: Ink, with_dice: bool) -> Token:
    if with_dice:
        return Token(lambda scale: [_die(values, scale, ink)])
    return Token(lambda scale: [words_item(values, number_style(scale), INK, ink.on)])


def contractor_rows(hired: Contractor, ink: Ink) -> list[list[Token]]:
    return [_got(hired.signs, ink)]


def _seal(number: int) -> Token:
    return Token(lambda scale: [piece_item(seal(str(number), round(64 * scale)))])


def _totals(card: Blueprint, ink: Ink) -> list[Token]:
    totals = accumulate(
        card.row.prestige + card.effect.more_prestige(others) for others in range(card.row.copies)
    )
    return [_seal(total) for total in totals]


def _discount(card: Blueprint, ink: Ink) -> list[Token]:
    less, per = _number(f"−{card.effect.discount(1)}", ink), _words("per", ink)
    disc = Token(lambda scale: [piece_item(type_disc(card.row.type, round(58 * scale)))])
    return [
        Token(lambda s: [less(s), space(2), _glyph("metal", s), space(8 * s), per(s)]),
        Token(lambda s: [space(8 * s)]),
        disc,
    ]


def _many(card: Blueprint, ink: Ink) -> list[Token]:
    one = _seal(card.row.prestige)
    dots = Token(lambda scale: [sprite_item("common/dots", 14 * scale, INK)])
    return [one, PLUS, one, PLUS, dots]


_MONUMENTS = {"rising": _totals, "discount": _discount}  # by effect
