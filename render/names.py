"""Cleans foreign text, cuts it into characters and finds its reading direction."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, count, pairwise

MAX_NAME = 80  # graphemes kept of a name
MAX_READ = 400  # characters read of a name

# NFKC would split these into a space and a loose mark, or into parts no font can join again
_KEPT_WHOLE = re.compile("[\u0e33\u0eb3\u3131-\u3163\u3165-\u318e]")
_LONE_BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\ufffc\ufffd\U0001d159"
)
_BLANK_ROWS = ((0xFDD0, 32), (0xFFF0, 9), *((0xFFFE + 0x10000 * plane, 2) for plane in range(17)))
_BLANKS = _LONE_BLANKS | {chr(start + i) for start, count in _BLANK_ROWS for i in range(count)}
_UNSEEN = frozenset(("Cc", "Cf", "Co", "Cs"))  # control, direction, private, half characters
_DROPPED = _UNSEEN | {"Me"}
_SPACES = frozenset(("Zs", "Zl", "Zp"))
_VIRAMAS = frozenset(
    "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2\u1a60"
)
_LETTER_ROWS = ((0x1F1E6, 26), (0x1F150, 26), (0x1F170, 26))  # flags, white on black letters
_STRANGE_LETTERS = {
    start + i: chr(ord("A") + i) for start, count in _LETTER_ROWS for i in range(count)
}
_KINDS = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N"}
_LOOSE_MARKS, _SCRIPT_MARKS = 2, 5


@lru_cache(maxsize=1024)
def plain(raw: str) -> str:
    """Return visible characters only, in their simplest form, with single spaces and few marks."""
    folded = "".join(map(_folded, raw[:MAX_READ])).translate(_STRANGE_LETTERS)
    visible = unicodedata.normalize("NFC", "".join(map(_visible, folded)))
    calmed = "".join(map(_calmed, graphemes(" ".join(visible.split()))))
    return "".join(list(graphemes(" ".join(calmed.split())))[:MAX_NAME]).rstrip()


def calm(sentence: str) -> str:
    """Return a sentence without invisible characters and piles of marks."""
    if sentence.isascii() and sentence.isprintable():
        return sentence
    visible = "".join(_seen(before, each) for before, each in pairwise(f" {sentence}"))
    return "".join(map(_calmed, graphemes(visible)))


def graphemes(text: str) -> Iterator[str]:
    """Split into what readers call characters: a base with its marks, or an emoji sequence."""
    start = 0
    for at in range(1, len(text)):
        if not _joins(text, at):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names in their order, with a number after each that was there before."""
    numbered_names: list[str] = []
    for name in names:
        numbered = (f"{name} {number}" for number in count(2))
        numbered_names.append(
            next(each for each in chain((name,), numbered) if each not in numbered_names)
        )
    return tuple(numbered_names)


@lru_cache(maxsize=256)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letters for the badges of a table, no two alike: each name's first letter.

    Names that begin alike get their second letter as well, or a number if that is the same, too.
    """
    letters = [tuple(each for each in graphemes(name) if each != " ") or ("?",) for name in names]
    firsts = [_one_form(first, first.upper()) for first, *_ in letters]
    labels = [
        first + "".join(_one_form(each, each.lower()) for each in rest[:1])
        if firsts.count(first) > 1
        else first
        for first, (_, *rest) in zip(firsts, letters, strict=True)
    ]
    letters_by_seat: list[str] = []
    for first, label in zip(firsts, labels, strict=True):
        if labels.count(label) > 1:
            numbered = (f"{first}{number}" for number in count(1))
            label = next(each for each in numbered if each not in (*labels, *letters_by_seat))
        letters_by_seat.append(label)
    return tuple(letters_by_seat)


def initial_of(seat: int, names: Sequence[str]) -> str:
    """Return the letters for one seat's badge."""
    return initials(tuple(names))[seat]


def _one_form(letter: str, other: str) -> str:
    """Return the letter in its other case, if that is one letter as well."""
    return other if len(other) == len(letter) else letter


