"""At the decoder: what stands between raw text and an action, held against a second reading."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from cogs import ids, menu, people, replay
from engine import GAMES
from engine.kernel.codes import Action, code, parse
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host import votes
from proof.fuzz.reading import plain, reading
from proof.fuzz.sentences import is_refusal
from proof.fuzz.texts import HOSTILE, VERBS, base36, bent_id
from proof.trial import Trial
from testing.playing import Table, position

PARCEL = 100  # of them are counted at a time
RULES_EVERY = 8  # so many decodings between two that go on to the rules of a game
SETTINGS = (*people.CHOICES, "door", "nothing")


class Position(NamedTuple):
    """A moment of a game, and what is legal then."""

    game: Game[Any, Any]
    state: Any
    seat: int
    legal: list[Action]
    stored: bytes


def decode(trial: Trial) -> None:
    """Texts of every kind, most of them nearly right."""
    if not trial.goes_on("decodings"):
        return
    places = list(_positions(trial.with_a_mutant))
    seeds = _specimens(trial.rng, places)
    while trial.goes_on("decodings"):
        for number in range(PARCEL):
            text, why = bent_id(trial.rng, trial.rng.choice(seeds), seeds)
            if trial.rng.random() < 0.3:
                text, why = bent_id(trial.rng, text, seeds)
            _try(trial, f"an id with {why}", partial(_read, text))
            value = _value(trial.rng, seeds)
            _try(trial, "a value", partial(_chosen, trial.rng, value))
            if number % RULES_EVERY == 0:
                place = trial.rng.choice(places)
                _try(trial, "a code", partial(_at_the_game, trial.rng, place, value))
        trial.did("decodings", PARCEL)
    for place in places:
        trial.check(place.game.dump(place.state) == place.stored, "a refused code left a trace")


def _try(trial: Trial, what: str, reading: Callable[[], Iterator[str]]) -> None:
    try:
        for fault in reading():
            trial.fault(f"{what}: {fault}")
    except Exception as error:
        trial.fault(f"{what}: {type(error).__name__}: {error}")


# What there is to begin with


def _positions(are_few: bool) -> Iterator[Position]:
    for game in GAMES.values():
        for seats in (game.seats[0], game.seats[-1]):
            for actions in (0,) if are_few else (0, 9, 33, 70):
                state = position(Table(game, seats, game.options(), actions), actions)
                for seat in game.occupied(state):
                    legal = game.actions(state, seat)
                    yield Position(game, state, seat, legal, game.dump(state))


def _specimens(rng: Random, places: list[Position]) -> list[str]:
    """Ids of every kind."""
    found = [f"{kind}:{base36(rng.randrange(99))}:{verb}" for kind in "cotvwj" for verb in VERBS]
    for place in places:
        for action in rng.sample(place.legal, min(9, len(place.legal))):
            head = f"{base36(rng.randrange(40))}:{base36(rng.randrange(99))}"
            found += [f"{kind}:{head}:{code(action)}" for kind in "amsbqx"]
            found.append(f"s:{head}:{action[0]}~{rng.randrange(4)}")
    found += [f"r:7:{base36(rng.randrange(99))}:{verb}~1" for verb in replay.What]
    return [*found, *(f"u:{name}" for name in SETTINGS), "p:help:2", "p:help:", "f:me"]


def _value(rng: Random, seeds: list[str]) -> str:
    """What a select may be made to say."""
    if rng.random() < 0.3:
        return rng.choice(HOSTILE)
    text = rng.choice(seeds).split(":")[-1].partition("~")[0]
    value = rng.choice(("a:", "m:", "1:", "", "a: ", "A:")) + bent_id(rng, text, seeds)[0]
    return value[: ids.LONGEST]  # no more of it is looked at


# Ids


def _read(text: str) -> Iterator[str]:
    found, wanted = ids.read(text), reading(text)
    if (found and tuple(found)) != (wanted and tuple(wanted)):
        yield f"{text[:120]!r} was read as {found}, not as {wanted}"
    if found is not None:
        if found.kind not in (ids.Kind.PAGE, ids.Kind.SETTING, ids.Kind.FORGET):
            again = ids.read(ids.press_id(found))
            if again != found._replace(page=found.page if found.kind in ids.PAGED else 0):
                yield f"{text[:120]!r} is not what it is when it is written again"
        yield from _path(found.path, found.text)


def _path(path: Action, text: str) -> Iterator[str]:
    if path not in ((), ("?",)) and code(path) != plain(text):
        yield f"{text!r} leads to {path}"


# Values, and codes that somebody typed


def _chosen(rng: Random, value: str) -> Iterator[str]:
    yield from _refused_or(lambda: votes.matter_of(value), votes.Matter)
    yield from _refused_or(lambda: votes.matter_of(value.partition(":")[2]), votes.Matter)
    yield from _refused_or(lambda: replay._number([value]), int)
    yield from _refused_or(lambda: people._chosen(rng.choice(SETTINGS), [value]), dict)
    text = value.partition(":")[2]
    yield from _refused_or(lambda: parse(text), tuple)
    yield from _path(ids.path_of(text), text.lower())


def _refused_or(work: Callable[[], Any], kind: type) -> Iterator[str]:
    try:
        found = work()
    except Refused as refusal:
        if not is_refusal(str(refusal)):
            yield f"refused with {str(refusal)!r}"
        return
    if not isinstance(found, kind):
        yield f"it gave {found!r}"


# The rules of a game


def _at_the_game(rng: Random, place: Position, value: str) -> Iterator[str]:
    """What is no legal code is refused in a sentence, and nothing is changed by it."""
    try:
        action = _action(rng, place, value)
    except Refused:
        return
    shown = menu.menu(place.legal, action[: rng.randint(0, 2)], rng.choice((0, 1, 9999)))
    if len(shown.entries) > menu.MOST or not 0 <= shown.page < shown.pages:
        yield f"{action} leads to {len(shown.entries)} entries of page {shown.page}"
    words = [str(word) for word in action[1:]]
    if (found := menu.from_basket(place.legal, action[:1], words)) not in (None, *place.legal):
        yield f"{words} make {found}, which is not legal"
    if action in place.legal:
        return
    try:
        place.game.apply(place.state, place.seat, action)
        yield f"“{code(action)}” was carried out, and it is not legal"
    except Refused as refusal:
        if not is_refusal(str(refusal)):
            yield f"“{code(action)}” is refused with {str(refusal)!r}"


def _action(rng: Random, place: Position, value: str) -> Action:
    """Rubbish, or a code of this game in which a word is another, one more or one less."""
    if rng.random() < 0.3 or not place.legal:
        return parse(value.partition(":")[2])
    words = [*rng.choice(place.legal)]
    spot = rng.randrange(len(words))
    further = rng.choice((rng.choice(sorted(place.game.vocabulary)), rng.randrange(20), 10**70, 0))
    match rng.randrange(3):
        case 0:
            words[spot] = further
        case 1:
            words.insert(spot + 1, further)
        case _:
            del words[spot]
    return parse(" ".join(map(str, words)))
