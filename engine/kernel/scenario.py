"""Run scenario files: set up a position, play some actions, compare what must hold afterwards."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError

from engine.kernel.codes import code, parse
from engine.kernel.game import Game
from engine.kernel.refusal import Refused
from engine.kernel.strict import Strict


class ScenarioError(Exception):
    """What is wrong with the file, or what differs."""


class Play(Strict):
    seat: int | Literal["-"]  # a dash is the table itself
    code: str
    illegal: bool = False


class Start(Strict):
    """The keys every game has; a game adds its own."""

    seed: str = "scenario"
    first: int = 0
    player: list[Any] = Field(default_factory=list)


class Expect(Strict):
    """The keys every game has; a game adds its own."""

    seat: int
    legal: list[str] | None = None
    not_legal: list[str] | None = None


class Table(Strict):
    """The keys every game has; a game adds its own."""

    to_act: list[int] = Field(default_factory=list)
    finished: bool = False
    winners: list[int] = Field(default_factory=list)


class File(Strict):
    game: str
    seats: int
    options: dict[str, Any] = Field(default_factory=dict)
    start: dict[str, Any] = Field(default_factory=dict)
    play: list[Play] = Field(default_factory=list)
    expect: list[dict[str, Any]] = Field(default_factory=list)
    table: dict[str, Any] = Field(default_factory=dict)


def run_file(path: Path, games: Mapping[str, Game[Any, Any]]) -> None:
    """Run one file; raise `ScenarioError` at the first thing that doesn't hold."""
    file = _checked(File, _read(path), "")
    game, state = _position(file, games)
    parts = game.scenarios
    expects = [_checked(parts.expect, row, f"expect {n}") for n, row in enumerate(file.expect, 1)]
    table = _checked(parts.table, file.table, "table")
    for number, play in enumerate(file.play, 1):
        _play(game, state, play, number)
    for expect in expects:
        _seat_holds(game, state, expect)
    _compare("table ", table, {**_table_facts(game, state), **parts.table_facts(state)})


def load(path: Path, games: Mapping[str, Game[Any, Any]]) -> tuple[Game[Any, Any], Any]:
    """Return the game and its position after all plays of the file."""
    file = _checked(File, _read(path), "")
    game, state = _position(file, games)
    for number, play in enumerate(file.play, 1):
        _play(game, state, play, number)
    return game, state


def _position(file: File, games: Mapping[str, Game[Any, Any]]) -> tuple[Game[Any, Any], Any]:
    game = games.get(file.game)
    if game is None:
        raise ScenarioError(f"unknown game “{file.game}” (known: {', '.join(games)})")
    if file.seats not in game.seats:
        raise ScenarioError(f"{game.title} does not seat {file.seats}")
    start = _checked(game.scenarios.start, file.start, "start")
    options = _checked(game.options, file.options, "options")
    try:
        _check_seats(start, file.seats)
        return game, game.scenarios.build_position(start, file.seats, options)
    except Refused as refused:
        raise ScenarioError(f"start: {refused}") from None


def _check_seats(start: Start, seats: int) -> None:
    if len(start.player) > seats:
        raise Refused(f"there are {len(start.player)} players for {seats} seats")
    if not 0 <= start.first < seats:
        raise Refused(f"seat {start.first} can't go first: it doesn't exist")


def undealt(printed: Iterable[str], named: Iterable[str], kind: str) -> list[str]:
    """Return the cards of a deck that are left when those a file names are taken out."""
    left = Counter(printed)
    for card in named:
        if card not in left:
            raise Refused(f"there is no {kind} “{card}”")
        left[card] -= 1
        if left[card] < 0:
            raise Refused(f"“{card}” is used more often than the deck has copies")
    return list(left.elements())


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"is not TOML: {error}") from None


def _checked(model: type[Any], values: dict[str, Any], where: str) -> Any:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        problem = error.errors()[0]
        key = ".".join([*([where] if where else []), *map(str, problem["loc"])])
        if problem["type"] == "extra_forbidden":
            raise ScenarioError(f"unknown key “{key}”") from None
        raise ScenarioError(f"“{key}”: {problem['msg']} (got {problem['input']!r})") from None


def _play(game: Game[Any, Any], state: Any, play: Play, number: int) -> None:
    before = game.dump(state)
    what = f"play {number}, seat {play.seat} “{play.code}”"
    try:
        game.apply(state, None if play.seat == "-" else play.seat, parse(play.code))
    except Refused as refused:
        if not play.illegal:
            raise ScenarioError(f"{what} (wanted legal, got refused: {refused})") from None
        if game.dump(state) != before:
            raise ScenarioError(f"{what} (wanted no change, got a change)") from None
        return
    if play.illegal:
        raise ScenarioError(f"{what} (wanted refused, got legal)")


def _seat_holds(game: Game[Any, Any], state: Any, expect: Expect) -> None:
    if expect.seat not in game.occupied(state):
        raise ScenarioError(f"there is no seat {expect.seat}")
    facts = game.scenarios.seat_facts(state, expect.seat)
    _compare(f"seat {expect.seat} ", expect, facts)
    offered = {code(action) for action in game.actions(state, expect.seat)}
    for wanted in expect.legal or ():
        if wanted not in offered:
            raise ScenarioError(f"seat {expect.seat} “{wanted}” (wanted legal, got not offered)")
    for unwanted in expect.not_legal or ():
        _check_words(game, unwanted)
        if unwanted in offered:
            raise ScenarioError(f"seat {expect.seat} “{unwanted}” (wanted not legal, got offered)")


def _table_facts(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    ended = game.result(state)
    return {
        "to_act": Unordered(game.to_act(state)),
        "finished": ended is not None,
        "winners": Unordered(ended.winners if ended else ()),
    }


def _check_words(game: Game[Any, Any], text: str) -> None:
    """Refuse words that the game doesn't know: a typo must not pass as an illegal action."""
    try:
        action = parse(text)
    except Refused as refused:
        raise ScenarioError(f"“{text}”: {refused}") from None
    if code(action) != text:
        raise ScenarioError(f"write “{text}” as “{code(action)}”")
    for word in action:
        if isinstance(word, str) and word not in game.vocabulary:
            raise ScenarioError(f"“{text}”: unknown word “{word}”")


def _compare(who: str, expected: BaseModel, facts: dict[str, Any]) -> None:
    for key in [name for name in facts if name in expected.model_fields_set]:
        wanted, got = getattr(expected, key), facts[key]
        if isinstance(got, Unordered):
            wanted, got = sorted(wanted), sorted(got)
        if isinstance(got, Partial):
            got = {name: got.get(name) for name in wanted}
        if wanted != got:
            raise ScenarioError(f"{who}{key} (wanted {wanted}, got {got})")


class Unordered(list[Any]):
    """A value to compare without regard to order."""


class Partial(dict[Any, Any]):
    """A mapping of which only the keys that the file names are compared."""