def is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def levels(parts: Sequence[str]) -> list[int]:
    """Return each part's depth in text of mixed direction; odd parts read from right to left."""
    kinds = [_KINDS.get(unicodedata.bidirectional(part[0]), " ") for part in parts]
    base = next((kind for kind in kinds if kind in "LR"), "L")
    placed = list(_blanks_filled(list(_numbers_placed(kinds, base)), base))
    depths = {"L": 0, "R": 1, "N": 2} if base == "L" else {"L": 2, "R": 1, "N": 2}
    return [depths[kind] for kind in placed]


def _numbers_placed(kinds: list[str], base: str) -> Iterator[str]:
    """Count a number after left-to-right letters as one of them."""
    last = base
    for kind in kinds:
        last = kind if kind in "LR" else last
        yield last if kind == "N" and last == "L" else kind


def _blanks_filled(kinds: list[str], base: str) -> Iterator[str]:
    """Give parts without direction that of their neighbors if they agree, else the text's."""
    for at, kind in enumerate(kinds):
        if kind == " ":
            around = {_nearest(kinds[at::-1], base), _nearest(kinds[at:], base)}
            kind = around.pop() if len(around) == 1 else base
        yield kind


def _nearest(kinds: list[str], base: str) -> str:
    kind = next((kind for kind in kinds if kind != " "), base)
    return "R" if kind == "N" else kind


def _folded(character: str) -> str:
    if "\ud800" <= character <= "\udfff":
        return ""
    is_spacing_mark = unicodedata.decomposition(character).startswith("<compat> 0020 ")
    if is_spacing_mark or _KEPT_WHOLE.match(character):
        return character
    return unicodedata.normalize("NFKC", character)


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    if category in _SPACES or character in "\t\n\r\v\f\u2800":
        return " "
    is_stroke = unicodedata.combining(character) == 1
    if category in _DROPPED or character in _BLANKS or is_stroke or _is_selector(character):
        return ""
    return character


def _seen(before: str, character: str) -> str:
    """Return the character, or nothing if it's invisible; our own symbols may be emoji."""
    category = unicodedata.category(character)
    if category in ("Zl", "Zp"):
        return " "
    is_of_emoji = character == "\ufe0f" and unicodedata.category(before) == "So"
    is_hidden = character in _BLANKS or (_is_variation(character) and not is_of_emoji)
    return "" if category in _UNSEEN or is_hidden else character


def _is_selector(character: str) -> bool:
    """Whether it changes the form of a character that we draw in one form only."""
    return _is_variation(character) or "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_variation(character: str) -> bool:
    return (
        "\ufe00" <= character <= "\ufe0f"
        or "\u180b" <= character <= "\u180f"
        or "\U000e0000" <= character <= "\U000e0fff"
    )


def _calmed(grapheme: str) -> str:
    """Keep a few different marks on a base; drop marks without a base."""
    if is_mark(grapheme[0]):
        return ""
    text, marks = "", ""
    for character in grapheme:
        if not is_mark(character):
            text, marks = text + marks + character, ""
        elif _has_room_for(character, marks):
            marks += character
    return text + marks


def _has_room_for(mark: str, marks: str) -> bool:
    loose = sum(map(_is_loose, marks))
    room = _LOOSE_MARKS - loose if _is_loose(mark) else _SCRIPT_MARKS - len(marks) + loose
    return room > 0 and mark not in marks


def _is_loose(character: str) -> bool:
    """Whether the mark belongs to no script, as those that zalgo text piles up."""
    return unicodedata.name(character, "").startswith("COMBINING")


def _joins(text: str, at: int) -> bool:
    before, character = text[at - 1], text[at]
    if is_mark(character) or character == "\u200d" or _is_selector(character):
        return before != " "
    if before == "\u200d":
        return ord(character) > 0x2000
    return before in _VIRAMAS and unicodedata.category(character) == "Lo"
