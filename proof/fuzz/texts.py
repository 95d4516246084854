"""Texts made to hurt: words that nobody expects, and ids in which one thing is wrong."""

import re
from collections.abc import Callable, Sequence
from random import Random

from cogs.ids import Kind

PERSON = "<@1571959065368592386>"
HOSTILE = (
    *("", " ", "\n", "\0", "\t\v", "-1", "0", "00", "1.5", "1e9", "NaN", "none", "null", "true"),
    *(
        "@everyone",
        "@here",
        "<@1>",
        PERSON,
        f"<@!{PERSON[2:]}",
        "<#4>",
        "</play:5>",
        "`a`",
        "**b**",
        "||c||",
    ),
    *("[d](https://e.invalid)", "# f", "> g", "\u202eabc", "\u200b", "\ufeff", "\u2066x\u2069"),
    *("１２", "²", "٣", "Ⅷ", "Ｋ", "K", "İ", "ß", "ﬁ", "e\u0301", "💥", "💥" * 40, "\U000e0001"),
    *("99999999999999999999", "-9223372036854775809", "9" * 76, "9" * 77, "x" * 76, "x" * 101),
    *("'; DROP TABLE tables; --", "../../.env", "{0.__class__}", "%s%n%p", "$(id)", "\\", '"'),
    *("a:1:1:done", "m:", "a:", "a:done", "a:undo", "a:end", "done", "undo", "end", "take 1"),
    *("DONE", " done ", "done done", "do ne", "ask", "abandon", "remove 0", "replace 1", "_view"),
    *("join", "Join", "start", "close", "me", "help", "zone", "Europe/Paris", "Mars/Olympus"),
    *("play", "share", "first", "export", "hand", "round", "door", "away", "25", "24", "7", "1"),
    "x" * 4000,
)
CALLS = ("@everyone", "@here", PERSON, f"<@!{PERSON[2:]}", f"<@&{PERSON[2:]}", f"x{PERSON}")
KINDS = tuple(Kind)
LETTERS = "abz019:_~ -AZ\0\n\t.,'\"@<>#é０٣²💥K"
VERBS = (
    *("join", "leave", "start", "close", "robot", "unrobot", "options", "rules", "hand", "look"),
    *("log", "verify", "replay", "takeback", "handover", "fromhere", "table", "mute", "plans"),
    *("unplan", "door", "end", "rematch", "open", "play", "overall", "share", "best", "ask"),
    "abandon",
    *("pause", "remove_0", "replace_1", "takeover_1", "turn_0", "_view", "_hours", "_policy"),
    *(
        "_idle_days",
        "first",
        "back",
        "forward",
        "last",
        "round",
        "export",
        "0",
        "1",
        "4",
        "nothing",
    ),
)

Bend = Callable[[Random, str, Sequence[str]], str]  # an id, and further ones to take parts from


def bent_id(rng: Random, text: str, others: Sequence[str]) -> tuple[str, str]:
    """An id in which something is wrong, and what."""
    name = rng.choice(NAMES)
    return BENDS[name](rng, text, others), name


def _field(place: int, values: Callable[[Random, str], str]) -> Bend:
    """One field between colons is something else; without it there is one more."""

    def bend(rng: Random, text: str, others: Sequence[str]) -> str:
        fields = text.split(":")
        fields += [""] * (place + 1 - len(fields))
        fields[place] = values(rng, fields[place])
        return ":".join(fields)

    return bend


def _number(rng: Random, text: str) -> str:
    """Mostly one that is near, for those are believed most easily."""
    near = int(text, 36) if re.fullmatch("[0-9a-z]{1,8}", text) else 1
    found = max(0, near + rng.choice((-2, -1, 1, 2)))
    far = rng.choice(
        ("0", "zzzzz", "zzzzzzzz", "zzzzzzzzz", "-1", "", "１", "0" * 7 + "1", "9" * 30)
    )
    return far if rng.random() < 0.2 else base36(found)


def some_word(rng: Random) -> str:
    """Often one that calls people, if it is said back."""
    return rng.choice(CALLS if rng.random() < 0.4 else HOSTILE)


def base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _from_another(place: int) -> Bend:
    """One field is that of another id."""

    def bend(rng: Random, text: str, others: Sequence[str]) -> str:
        given = rng.choice(others).split(":")
        fields = text.split(":")
        if place < min(len(given), len(fields)):
            fields[place] = given[place]
        return ":".join(fields)

    return bend


def _letter(rng: Random, text: str, others: Sequence[str]) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(LETTERS) + text[place + rng.randint(0, 1) :]


def _cut(rng: Random, text: str, others: Sequence[str]) -> str:
    return text[: rng.randint(0, len(text))]


def _spliced(rng: Random, text: str, others: Sequence[str]) -> str:
    other = rng.choice(others)
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


def _long(rng: Random, text: str, others: Sequence[str]) -> str:
    return text + rng.choice("a0 ~_:x") * rng.choice((1, 60, 100, 5000))


def _strange_digits(rng: Random, text: str, others: Sequence[str]) -> str:
    shift = rng.choice((0xFF10, 0x660, 0x1D7CE))
    return "".join(chr(shift + int(each)) if each in "0123456789" else each for each in text)


BENDS: dict[str, Bend] = {
    "another kind": _field(0, lambda rng, _: rng.choice(KINDS)),
    "a number near the table's": _field(1, _number),
    "the table of another": _from_another(1),
    "a number near the moves": _field(2, _number),
    "the moves of another": _from_another(2),
    "another verb": _field(2, lambda rng, _: rng.choice(VERBS)),
    "another code": _from_another(3),
    "any words": _field(3, lambda rng, _: rng.choice(HOSTILE)),
    "another page": lambda rng, text, _: f"{text.split('~')[0]}~{rng.choice((0, 1, 9999, 10000))}",
    "a letter": _letter,
    "cut": _cut,
    "spliced": _spliced,
    "too long": _long,
    "upper case": lambda rng, text, _: text.upper(),
    "strange digits": _strange_digits,
    "spaces": lambda rng, text, _: rng.choice((f" {text}", f"{text}\n", text.replace(":", ": "))),
    "anything": lambda rng, text, _: rng.choice(HOSTILE),
}
NAMES = tuple(BENDS)
NEAR = ("the table of another", "a number near the moves", "another verb", "another code")
