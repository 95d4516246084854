"""The text form of an action: lower case words and numbers separated by single spaces."""

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from engine.kernel.refusal import Refused

Action = tuple[str | int, ...]

MAX_CODE = 76
UNDO: Action = ("undo",)
END: Action = ("end",)  # by the table itself: the game is over


_TEXTS: dict[Action, str] = {}
_MAX_TEXTS = 1 << 15


def code(action: Action) -> str:
    try:
        return _TEXTS[action]
    except KeyError:
        if len(_TEXTS) >= _MAX_TEXTS:
            _TEXTS.clear()
        _TEXTS[action] = text = " ".join(map(str, action))
        return text


def parse(text: str) -> Action:
    words = text.lower().split()
    if not words:
        raise Refused("Type an action, such as “done”.")
    if len(" ".join(words)) > MAX_CODE:
        raise Refused(f"That's too long: an action has at most {MAX_CODE} characters.")
    return tuple(_word(word) for word in words)


def _word(word: str) -> str | int:
    if word.isascii() and word.isdecimal():
        return int(word)
    if word.isascii() and word.replace("_", "").isalpha():
        return word
    raise Refused(f"“{word}” can't be part of an action: use plain words and numbers.")


def unknown(
    action: Action, verbs: Collection[str | int], vocabulary: Collection[str]
) -> str | None:
    """Return a sentence about the first word that no code contains; None if there is none."""
    verb, *args = action
    if verb == "undo" and args:
        return "Type “undo” on its own: it undoes your last action."
    if verb not in verbs and action != UNDO:
        hint = nearest(str(verb), [*map(str, verbs), "undo"])
        return f"There's no action called “{verb}” in this game.{hint}"
    for word in args:
        if isinstance(word, str) and word not in vocabulary:
            return f"I don't know “{word}” in this game.{nearest(word, vocabulary)}"
    return None


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint with the most similar word, to end a sentence with; "" if none is close."""
    close = get_close_matches(word, list(known), n=1)
    return f" Did you mean “{close[0]}”?" if close else ""
