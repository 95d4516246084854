"""Texts made to hurt, ids in which one thing is wrong, and a second reader of ids and codes."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from cogs.ids import ButtonKind, base36
from proof.phases import LOUD

PERSON = LOUD.split()[1]
CALLS = ("@everyone", "@here", PERSON, f"<@!{PERSON[2:]}", f"<@&{PERSON[2:]}", f"x{PERSON}")
_WORDS = """-1 0 00 1.5 1e9 NaN none null true @everyone @here <@1> <#4> </play:5> `a` **b** ||c||
# > ² ٣ Ⅷ １２ Ｋ İ ß ﬁ é 💥 99999999999999999999 -9223372036854775809 ../../.env {0.__class__}
%s%n%p $(id) \\ " [d](https://e.invalid) a:1:1:done m: a: a:done a:undo a:end done undo end DONE ask
abandon _view join Join start close me help zone Europe/Paris Mars/Olympus play share first export
hand round door away 25 24 7 1"""
_VERBS = """join leave start close robot unrobot options rules hand look log verify replay takeback
handover fromhere table mute plans unplan door end rematch open play overall share best ask abandon
pause remove_0 replace_1 takeover_1 turn_0 _view _hours _policy _idle_days first back forward last
round export 0 1 4 goon nothing"""
VERBS = _VERBS.split()
HOSTILE = (
    *("", " ", "\n", "\0", "\t\v", PERSON, "\u202eabc", "\u200b", "\u2066x\u2069", "\U000e0001"),
    *(*_WORDS.split(), "take 1", " done ", "do ne", "remove 0", "'; DROP TABLE tables; --"),
    *("💥" * 40, "9" * 76, "9" * 77, "x" * 76, "x" * 101, "x" * 4000),
)
LETTERS = "abz019:_~ -AZ\0\n\t.,'\"@<>#é０٣²💥K"
Bend = Callable[[Random, str, Sequence[str]], str]  # an id, and further ones to take parts from


def some_word(rng: Random) -> str:
    """Often one that calls people, if it is said back."""
    return rng.choice(CALLS if rng.random() < 0.4 else HOSTILE)


def bent_id(rng: Random, text: str, others: Sequence[str]) -> tuple[str, str]:
    """An id in which something is wrong, and what."""
    name = rng.choice([*BENDS])
    return BENDS[name](rng, text, others), name


def _field(place: int, values: Callable[[Random, str], Any]) -> Bend:
    """One field between colons is something else; without it there is one more."""

    def bend(rng: Random, text: str, others: Sequence[str]) -> str:
        fields = text.split(":")
        fields += [""] * (place + 1 - len(fields))
        fields[place] = str(values(rng, fields[place]))
        return ":".join(fields)

    return bend


def _from_another(place: int) -> Bend:
    """One field is that of another id."""

    def bend(rng: Random, text: str, others: Sequence[str]) -> str:
        given = rng.choice(others).split(":")
        return _field(place, lambda *_: given[place])(rng, text, ()) if place < len(given) else text

    return bend


def _number(rng: Random, text: str) -> str:
    """Mostly one that is near, for those are believed most easily."""
    near = int(text, 36) if re.fullmatch("[0-9a-z]{1,8}", text) else 1
    far = rng.choice(("0", "zzzzz", "zzzzzzzz", "zzzzzzzzz", "-1", "", "１", "9" * 30))
    return far if rng.random() < 0.2 else base36(max(0, near + rng.choice((-2, -1, 1, 2))))


def _spliced(rng: Random, text: str, others: Sequence[str]) -> str:
    other: str = rng.choice((*others, *LETTERS, ""))
    place = rng.randint(0, len(text))
    return text[:place] + other[rng.randint(0, len(other) // 2) :]


def _outgoing(rng: Random, text: str, others: Sequence[str]) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(LETTERS) + text[place + rng.randint(0, 1) :]


BENDS: dict[str, Bend] = {
    "another kind": _field(0, lambda rng, _: rng.choice([*ButtonKind])),
    "a number near the table's": _field(1, _number),
    "the table of another": _from_another(1),
    "a number near the moves": _field(2, _number),
    "another verb": _field(2, lambda rng, _: rng.choice(VERBS)),
    "another code": _from_another(3),
    "any words": _field(3, lambda rng, _: rng.choice(HOSTILE)),
    "another page": lambda rng, text, _: f"{text.split('~')[0]}~{rng.choice((0, 1, 9999, 10000))}",
    "a message": _outgoing,
    "spliced": _spliced,
    "too long": lambda rng, text, _: text + rng.choice("a0 ~_:x") * rng.choice((1, 60, 100, 5000)),
    "upper case": lambda rng, text, _: text.upper(),
    "strange digits": lambda rng, text, _: text.translate({48 + n: 0xFF10 + n for n in range(10)}),
    "spaces": lambda rng, text, _: rng.choice((f" {text}", f"{text}\n", text.replace(":", ": "))),
    "anything": lambda rng, text, _: rng.choice(HOSTILE),
}
NEAR = ("the table of another", "a number near the moves", "another verb", "another code")

# Ids and codes read by hand, apart from the bot's own decoder

DIGITS = frozenset("0123456789")
BASE36 = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")
NAME, MAX_CODE = BASE36 | {"_"}, 76


class Reading(NamedTuple):
    """What an id says."""

    kind: str
    table: int = 0
    moves: int = 0
    text: str = ""
    page: int = 0


def reading(text: str) -> Reading | None:
    """None: it is no id at all."""
    kind, *rest = text.split(":")
    if text == "f:me":
        return Reading("f")
    if kind == "u" and len(rest) == 1 and _is(rest[0], NAME - DIGITS, 20):
        return Reading("u", text=rest[0])
    if kind == "p" and len(rest) == 2 and _is(rest[0], NAME, 40) and _is(rest[1], DIGITS, 3, 0):
        return Reading("p", text=rest[0], page=int(rest[1] or 0))
    if len(kind) != 1 or not (rest and _is(rest[0], BASE36, 8)):
        return None
    if kind in "cotvwj":
        is_it = len(rest) == 2 and _is(rest[1], NAME, 40)
        return Reading(kind, int(rest[0], 36), text=rest[1]) if is_it else None
    if kind not in "amsbqrx" or len(rest) != 3 or not _is(rest[1], BASE36, 5):
        return None
    words, mark, page = rest[2].partition("~")
    if not _is(words, NAME | {" "}, MAX_CODE, 0) or (mark and not _is(page, DIGITS, 4)):
        return None
    return Reading(kind, int(rest[0], 36), int(rest[1], 36), words, int(page or 0))


def _is(text: str, messages: frozenset[str], most: int, least: int = 1) -> bool:
    return least <= len(text) <= most and messages.issuperset(text)


def plain(text: str) -> str:
    """As codes are stored: no leading zeros, one space between words."""
    words = text.lower().split()
    numbers = (word.isascii() and word.isdecimal() for word in words)
    both = zip(words, numbers, strict=True)
    return " ".join(str(int(word)) if is_number else word for word, is_number in both)
