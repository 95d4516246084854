"""What no line of a log may hold: the name of a card, a code, an id of a button, a state."""

import re
from collections.abc import Iterator

from engine import GAMES

CARDS = frozenset(card for game in GAMES.values() for card in game.words.cards())
_NAMES = {
    "_".join(re.findall(r"\w+", name.lower())): card
    for game in GAMES.values()
    for card, name in game.words.cards().items()
}
_FORMS = {**_NAMES, **{card: card for card in CARDS}}  # each as its words, put together
_LONGEST = max(form.count("_") + 1 for form in _FORMS)


def _any(words: set[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_VERBS = _any({str(verb) for game in GAMES.values() for verb in game.verbs})
_NOUNS = _any({*CARDS, *(noun for game in GAMES.values() for noun in game.nouns)})
_PATTERNS = {
    "the code of an action": re.compile(rf"(?<![\w-])(?:{_VERBS}) (?:{_NOUNS}|\d+)\b"),
    "the id of a button": re.compile(r"(?<![\w:])[amsbq]:[0-9a-z]{1,8}:[0-9a-z]{1,5}:[a-z]\w*"),
    "a state or a view": re.compile(
        r"\b(?:hand|deck|deck_top|recipe|luck|blueprints|contractors|players)(?:=|\\?[\"']\s?:)"
        r"|\b(?:State|View|Player|PlayerView|HandCardView|KeyedLuck|Entry)\("
    ),
}


def cards_in(text: str) -> set[str]:
    """All that it names, as they are called or by their ids."""
    words = re.findall(r"\w+", text.lower())
    found: set[str] = set()
    for count in range(1, _LONGEST + 1):
        phrases = zip(*(words[start:] for start in range(count)), strict=False)
        found |= {"_".join(phrase) for phrase in phrases} & _FORMS.keys()
    return {_FORMS[form] for form in found}


def secrets_of_a_game(text: str) -> Iterator[str]:
    """What a line tells of somebody's cards, if anything."""
    for card in sorted(cards_in(text)):
        yield f"the card {card}"
    for what, pattern in _PATTERNS.items():
        if found := pattern.search(text):
            yield f"{what} (“{found[0]}”)"
