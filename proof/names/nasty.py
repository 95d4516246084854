"""Names and inputs made to hurt: each kind by itself, and what chance makes of their pieces."""

import unicodedata
from random import Random

from proof.names.blanks import IGNORABLE, OTHERS
from proof.names.pairs import KEPT, PAIRS

ID = "123456789012345678"
PIECES = (
    *("@everyone", "@here", f"<@{ID}>", f"<@!{ID}>", f"<@&{ID}>", f"<#{ID}>", f"</play:{ID}>"),
    *("<t:0:R>", f"<:x:{ID}>", f"<a:x:{ID}>", "<id:customize>", "<https://a.b>", "https://a.b/_c_"),
    *("[a](https://b.c)", "[a](<b>)", "steam://run/1", "http://x||y||", "http://**z**"),
    *(
        "**",
        "*",
        "__",
        "_",
        "~~",
        "||",
        "`",
        "``",
        "```",
        "```py\n",
        ">",
        ">>> ",
        "> ",
        "# ",
        "## ",
    ),
    *(
        "### ",
        "-# ",
        "- ",
        "* ",
        "+ ",
        "1. ",
        "12) ",
        "\\",
        "\\\\",
        "\\*",
        "\n",
        "\r\n",
        "\t",
        "\v",
    ),
    *("\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\u200b", "\u200d", "\u2060"),
    *("\ufeff", "\u00ad", "\u3164", "\u115f", "\u2800", "\u034f", "\u202e", "\u202d", "\u202c"),
    *("\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f", "\u061c", "\ue000", "\ufffd"),
    *(
        "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
        "Z\u0337\u031b\u0354\u0317\u0308\u0301",
        "\u0489",
    ),
    *(
        "👩‍🚀",
        "👨‍👩‍👧‍👦",
        "🏳️‍🌈",
        "👍🏽",
        "🇩🇪",
        "1️⃣",
        "🏭",
        "مرحبا",
        "العالم",
        "שלום",
        "ภาษาไทย",
        "นำ้",
        "हिन्दी",
    ),
    *("高橋", "ＷＷＷ", "ﷺ", "ﬃ", "𝕬𝖇𝖈", "🅰🅱", "ǅ", "ß", "İ", "ａｄｍｉｎ", "Аdа", "рау", "l1I"),
    *(
        "{0}",
        "{name}",
        "%s",
        "%(a)s",
        "%n",
        "$(id)",
        "`id`",
        "${x}",
        "{{",
        "}}",
        "<b>",
        "</b>",
        "&lt;",
    ),
    *(
        "<script>",
        "' OR 1=1 --",
        "'; DROP TABLE tables;--",
        '"',
        "NULL",
        "None",
        "undefined",
        "../..",
    ),
    *(
        "i" * 8,
        "W" * 8,
        "_" * 6,
        "A B",
        " ",
        "   ",
        "\u00a0",
        "\u3000",
        "…",
        "—",
        "Ada",
        "Ben",
        "x",
    ),
)
WHOLE = (
    *("", " ", "\u3164", "\u200b\u200d\u2060", "\n\n", "\u202e", "W" * 32, "i" * 32, "ＷＷ" * 16),
    *(
        "高橋一郎" * 8,
        "🏭🎲👍🚀" * 8,
        "👨‍👩‍👧‍👦" * 4,
        "ﷺ" * 32,
        "مرحبا بالعالم يا أصدقاء المصنع",
        "Z̷̛͔̗̈́̓a̵͚͝l̸̳͌̒g̵̲̈́o̴͈͒" * 4,
    ),
    *("Donaudampfschifffahrtsgesellscha", "Autopilot", "Someone", "A former player", "Factory"),
    *("x" * 5_000, "@everyone " * 400, "**" * 1_000, "a\u0301" * 2_000),
)
TALL = (
    *KEPT,
    "ﷺ ﷺ",
    "Z\u031b\u0354a\u0301\u0302",
    "ปู่ หนู",
    "ॐ",
    "ྐྵྀ",
    "اُردُو",
    "Ǻ Ồ Ų",
    "g\u0312\u0313",
)
MOST_BEFORE = 20
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
    """Words of many scripts beside each other: letters that reach far up, far down or far out."""
    words = (word for name in rng.sample(TALL, 6) for word in name.split())
    found = rng.choice((" ", "")).join(words)
    return found[: rng.randint(longest // 2, longest)]


def with_core(name: str, rng: Random, number: int) -> str:
    """The same name with a word in it that is found nowhere else, and that is never cut off."""
    place = rng.randint(0, len(name))
    while len(unicodedata.normalize("NFKC", name[:place])) > MOST_BEFORE:
        place -= 1
    return f"{name[:place]}{CORE}{number}{name[place:]}"
