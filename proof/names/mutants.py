"""Mistakes in how names are shown, planted for a while."""

from typing import Any

import discord

from cogs import board, desk, screen, words
from host.records import Table
from proof.proof import Mutant, Plant, put
from render import lettering

NAMES, PICTURES, INPUTS, STORIES = "names", "pictures", "inputs", "stories"
NOTHING = {NAMES: 0, PICTURES: 0, INPUTS: 0, STORIES: 0}


def _numberless(table: Table) -> list[str]:
    return [words.readable(name) for name in table.names]


def _whole(text: str, *_: Any) -> str:
    return text


def _shown(plant: Plant, shows: str, **goals: int) -> Mutant:
    """Looked for in one part only, so that just this part finds it."""
    return Mutant(plant, shows, goals={**NOTHING, **goals})


MUTANTS = {
    "names are said as they are": _shown(put((words, "safe", str)), "does something", names=600),
    "the number of a namesake is cut off": _shown(
        put((words, "readable_names", _numberless)), "at one table are all called", names=600
    ),
    "what is too long for its place is not cut": _shown(
        put((lettering, "shortened", _whole)),
        "leaves its|leaves the canvas|overlap|reaches over the edge",
        pictures=400,
    ),
    "what is typed is said back as it is": _shown(
        put((desk, "harmless", str)), r"^/card .* with the signs \(.+\) is answered", inputs=40
    ),
    "names are stored and said as they come": _shown(
        put((desk, "readable", str), (board, "safe_names", lambda table: table.names)),
        "does .*, not|nobody sees|is read where",
        stories=2,
    ),
    "a message may call everybody": _shown(
        put(
            (
                screen.Screen,
                "allowed_mentions",
                property(lambda _: discord.AllowedMentions.all()),
            )
        ),
        "may call .*everyone",
        inputs=4,
    ),
}
