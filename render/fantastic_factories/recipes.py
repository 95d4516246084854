"""Recipes as rows of icons, made from the same signs that the sentences are made from."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile
from typing import NamedTuple

from engine.fantastic_factories.cards import Blueprint
from engine.fantastic_factories.contractors import Contractor
from engine.fantastic_factories.signs import Recipe, Sign
from render.fantastic_factories.discs import seal, type_disc
from render.fantastic_factories.look import GLYPHS, TYPES
from render.marks import Item, Piece, Placed, piece, piece_item, space, sprite_item, words_item
from render.marks import sign as drawn
from render.theme import INK, RED, TAUPE
from render.widgets.dice import face
from render.widgets.sentences import PLUS, SLASH, Token, arrow, number_style

MIN_FOR_ANY = 50  # px of a die


class Ink(NamedTuple):
    """What a recipe is drawn with: its ground and the color of its arrow."""

    on: str
    arrow: str
    tallest: int = 100  # px of a die


# --- the signs, each drawn at any scale


def _text(text: object, scale: float, ink: Ink, color: str = INK) -> Item:
    return words_item(str(text), number_style(scale), color, ink.on)


def _words(text: str, scale: float, ink: Ink) -> Item:
    return _text(text, scale * 0.82, ink)


def _glyph(name: str, scale: float, size: float = 54) -> Item:
    return sprite_item(GLYPHS + name, size * scale)


def _die(wish: str, scale: float, ink: Ink, badge: str = "") -> Item:
    """Draw a die; one that is too small for the word ANY is blank, which means the same."""
    size = min(62 * scale, ink.tallest / (1.16 if badge else 1))
    value = "" if wish == "ANY" and size < MIN_FOR_ANY else wish
    return piece_item(face(value, int(size), badge))


def _spaced(gap: float, *items: Item) -> list[Item]:
    return [part for item in items for part in (space(gap), item)][1:]


Draw = Callable[[Sign, Ink, float], list[Item]]


def _counted(glyph: str) -> Draw:
    def draw(sign: Sign, ink: Ink, scale: float) -> list[Item]:
        amount = "X" if sign.amount in ("die", "x") else sign.amount
        return _spaced(4 * scale, _text(amount, scale, ink), _glyph(glyph, scale))

    return draw


def _equal(count: int) -> Draw:
    def draw(sign: Sign, ink: Ink, scale: float) -> list[Item]:
        bars, die = sprite_item("common/equals", 19 * scale, INK), _die("X", scale * 0.97, ink)
        return _spaced(3, die, *(item for _ in range(count - 1) for item in (bars, die)))

    return draw


def _run(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    return [piece_item(_stair(round(58 * scale)))]


@lru_cache(maxsize=32)
def _stair(size: int) -> Piece:
    step, lift = size + 3, size // 6
    dice = [
        Placed(step * n, lift * (2 - n), face(wish, size))
        for n, wish in enumerate(("X", "+1", "+2"))
    ]
    return piece(step * 2 + size, size + 2 * lift, dice)


def _sum_of_three(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    dice = [_die("", scale * 0.86, ink) for _ in range(3)]
    return [*_spaced(2, *dice), space(6 * scale), _text(f"{sign.amount}+", scale, ink)]


def _flipped(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    swap = sprite_item("common/swap", 34 * scale, INK)
    return _spaced(5 * scale, _die("2", scale, ink), swap, _die("5", scale, ink))


def _stepped(name: str, height: int) -> Draw:
    def draw(sign: Sign, ink: Ink, scale: float) -> list[Item]:
        step = sprite_item(f"common/{name}", height * scale, INK)
        return _spaced(6 * scale, _die("X", scale, ink), step, _text(1, scale, ink))

    return draw


def _rolled_again(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    return [piece_item(_rerolled(round(min(62 * scale, ink.tallest / 1.2))))]


@lru_cache(maxsize=32)
def _rerolled(size: int) -> Piece:
    arc, die = round(size * 0.36), round(size * 0.84)
    curve = drawn("common/reroll", die / 2, arc / 2, arc - 2, RED)
    return piece(die, die + arc, [curve, Placed(0, arc, face("?", die))])


def _extra_dice(wish: str) -> Draw:
    def draw(sign: Sign, ink: Ink, scale: float) -> list[Item]:
        return [_die(wish, scale, ink, "common/badge_plus") for _ in range(int(str(sign.amount)))]

    return draw


def _set_dice(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    return _spaced(3, *(_die("1–6", scale, ink) for _ in range(int(str(sign.amount)))))


def _its_cost(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    metal, energy = _glyph("metal", scale, 48), _glyph("energy", scale, 48)
    return [_words("its cost", scale, ink), space(8 * scale), metal, space(2), energy]


def _used(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    return _spaced(8 * scale, _words("use", scale, ink), _glyph("blueprint", scale))


def _revealed(*result: str) -> Draw:
    def draw(sign: Sign, ink: Ink, scale: float) -> list[Item]:
        glyphs = [part for name in result for part in (_glyph(name, scale), space(1))]
        return [_glyph("blueprint", scale), *arrow(ink.arrow).draw(scale), *glyphs]

    return draw


def _in_words(sign: Sign, ink: Ink, scale: float) -> list[Item]:
    """Write a sign that nobody has drawn yet."""
    return [_words(sign.kind.replace("_", " "), scale, ink)]


_DICE: dict[str, Draw] = {
    "die": lambda sign, ink, scale: [_die(str(sign.amount or "ANY"), scale, ink)],
    "pair": _equal(2),
    "triple": _equal(3),
    "run": _run,
    "three": _sum_of_three,
}
_SIGNS: dict[str, Draw] = _DICE | {
    "metal": _counted("metal"),
    "energy": _counted("energy"),
    "goods": _counted("goods"),
    "draw": _counted("blueprint_draw"),
    "discard": _counted("blueprint_discard"),
    "flip": _flipped,
    "lower": _stepped("minus", 11),
    "raise": _stepped("plus", 28),
    "reroll": _rolled_again,
    "rolled_die": _extra_dice("?"),
    "chosen_die": _extra_dice("1–6"),
    "paid_die": _extra_dice("X"),
    "name_dice": _extra_dice("1–6"),
    "roll_dice": _extra_dice("?"),
    "set_dice": _set_dice,
    "refund": _its_cost,
    "copy": _used,
    "reveal_cost": _revealed("metal", "energy"),
    "reveal_build": _revealed("build"),
}


def _token(sign: Sign, ink: Ink) -> Token:
    draw = _SIGNS.get(sign.kind, _in_words)
    return Token(lambda scale: draw(sign, ink, scale))


def _written(text: str, ink: Ink, color: str = INK) -> Token:
    return Token(lambda scale: [_text(text, scale, ink, color)])


# --- sentences


def _paid(recipe: Recipe, ink: Ink, with_dice: bool) -> list[Token]:
    """Draw the left side; where the dice are drawn elsewhere, only the sum they need is left."""
    tokens: list[Token] = []
    for sign in recipe.pay:
        if with_dice or sign.kind not in _DICE:
            token = _token(_with_wish(sign, recipe), ink)
        elif sign.kind == "three":
            token = _written(f"{sign.amount}+", ink)
        else:
            continue
        tokens += [*([PLUS] if tokens else []), token]
    return tokens


def _with_wish(sign: Sign, recipe: Recipe) -> Sign:
    """Write an X on a die of any value if its value matters."""
    matters = any(other.amount in ("die", "x") for other in (*recipe.pay, *recipe.get))
    return Sign("die", "X") if sign == ("die", 0) and matters else sign


def _got(signs: Sequence[Sign], ink: Ink) -> list[Token]:
    """Draw the right side; the caption says what an opponent gets."""
    choices: list[list[Token]] = []
    joint = None
    for sign in takewhile(lambda each: each.kind != "opponent", signs):
        if sign.kind == "or":
            joint = SLASH
        elif joint:
            choices[-1] += [joint, _token(sign, ink)]
            joint = None
        else:
            choices.append([_token(sign, ink)])
    tokens: list[Token] = []
    for choice in choices:
        if len(choice) > 1 and len(choices) > 1:  # one of these
            choice = [_written("(", ink, TAUPE), *choice, _written(")", ink, TAUPE)]
        tokens += [*([PLUS] if tokens else []), *choice]
    return tokens


def _triggered(trigger: str, ink: Ink) -> Token:
    if trigger == "build":
        return Token(lambda scale: [_glyph("build", scale, 62)])
    return Token(lambda s: _spaced(8 * s, _words("gain", s, ink), _glyph("goods", s)))


def blueprint_rows(
    card: Blueprint, on: str, with_dice: bool = True, tallest: int = 100
) -> list[list[Token]]:
    """Draw a card's recipe, or two of them for two ranges of a die."""
    ink = Ink(on, TYPES[card.row.type].dark, tallest)
    recipe = card.recipe
    if card.is_monument:
        return [_MONUMENTS.get(card.effect.do, _many)(card, ink)]
    ranges = [sign for sign in recipe.get if isinstance(sign.amount, tuple)]
    if ranges:
        return _by_range(ranges[0], ink, with_dice)
    start = [_triggered(recipe.trigger, ink)] if recipe.trigger else _paid(recipe, ink, with_dice)
    return [[*start, arrow(ink.arrow), *_got(recipe.get, ink)]]


