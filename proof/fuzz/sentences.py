"""What an answer in words looks like: one sentence, and one more at most that says what to do."""

import re

from engine import GAMES

MOST = 2
_SENTENCE = re.compile(r"[A-Z“0-9][^\n]*[.?!]”?")
_LINK = re.compile(r" https://discord\.com/channels/\S+$")
_HINT = re.compile(r" Did you mean “[^”]*”\?$")
_QUOTED = re.compile(r"“[^”]*”|`[^`]*`")
_END = re.compile(r"[.?!]+[”)]?(?=\s|$)")
_TITLES = re.compile("|".join(re.escape(game.title) for game in GAMES.values()))


def is_sentence(text: str, most: int = MOST) -> bool:
    """As a person says it; a link to a board may stand behind it."""
    said = _LINK.sub("", text.strip())
    if not _SENTENCE.fullmatch(said):
        return False
    bare = _QUOTED.sub("x", _TITLES.sub("x", said))
    return len(_END.findall(bare)) <= most


def is_refusal(text: str) -> bool:
    """One sentence alone, unless a word is nearly right."""
    return is_sentence(_HINT.sub("", text.strip()), 1)
