"""Understands what a person types for an action: in any case, with the spaces of a card's name."""

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from engine.kernel.codes import Action, code

_WORD = re.compile(r"[a-z0-9]+(?:_+[a-z0-9]+)*")
_LEFT_OUT = {"the", "a", "an", "with", "for", "and", "to", "on"}
_MAX_WORDS = 6  # of one name
MIN_SIMILARITY = 0.5  # between what was typed and an action, from 0 to 1


def as_code(text: str, vocabulary: Collection[str]) -> str:
    """Turn “Build the Nuclear Plant!” into “build nuclear_plant”."""
    words = _WORD.findall(text.lower().replace("'", ""))
    parts: list[str] = []
    while words:
        size = next((n for n in range(_MAX_WORDS, 1, -1) if "_".join(words[:n]) in vocabulary), 1)
        word = "_".join(words[:size])
        if word in vocabulary or word not in _LEFT_OUT:
            parts.append(word)
        del words[:size]
    return " ".join(parts)


def meant(text: str, actions: Sequence[Action]) -> list[Action]:
    """Return the action with this code, or all actions whose codes begin with it."""
    exact = [action for action in actions if code(action) == text]
    return exact or [action for action in actions if text and code(action).startswith(f"{text} ")]


def most_like(text: str, actions: Sequence[Action]) -> str:
    """Return the code most similar to what was typed; "" if none is similar enough."""
    close = get_close_matches(text, [code(action) for action in actions], 1, MIN_SIMILARITY)
    return close[0] if close else ""
