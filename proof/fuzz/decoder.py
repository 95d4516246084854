"""At the decoder: what stands between raw text and an action, held against a second reading."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from cogs import ids, menu
from engine import GAMES
from engine.kernel.codes import Action, code, parse
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from host import votes
from proof.fuzz.answers import is_refusal
from proof.fuzz.texts import HOSTILE, VERBS, bent_id, plain, reading
from proof.trial import Trial
from testing.playing import Table, position

DECODINGS = "decodings"
PARCEL = 100  # of them are counted at a time
RULES_EVERY = 8  # so many decodings between two that go on to the rules of a game


class Position(NamedTuple):
    """A moment of a game, and what is legal then."""

    game: Game[Any, Any]
    state: Any
    seat: int
    legal: list[Action]
    stored: bytes


def decode(trial: Trial) -> None:
    """Texts of every kind, most of them nearly right."""
    if not trial.goes_on(DECODINGS):
        return
    places, rng = list(_positions(trial.with_a_mutant)), trial.rng
    seeds = _specimens(rng, places)
    while trial.goes_on(DECODINGS):
        for number in range(PARCEL):
            text, why = bent_id(rng, rng.choice(seeds), seeds)
            _try(trial, f"an id with {why}", _read, text)
            value = rng.choice(HOSTILE) if rng.random() < 0.3 else bent_id(rng, text, seeds)[0]
            _try(trial, "a value", _chosen, value[: ids.LONGEST])
            if number % RULES_EVERY == 0:
                _try(trial, "a code", _at_the_game, rng, rng.choice(places), value[: ids.LONGEST])
        trial.did(DECODINGS, PARCEL)
    for place in places:
        trial.check(place.game.dump(place.state) == place.stored, "a refused code left a trace")


def _try(trial: Trial, what: str, check: Callable[..., Iterator[str]], *about: Any) -> None:
    try:
        for fault in check(*about):
            trial.fault(f"{what}: {fault}")
    except Exception as error:
        trial.fault(f"{what}: {type(error).__name__}: {error}")


def _positions(are_few: bool) -> Iterator[Position]:
    for game in GAMES.values():
        for seats in (game.seats[0], game.seats[-1]):
            for actions in (0,) if are_few else (0, 9, 33, 70):
                state = position(Table(game, seats, game.options(), actions), actions)
                for seat in game.occupied(state):
                    yield Position(game, state, seat, game.actions(state, seat), game.dump(state))


def _specimens(rng: Random, places: list[Position]) -> list[str]:
    """Ids of every kind."""
    found = [f"{kind}:{rng.randrange(99)}:{verb}" for kind in "cotvwj" for verb in VERBS]
    for place in places:
        for action in rng.sample(place.legal, min(9, len(place.legal))):
            head = f"{rng.randrange(40)}:{rng.randrange(99)}"
            found += [f"{kind}:{head}:{code(action)}" for kind in "amsbqx"]
            found.append(f"s:{head}:{action[0]}~{rng.randrange(4)}")
    return [*found, "r:7:3:round~1", "u:hand", "u:door", "p:help:2", "p:help:", "f:me"]


def _read(text: str) -> Iterator[str]:
    found, wanted = ids.read(text), reading(text)
    if (found and tuple(found)) != (wanted and tuple(wanted)):
        yield f"{text[:120]!r} was read as {found}, not as {wanted}"
    if found is not None:
        if found.kind not in (ids.ButtonKind.PAGE, ids.ButtonKind.SETTING, ids.ButtonKind.FORGET):
            again = ids.read(ids.press_id(found))
            if again != found._replace(page=found.page if found.kind in ids.PAGED else 0):
                yield f"{text[:120]!r} is not what it is when it is written again"
        yield from _path(found.path, found.text)


def _path(path: Action, text: str) -> Iterator[str]:
    if path not in ((), ("?",)) and code(path) != plain(text):
        yield f"{text!r} leads to {path}"


def _chosen(value: str) -> Iterator[str]:
    """Values of selects, and codes that somebody typed."""
    text = value.partition(":")[2]
    for read in (votes.proposal_of, parse):
        for each in (value, text):
            try:
                read(each)
            except Refused as refusal:
                if not is_refusal(str(refusal)):
                    yield f"refused with {str(refusal)!r}"
    yield from _path(ids.path_of(text), text.lower())


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
    spot, many = rng.randrange(len(words)), rng.randrange(2)
    further = (rng.choice(sorted(place.game.vocabulary)), rng.randrange(20), 10**70, 0)
    words[spot : spot + many] = [rng.choice(further)] if rng.random() < 0.7 else []
    return parse(" ".join(map(str, words)))
