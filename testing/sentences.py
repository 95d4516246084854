"""What counts as one sentence: a refusal is one from the rules, with at most one that helps."""

import re

from engine import GAMES
from host.server_settings import HELPER

_SENTENCE = re.compile(r"[A-Z“0-9][^\n]*[.?!]”?")
_LINK = re.compile(r" https://discord\.com/channels/\S+$")
_WHERE = r"(?: (?:You can open them in|These roles can:|It has) [^.]*\.)?"
_HINT = re.compile(rf" Did you mean “[^”]*”\?$|{_WHERE} {re.escape(HELPER)}$")
_END = re.compile(r"[.?!]+[”)]?(?=\s|$)")
_TITLES = "|".join(re.escape(game.title) for game in GAMES.values())
_QUOTED = re.compile(f"{_TITLES}|“[^”]*”|`[^`]*`")


def is_sentence(sentence: str, most: int = 2) -> bool:
    """Whether it is one sentence, with at most one that says what to do; a link may follow."""
    said = _LINK.sub("", sentence.strip())
    is_one = _SENTENCE.fullmatch(said) is not None
    return is_one and len(_END.findall(_QUOTED.sub("x", said))) <= most


def is_refusal(sentence: str) -> bool:
    """Whether it is one sentence; a hint may follow if a word is nearly right, or who can help."""
    return is_sentence(_HINT.sub("", sentence.strip()), 1)