def _by_range(sign: Sign, ink: Ink, with_dice: bool) -> list[list[Token]]:
    """Draw what the lower values of a die bring, then what the higher ones do."""
    assert isinstance(sign.amount, tuple)
    rows = []
    for amount in dict.fromkeys(sign.amount):
        values = [n for n, each in enumerate(sign.amount, 1) if each == amount]
        span = f"{values[0]}–{values[-1]}"
        when = _token(Sign("die", span), ink) if with_dice else _written(span, ink)
        rows.append([when, arrow(ink.arrow), _token(Sign(sign.kind, amount), ink)])
    return rows


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
    def less(scale: float) -> list[Item]:
        number = _text(f"−{card.effect.discount(1)}", scale, ink)
        metal = [number, space(2), _glyph("metal", scale)]
        return [*metal, space(8 * scale), _words("per", scale, ink)]

    disc = Token(lambda scale: [piece_item(type_disc(card.row.type, round(58 * scale)))])
    return [Token(less), Token(lambda scale: [space(8 * scale)]), disc]


def _many(card: Blueprint, ink: Ink) -> list[Token]:
    one = _seal(card.row.prestige)
    dots = Token(lambda scale: [sprite_item("common/dots", 14 * scale, INK)])
    return [one, PLUS, one, PLUS, dots]


_MONUMENTS = {"rising": _totals, "discount": _discount}  # by effect
