"""Names and inputs made to cause trouble, each kind by itself and mixed at random."""

import json
from pathlib import Path
from random import Random

from hypothesis import strategies

from testing.reading import IGNORABLE, OTHERS

_DATA = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
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
LONGEST = 32  # characters of a name
CORE = "Zq"  # a word by which a name can be found again


def _known() -> list[str]:
    """Yield each piece and each whole name, alone and around a word."""
    blanks = [chr(code) for row in (*IGNORABLE, *OTHERS) for code in row]
    around = [f"{piece}{CORE}{piece}" for piece in (*PIECES, *blanks)]
    return [*dict.fromkeys((*WHOLE, *PIECES, *blanks, *PAIRS, *around))]


KNOWN = _known()


def some_name(rng: Random) -> str:
    """Return a name known to cause trouble, or pieces of such names."""
    if rng.random() < 0.5:
        return rng.choice(KNOWN)
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 6)))[:LONGEST]


def some_tall_name(rng: Random) -> str:
    """Return words of many scripts, whose letters reach far up, down or sideways."""
    words = (word for name in rng.sample(TALL, 6) for word in name.split())
    return rng.choice((" ", "")).join(words)[: rng.randint(LONGEST // 2, LONGEST)]


names = strategies.builds(some_name, strategies.randoms(use_true_random=False))
