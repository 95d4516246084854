"""All forms of a secret in a text, what no line may contain, and a search for thousands at once."""

import re
from base64 import b32encode, b64encode, urlsafe_b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from cogs.logs import OURS
from engine import GAMES
from proof.secrets.run import BYTES, CANARY, read
from proof.trial import Trial

START = 12  # characters by which a form is looked up
ENOUGH = 24  # characters after which it can be nothing else


def forms(secret: str) -> Iterator[str]:
    """Of a secret that is text, such as a token; or of bytes, noted as such."""
    if secret.startswith(BYTES):
        raw = bytes.fromhex(secret.removeprefix(BYTES))
        yield from (raw.hex().upper(), raw.hex(" "), repr(raw)[2:-1], raw.decode("latin-1"))
        yield from (str(list(raw)), str(int.from_bytes(raw, "big")))
    else:
        raw = secret.encode()
        yield from (secret, quote(secret, safe=""))
    yield raw.hex()
    for encode in (b64encode, urlsafe_b64encode, b32encode):
        yield encode(raw).decode().rstrip("=")


class Known:
    """Every secret that came up, to be found in any text."""

    def __init__(self, secrets: Iterable[tuple[str, str]]) -> None:
        self._kinds: dict[str, dict[str, str]] = defaultdict(dict)
        self.count = 0
        for kind, secret in dict.fromkeys(secrets):
            self.count += 1
            for form in forms(secret):
                self._kinds[form[:START]][form[:ENOUGH]] = kind

    def found_in(self, text: str) -> set[str]:
        """The kinds of all secrets in a text; also where quotes and backslashes are escaped."""
        found = set(self._found(text))
        if "\\" in text:
            found |= set(self._found(text.replace('\\"', '"').replace("\\\\", "\\")))
        return found

    def _found(self, text: str) -> Iterator[str]:
        kinds = self._kinds
        for place in range(len(text) - START + 1):
            start = text[place : place + START]
            if start in kinds:
                yield from (
                    kind for form, kind in kinds[start].items() if text.startswith(form, place)
                )


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


DEBUG = re.compile(r"\blevel=debug from=(\w+)")
PLANTED = "_mutant_"  # in the names of tests which give secrets out on purpose
SHOWN = 200  # characters of a line
TESTS_TO_A_LINE = 50  # at most
CANARIES = ("a key", "the card golem", "a key in an export")  # each process lets them be heard
SONGS = 2  # at the start of each process and at its end
COUNTED = ("secrets", "log lines", "exports")


def judge(trial: Trial) -> None:
    known = Known((kind, secret) for _, kind, secret in read(trial.folder, "secret"))
    trial.counts["secrets"] += known.count
    heard = Counter(_lines(trial, known))
    heard.update(f"{what} in an export" for what in _exports(trial, known))
    processes = len([*trial.folder.glob("*.test")])
    if any(heard[each] < SONGS * processes for each in CANARIES):
        raise RuntimeError(f"the proof is deaf: {processes} processes, but it heard only {heard}")
    if not trial.with_a_mutant:  # which many a test notices, but here the search must
        _tests(trial)


def _tests(trial: Trial) -> None:
    for test, when in read(trial.folder, "failed"):
        trial.fault(f"{test} fails in its {when} when everything is logged")
    for unit in COUNTED:
        trial.check(trial.counts[unit], f"there were no {unit} at all")
    is_quiet = trial.counts["log lines"] * TESTS_TO_A_LINE < trial.counts["tests"]
    trial.check(not is_quiet, "hardly a line was logged: something does not listen")


def _lines(trial: Trial, known: Known) -> Iterator[str]:
    """What the canaries said; all else that is found is a fault."""
    for test, line in read(trial.folder, "line"):
        found = {*known.found_in(line), *secrets_of_a_game(line), *_library(line)}
        if test == CANARY:
            yield from found
            continue
        trial.counts["log lines"] += 1
        for what in sorted(found):
            trial.fault(f"a line tells {what}, in {test}: {line[:SHOWN]}")


def _library(line: str) -> Iterator[str]:
    said = DEBUG.search(line)
    if said and said[1] not in OURS:
        yield f"what {said[1]} says at DEBUG"


def _exports(trial: Trial, known: Known) -> Iterator[str]:
    for test, kind, text in read(trial.folder, "export"):
        found = known.found_in(text)
        if test == CANARY:
            yield from found
            continue
        trial.counts["exports"] += 1
        for what in sorted(found):
            trial.check(PLANTED in test, f"{kind} tells {what}, in {test}")
