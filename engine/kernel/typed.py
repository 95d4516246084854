"""What a person types for an action: in any case, with the spaces and marks of a card's name."""

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from engine.kernel.codes import Action, code

_WORD = re.compile(r"[a-z0-9]+(?:_+[a-z0-9]+)*")
_LEFT_OUT = {"the", "a", "an", "with", "for", "and", "to", "on"}
_MAX_WORDS = 6  # of one name
LIKE = 0.5  # how much of what was typed an action must resemble


def as_code(text: str, vocabulary: Collection[str]) -> str:
    """“Build the Nuclear Plant!” as “build nuclear_plant”."""
    words = _WORD.findall(text.lower().replace("'", ""))
    found: list[str] = []
    while words:
        size = next((n for n in range(_MAX_WORDS, 1, -1) if "_".join(words[:n]) in vocabulary), 1)
        word = "_".join(words[:size])
        if word in vocabulary or word not in _LEFT_OUT:
            found.append(word)
        del words[:size]
    return " ".join(found)


def meant(text: str, actions: Sequence[Action]) -> list[Action]:
    """The action itself, or all that begin like it."""
    exact = [action for action in actions if code(action) == text]
    return exact or [each for each in actions if text and code(each).startswith(f"{text} ")]


def most_like(text: str, actions: Sequence[Action]) -> str:
    """The code that is nearest to what was typed; nothing if none resembles it."""
    close = get_close_matches(text, [code(action) for action in actions], 1, LIKE)
    return close[0] if close else ""
