"""Names and inputs made to hurt: each kind by itself, and what chance makes of their pieces."""

import json
import unicodedata
from pathlib import Path
from random import Random

from proof.names.texts import IGNORABLE, OTHERS

NOBODY = "Someone"
_DATA = json.loads(Path(__file__).with_name("names.json").read_text(encoding="utf-8"))
PIECES: list[str] = _DATA["pieces"]
TALL: list[str] = [*_DATA["kept"], *_DATA["tall"]]
PAIRS: dict[str, str] = {  # names as they come and as they must be shown, written out by hand
    **{name: name for name in _DATA["kept"]},
    **_DATA["changed"],
    "x" * 5_000: "x" * 31 + "…",
    "e\u0301" * 33: "é" * 31 + "…",
}
WHOLE = (
    *("", " ", "\u3164", "\u200b\u200d\u2060", "\n\n", "\u202e", "W" * 32, "i" * 32, "ＷＷ" * 16),
    *("高橋一郎" * 8, "🏭🎲👍🚀" * 8, "👨‍👩‍👧‍👦" * 4, "ﷺ" * 32, "مرحبا بالعالم يا أصدقاء المصنع"),
    *("Z̷̛͔̗̈́̓a̵͚͝l̸̳͌̒g̵̲̈́o̴͈͒" * 4, "Donaudampfschifffahrtsgesellscha", "Autopilot", "Someone"),
    *(
        "A former player",
        "Factory",
        "x" * 5_000,
        "@everyone " * 400,
        "**" * 1_000,
        "a\u0301" * 2_000,
    ),
)
MAX_BEFORE = 20
CORE = "Zq"  # by which a name is found again


def nasty_names() -> list[str]:
    """Every piece and every whole name, by itself and around a word."""
    blanks = [chr(code) for row in (*IGNORABLE, *OTHERS) for code in row]
    around = [f"{piece}{CORE}{piece}" for piece in (*PIECES, *blanks)]
    return [*dict.fromkeys((*WHOLE, *PIECES, *blanks, *PAIRS, *around))]


def some_name(rng: Random, longest: int = 32) -> str:
    """Pieces at random, as long as a name may be."""
    found = "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 6)))
    return found[:longest]


def some_words(rng: Random, longest: int = 32) -> str:
    """Words of many scripts beside each other: messages that reach far up, far down or far out."""
    words = (word for name in rng.sample(TALL, 6) for word in name.split())
    found = rng.choice((" ", "")).join(words)
    return found[: rng.randint(longest // 2, longest)]


def with_core(name: str, rng: Random, number: int) -> str:
    """The same name with a word in it that is found nowhere else, and that is never cut off."""
    place = rng.randint(0, len(name))
    while len(unicodedata.normalize("NFKC", name[:place])) > MAX_BEFORE:
        place -= 1
    return f"{name[:place]}{CORE}{number}{name[place:]}"
